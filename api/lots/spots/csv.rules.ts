import type { SpotRow } from '@openspot/contract/lots/lot-spots.ts'
import { isOneOf, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { parseMoney } from '@openspot/core/money/money.ts'
import { longestLabel, MAX_SPOTS_AT_ONCE } from '@openspot/core/spots/labels.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { refuse } from '../../errors.ts'

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
  'note',
] as const
type Column = (typeof columns)[number]

/**
 * Parses a CSV table of spots into rows, each with its errors. A repeated label is an error on its second occurrence.
 */
export function readSpotRows(csv: string, currency: string): SpotRow[] {
  const records = parseTable(csv)
  const seen = new Map<string, number>()
  return records.map((record, at) => {
    const row = readRow(record, at + 2, currency)
    const before = seen.get(row.label)
    if (before !== undefined) {
      row.errors.push({ column: 'label', message: `“${row.label}” is already in line ${before}.` })
    } else if (row.label !== '') {
      seen.set(row.label, row.line)
    }
    return row
  })
}

type Cells = Partial<Record<Column, string>>

function parseTable(csv: string): Cells[] {
  const table = cellsOf(csv)
  const [heading = [], ...rest] = table
  const names = heading.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const unknown = names.find((name) => !isOneOf(columns, name))
  if (unknown !== undefined)
    fail(`The first line names the columns: ${columns.join(', ')}. “${unknown}” is not one of them.`)
  if (new Set(names).size < names.length) fail('A column is listed twice. Remove one of them.')
  if (!names.includes('label')) fail('The column “label” is missing.')
  if (rest.length === 0) fail('The table has no spots below its first line.')
  if (rest.length > MAX_SPOTS_AT_ONCE)
    fail(`You can add at most ${MAX_SPOTS_AT_ONCE} spots at a time. Add them in several steps.`)
  return rest.map((cells) => Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()])))
}

function cellsOf(csv: string): string[][] {
  // The delimiter is the most frequent candidate in the heading, because spreadsheets write commas, semicolons, or
  // tabs.
  const [heading = ''] = csv.split('\n', 1)
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (a, b) => heading.split(b).length - heading.split(a).length,
  )
  try {
    return parse(csv, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof CsvError) return fail(`The table cannot be read: ${error.message}`)
    throw error
  }
}

const fail = (message: string): never => refuse('request_invalid', { field: 'csv', message })

function readRow(cells: Cells, line: number, currency: string): SpotRow {
  const errors: SpotRow['errors'] = []
  const wrong = (column: Column, message: string) => {
    errors.push({ column, message })
    return null
  }
  const { label = '', note = '' } = cells
  if (label === '') wrong('label', 'The label is missing.')
  if (label.length > longestLabel) wrong('label', `The label is longer than ${longestLabel} characters.`)
  if (note.length > 500) wrong('note', 'The note is longer than 500 characters.')
  if ((cells.zone ?? '').length > 60) wrong('zone', 'The zone is longer than 60 characters.')
  const money = (column: Column) => {
    const text = cells[column] ?? ''
    if (text === '') return null
    const read = parseMoney(text, currency)
    if (!read.ok) return wrong(column, read.message)
    if (read.cents < 0) return wrong(column, 'A price must not be below 0.')
    if (read.cents > 100_000_000) return wrong(column, 'The price is above the highest allowed price.')
    return read.cents
  }
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
    note: note || null,
    errors,
  }
}

type Wrong = (column: Column, message: string) => null

const asWord = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')

function readType(text: string, wrong: Wrong): SpotRow['type'] {
  if (text === '') return null
  const word = asWord(text)
  return isOneOf(spotTypes, word) ? word : wrong('type', `“${text}” is not one of: ${spotTypes.join(', ')}.`)
}

function readFeatures(text: string, wrong: Wrong): SpotRow['features'] {
  const words = text
    .split(/[|,+/]/)
    .map(asWord)
    .filter((word) => word !== '')
  const strange = words.find((word) => !isOneOf(spotFeatures, word))
  if (strange !== undefined) wrong('features', `“${strange}” is not one of: ${spotFeatures.join(', ')}.`)
  return [...new Set(words.filter((word) => isOneOf(spotFeatures, word)))]
}

function readLevel(text: string, wrong: Wrong): number | null {
  if (text === '') return null
  const level = /^-?\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (level >= -20 && level <= 200) return level
  return wrong('level', `“${text}” is not a whole number from -20 to 200.`)
}
