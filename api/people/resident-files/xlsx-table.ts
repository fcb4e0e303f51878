import { setImmediate as nextTurn } from 'node:timers/promises'
import readWorkbook from 'read-excel-file/node'
import { type FileLimits, FileRefused } from './table.ts'
import { readParts, storedZip } from './zip.ts'

export interface Sheet {
  name: string
  rows: string[][]
}

/** Rows above the table, such as titles, that are allowed in addition. */
const TITLE_ROWS = 200
/** Columns with formats but without values may follow the table. */
const EMPTY_COLUMNS = 156

/** Reads the cells of all sheets of a workbook as texts, dates as `YYYY-MM-DD`. Throws `FileRefused`. */
export async function readSheets(bytes: Buffer, limits: FileLimits): Promise<Sheet[]> {
  if (bytes.length > limits.max_bytes) throw new FileRefused('TOO_LARGE')
  const parts = await readParts(bytes, limits)
  if (![...parts.keys()].some((name) => /^xl\/workbook\.xml$/i.test(name)))
    throw new FileRefused('UNSUPPORTED_FORMAT')
  for (const [name, part] of parts)
    if (/worksheets\//i.test(name)) await refuseLargeSheet(part.toString('latin1'), limits)
  const sheets = await readWorkbook(storedZip(parts)).catch((error: unknown) => {
    throw new FileRefused('DAMAGED', error instanceof Error ? error.name : '')
  })
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: data.map((row: readonly unknown[]) => row.map((cell) => textOf(cell).slice(0, limits.max_cell))),
  }))
}

/**
 * Refuses a sheet with a cell or extent far away: its reader makes a table up to there, so one cell could take all memory.
 */
async function refuseLargeSheet(xml: string, limits: FileLimits): Promise<void> {
  let count = 0
  for (const [, column = '', row = ''] of xml.matchAll(/["':]([A-Z]{1,7})(\d{1,9})["']/g)) {
    if (Number(row) > limits.max_rows + TITLE_ROWS) throw new FileRefused('TOO_MANY_ROWS')
    if (columnOf(column) > limits.max_columns + EMPTY_COLUMNS) throw new FileRefused('TOO_MANY_COLUMNS')
    if (++count % 100_000 === 0) await nextTurn()
  }
  for (const [, row] of xml.matchAll(/<(?:\w+:)?row\b[^>]*\br=["'](\d+)["']/g))
    if (Number(row) > limits.max_rows + TITLE_ROWS) throw new FileRefused('TOO_MANY_ROWS')
}

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

function textOf(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return Number.isInteger(cell) ? String(cell) : String(Number(cell.toFixed(6)))
  if (typeof cell === 'boolean') return String(cell)
  return typeof cell === 'string' ? cell.replaceAll(/[\s\0]+/g, ' ').trim() : ''
}
