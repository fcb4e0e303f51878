import type { SpotRow } from '@openspot/contract/lots/lot-spots.ts'
import { spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { parseMoney } from '@openspot/core/money/money.ts'
import { longestLabel, MAX_SPOTS_AT_ONCE } from '@openspot/core/spots/labels.ts'
import { eachSpotFact, spotFactNames, spotFacts } from '@openspot/core/spots/spot-facts.ts'
import { LIST_MARKS } from '@openspot/core/text/list-marks.ts'
import type { Separator } from '@openspot/core/text/separators.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { nameFinder } from '@openspot/messages/table-words.ts'
import type { Message, Translate } from '@openspot/messages/translate.ts'
import { CsvError } from 'csv-parse/sync'
import { hasOtherWidth, readTable, titlesOf } from '../../csv.ts'
import { refuse } from '../../errors.ts'
import { areBoundsCrossed } from './spots.rules.ts'

const columns = [
  'label',
  'type',
  'features',
  'level',
  'zone',
  'half_hour',
  'hour',
  'day',
  'month',
  'min_reservation_price',
  'max_reservation_price',
  ...spotFactNames,
] as const
type Column = (typeof columns)[number]
/** What the list of spots exports besides, so that an edited export can be read. It is not imported. */
const ignored = ['state', 'until', 'assigned_to', 'driver', 'plate', 'next_driver', 'next_starts_at'] as const
const titles = [...columns, ...ignored]

const findTitle = nameFinder(titles, (t, name) => t(`csv.columns.${name}`))
const findType = nameFinder(spotTypes, (t, type) => t(`spot.types.${type}`))
const findFeature = nameFinder(spotFeatures, (t, name) => t(`spot.features.${name}`))

/**
 * Parses a CSV table of spots into rows, each with its errors. A repeated label is an error on its second occurrence.
 */
export function readSpotRows(
  t: Translate,
  csv: string,
  currency: string,
): { separator: Separator; rows: SpotRow[] } {
  const { separator, width, rows: read } = parseTable(csv)
  const seen = new Map<string, number>()
  const rows = read.map(({ cells, row_no, count, has_other_width }) => {
    const row = readRow(t, cells, row_no, currency)
    if (has_other_width)
      row.errors.push({ column: 'label', message: t('apiErrors.rows.cellCount', { count, columns: width }) })
    const before = seen.get(row.label)
    if (before !== undefined) {
      row.errors.push({
        column: 'label',
        message: t('apiErrors.rows.labelBefore', { label: row.label, line: String(before) }),
      })
    } else if (row.label !== '') {
      seen.set(row.label, row.line)
    }
    return row
  })
  return { separator, rows }
}

type Cells = Partial<Record<(typeof titles)[number], string>>
interface Table {
  separator: Separator
  width: number
  rows: { cells: Cells; row_no: number; count: number; has_other_width: boolean }[]
}

function parseTable(csv: string): Table {
  const { separator, rows: table } = tableOf(csv)
  const [first, ...rest] = table
  const heading = titlesOf(first?.cells ?? [])
  const names = heading.map((title) => findTitle(title) ?? unknownColumn(title))
  if (new Set(names).size < names.length) fail((t) => t('apiErrors.tables.columnTwice'))
  if (!names.includes('label')) fail((t) => t('apiErrors.tables.labelMissing'))
  if (rest.length === 0) fail((t) => t('apiErrors.tables.noSpots'))
  if (rest.length > MAX_SPOTS_AT_ONCE)
    fail((t) => t('apiErrors.tables.tooManySpots', { max: MAX_SPOTS_AT_ONCE }))
  const rows = rest.map((row) => ({
    cells: Object.fromEntries(names.map((name, at) => [name, (row.cells[at] ?? '').trim()])),
    row_no: row.row_no,
    count: row.cells.length,
    has_other_width: hasOtherWidth(row, names.length),
  }))
  return { separator, width: names.length, rows }
}

const unknownColumn = (title: string): never =>
  fail((t) => t('apiErrors.tables.columnUnknown', { column: title.trim(), columns: columns.join(', ') }))

const knownTitles = (cells: readonly string[]) => cells.filter((cell) => findTitle(cell) !== undefined).length

function tableOf(csv: string) {
  try {
    return readTable(csv, knownTitles)
  } catch (error) {
    if (error instanceof CsvError)
      return fail((t) => t('apiErrors.tables.unreadable', { reason: error.message }))
    throw error
  }
}

const fail = (message: Message): never => refuse('request_invalid', { field: 'csv', message })

function readRow(t: Translate, cells: Cells, line: number, currency: string): SpotRow {
  const errors: SpotRow['errors'] = []
  const wrong = (column: Column, message: Message) => {
    errors.push({ column, message: message(t) })
    return null
  }
  const { label = '' } = cells
  if (label === '') wrong('label', (t) => t('apiErrors.rows.labelMissing'))
  if (label.length > longestLabel)
    wrong('label', (t) => t('apiErrors.rows.labelTooLong', { max: longestLabel }))
  for (const fact of spotFactNames) {
    const max = spotFacts[fact]
    if ((cells[fact] ?? '').length > max)
      wrong(fact, (t) => t('apiErrors.request.tooLong', { field: t(`csv.columns.${fact}`), max }))
  }
  if ((cells.zone ?? '').length > 60) wrong('zone', (t) => t('apiErrors.rows.zoneTooLong'))
  const money = (column: Column) => {
    const text = cells[column] ?? ''
    if (text === '') return null
    const read = parseMoney(text, currency)
    if (!read.ok) return wrong(column, (t) => reasonText(t, read.reason))
    if (read.cents < 0) return wrong(column, (t) => t('apiErrors.rows.priceNegative'))
    if (read.cents > 100_000_000) return wrong(column, (t) => t('apiErrors.rows.priceTooHigh'))
    return read.cents
  }
  const bounds = {
    min_reservation_price: money('min_reservation_price'),
    max_reservation_price: money('max_reservation_price'),
  }
  if (areBoundsCrossed(bounds)) wrong('max_reservation_price', (t) => t('apiErrors.lot.maxCharge'))
  return {
    line,
    label,
    type: readType(cells.type ?? '', wrong),
    features: readFeatures(cells.features ?? '', wrong),
    level: readLevel(cells.level ?? '', wrong),
    zone: cells.zone || null,
    rates: {
      half_hour_cents: money('half_hour'),
      hour_cents: money('hour'),
      day_cents: money('day'),
      month_cents: money('month'),
    },
    ...bounds,
    ...eachSpotFact((fact) => cells[fact] || null),
    errors,
  }
}

type Wrong = (column: Column, message: Message) => null

function readType(text: string, wrong: Wrong): SpotRow['type'] {
  if (text === '') return null
  return (
    findType(text) ??
    wrong('type', (t) => t('apiErrors.rows.notOneOf', { text, known: spotTypes.join(', ') }))
  )
}

const betweenFeatures = new RegExp(`[${LIST_MARKS}|+/]`)

function readFeatures(text: string, wrong: Wrong): SpotRow['features'] {
  const features = new Set<SpotRow['features'][number]>()
  for (const word of text.split(betweenFeatures).filter((part) => part.trim() !== '')) {
    const feature = findFeature(word)
    if (feature) features.add(feature)
    else {
      const known = spotFeatures.join(', ')
      wrong('features', (t) => t('apiErrors.rows.notOneOf', { text: word.trim(), known }))
    }
  }
  return [...features]
}

function readLevel(text: string, wrong: Wrong): number | null {
  if (text === '') return null
  const level = /^-?\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (level >= -20 && level <= 200) return level
  return wrong('level', (t) => t('apiErrors.rows.level', { text }))
}
