import type { Place } from '@openspot/core/lot-files/file-reasons.ts'
import { lotsOf, type RawFeature, type RawFile } from '@openspot/core/lot-files/geojson.ts'
import { plainTitle } from '@openspot/core/text/plain-title.ts'
import { wktToGeoJSON } from 'betterknown'
import { CsvError } from 'csv-parse/sync'
import { hasOtherWidth, readTable, type TableRow, titlesOf } from '../../csv.ts'
import { HEADER_ROWS } from '../../separator.ts'
import type { LotColumn } from './lot-columns.ts'
import type { LotTitles } from './lot-titles.ts'
import { plainAmount, plainCoordinate, plainCount } from './plain-numbers.ts'

/** The property by which `core/lot-files` knows what a column says. */
const propertyOf: Readonly<Partial<Record<LotColumn, string>>> = {
  name: 'name',
  spots: 'capacity',
  accessible_spots: 'capacity:disabled',
  operator: 'operator',
  street: 'address',
  postal_code: 'addr:postcode',
  opening_hours: 'opening_hours',
  clearance: 'maxheight',
  access: 'access',
  half_hour: 'half_hour',
  hour: 'hour',
  daily_max: 'daily_max',
  monthly: 'monthly',
}

const places: ReadonlySet<LotColumn> = new Set<LotColumn>(['latitude', 'longitude', 'outline'])
const counts: ReadonlySet<LotColumn> = new Set<LotColumn>(['spots', 'accessible_spots'])
const amounts: ReadonlySet<LotColumn> = new Set<LotColumn>(['half_hour', 'hour', 'daily_max', 'monthly'])

type FindColumn = (title: string) => LotColumn | undefined

interface Header {
  titles: string[]
  columns: (LotColumn | undefined)[]
}

/**
 * Reads a table of lots: a row for each, with a latitude and longitude, or an outline as Well-Known Text or GeoJSON. Its header may have
 * other rows above it. Columns that are not known are properties of the lot by their title.
 */
export function readLotTable(text: string, splits: boolean, known: LotTitles): RawFile {
  const findColumn: FindColumn = (title) => known.get(plainTitle(title))
  const table = tableOf(text, findColumn)
  if ('detail' in table) return { ok: false, refusal: { code: 'no_table', detail: table.detail } }
  const at = table.rows
    .slice(0, HEADER_ROWS)
    .findIndex(({ cells }) => hasPlaces(cells.map((cell) => findColumn(cell))))
  const first = table.rows[at]
  if (first === undefined) return { ok: false, refusal: { code: 'no_places' } }
  const titles = titlesOf(first.cells)
  const header = { titles, columns: onlyFirst(titles.map((title) => findColumn(title))) }
  const rows = table.rows.slice(at + 1)
  if (rows.length === 0) return { ok: false, refusal: { code: 'no_features' } }
  return { ok: true, features: rows.flatMap((row, nth) => lotsOfRow(row, nth + 1, header, splits)) }
}

function tableOf(text: string, findColumn: FindColumn): { rows: TableRow[] } | { detail: string } {
  try {
    return readTable(text, (cells) => cells.filter((cell) => findColumn(cell) !== undefined).length)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { detail: error.message }
  }
}

const hasPlaces = (columns: readonly (LotColumn | undefined)[]): boolean =>
  columns.includes('outline') || (columns.includes('latitude') && columns.includes('longitude'))

/** The first of several columns of one meaning counts; the others are listed by their titles. */
const onlyFirst = (columns: readonly (LotColumn | undefined)[]) =>
  columns.map((column, at) => (columns.indexOf(column) === at ? column : undefined))

function lotsOfRow(row: TableRow, number: number, header: Header, splits: boolean): RawFeature[] {
  const { titles, columns } = header
  const place: Place = { number, part: 1, parts: 1, row_no: row.row_no }
  if (hasOtherWidth(row, titles.length))
    return [{ place, refusal: { code: 'cells', count: row.cells.length, columns: titles.length } }]
  const cell = (column: LotColumn) => row.cells[columns.indexOf(column)]?.trim() ?? ''
  const geometry = geometryOf(cell)
  if (geometry === 'unread') return [{ place, refusal: { code: 'outline_unread' } }]
  if (geometry === null) return [{ place, refusal: { code: 'no_row_place' } }]
  const named = new Map<string, string>()
  const properties = new Map<string, string>()
  for (const [at, title] of titles.entries()) {
    const value = row.cells[at]?.trim() ?? ''
    const column = columns[at]
    if (value === '' || (column && places.has(column))) continue
    const property = column ? (propertyOf[column] ?? title.trim()) : title.trim()
    // A later column of the same meaning, or of the same title, is listed by its own title.
    const key = properties.has(property) ? `column ${at + 1}` : property
    properties.set(key, plainValue(column, value))
    if (key !== title.trim()) named.set(key, title.trim())
  }
  const feature = { type: 'Feature', geometry, properties: Object.fromEntries(properties) }
  return lotsOf(feature, number, splits).map((raw) => ({
    ...raw,
    place: { ...raw.place, row_no: row.row_no },
    ...('refusal' in raw ? {} : { titles: named }),
  }))
}

function plainValue(column: LotColumn | undefined, value: string): string {
  if (column === undefined) return value
  if (counts.has(column)) return plainCount(value)
  return amounts.has(column) ? plainAmount(value) : value
}

/** Null: the row has no place. */
function geometryOf(cell: (column: LotColumn) => string): unknown {
  const outline = cell('outline')
  if (outline !== '') return readOutline(outline)
  const [lat, lng] = [plainCoordinate(cell('latitude')), plainCoordinate(cell('longitude'))]
  return lat === '' || lng === '' ? null : { type: 'Point', coordinates: [Number(lng), Number(lat)] }
}

/** Portals of public data write a point as "(41.88, -87.63)", latitude first. */
const portalPoint = /^\(\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)$/

function readOutline(text: string): unknown {
  const [, lat, lng] = portalPoint.exec(text) ?? []
  if (lat !== undefined && lng !== undefined)
    return { type: 'Point', coordinates: [Number(lng), Number(lat)] }
  try {
    return text.startsWith('{') ? (JSON.parse(text) as unknown) : wktToGeoJSON(text)
  } catch {
    // Neither reader has a type of its own for what it refuses.
    return 'unread'
  }
}
