import type { Separator } from '@openspot/core/text/separators.ts'
import { hasOtherWidth, type TableRow, titlesOf } from '../../csv.ts'
import { HEADER_ROWS } from '../../separator.ts'
import { openCsv, widthOf } from './csv-table.ts'
import { recognizedColumns } from './mapping.ts'
import { mergedHeader } from './merged-header.ts'
import { type FileLimits, FileRefused, residentFileLimits } from './table.ts'
import { openWorkbook, type Sheet } from './xlsx-table.ts'

/** A file of residents as a table of texts. */
export interface ResidentFile {
  /** The name of the sheet; null for CSV. */
  sheet: string | null
  /** What stands between the cells; null for workbooks, which have none. */
  separator: Separator | null
  /** Whether numbers of days count from 1904. */
  has_1904_dates: boolean
  /** The names of the columns, which may be empty or equal. */
  columns: string[]
  /** Empty rows are left out. They are read once, while the file is. */
  rows: AsyncIterable<ResidentFileRow>
}

export interface ResidentFileRow {
  /** As many as there are columns. */
  cells: string[]
  /** The number that a spreadsheet shows beside the row. */
  row_no: number
  /** How many cells the row has, if no one knows which columns they belong to. */
  other_width: number | null
}

/** How files begin that are no tables: workbooks of Excel before 2007 and encrypted ones, PDF, pictures, and archives. */
const otherFormats = ['\xD0\xCF\x11\xE0', '%PDF', '\x89PNG', '\xFF\xD8\xFF', 'GIF8', 'Rar!', '7z\xBC\xAF']

/** How many rows tell how many columns there are. */
const WIDTH_ROWS = 100

/**
 * Reads a CSV file or a workbook. The header is the row whose names are known best, which is not always the first one. Throws
 * `FileRefused`; requests are answered while a large file is read.
 */
export async function readResidentFile(
  bytes: Buffer,
  limits: FileLimits = residentFileLimits,
): Promise<ResidentFile> {
  if (bytes.length === 0) throw new FileRefused('EMPTY')
  if (bytes.length > limits.max_bytes) throw new FileRefused('TOO_LARGE')
  const start = bytes.toString('latin1', 0, 8)
  if (otherFormats.some((mark) => start.startsWith(mark))) throw new FileRefused('UNSUPPORTED_FORMAT')
  if (start.startsWith('PK')) return bestSheet(await openWorkbook(bytes, limits), limits)
  // The header and titles above it are no rows.
  const most = { ...limits, max_rows: limits.max_rows + HEADER_ROWS }
  const { separator, rows } = await openCsv(bytes, most, recognizedColumns)
  return tableOf({ sheet: null, separator, has_1904_dates: false, merged: new Map() }, rows, limits)
}

/** Returns the table of the sheet whose names are known best. */
async function bestSheet(sheets: readonly Sheet[], limits: FileLimits): Promise<ResidentFile> {
  let best: Sheet | null = null
  let most = -1
  for (const sheet of sheets) {
    const start = await firstOf(sheet.rows(), HEADER_ROWS)
    const known = Math.max(-1, ...start.map(({ cells }) => recognizedColumns(cells)))
    if (known > most) {
      best = sheet
      most = known
    }
  }
  if (best === null) throw new FileRefused('EMPTY')
  const { name, has_1904_dates, merged } = best
  return tableOf({ sheet: name, separator: null, has_1904_dates, merged }, best.rows(), limits)
}

async function firstOf(rows: AsyncGenerator<TableRow>, count: number): Promise<TableRow[]> {
  const first: TableRow[] = []
  for await (const row of rows) if (first.push(row) === count) break
  return first
}

/** Finds the header in the first rows. The other rows follow as they are read. Throws `FileRefused`, also while they are. */
async function tableOf(
  { merged, ...of }: Pick<ResidentFile, 'sheet' | 'separator' | 'has_1904_dates'> & Pick<Sheet, 'merged'>,
  all: AsyncGenerator<TableRow>,
  limits: FileLimits,
): Promise<ResidentFile> {
  const start: TableRow[] = []
  while (start.length < HEADER_ROWS + WIDTH_ROWS) {
    const next = await all.next()
    if (next.done) break
    start.push(next.value)
  }
  if (start.length === 0) throw new FileRefused('EMPTY')
  const header = start[headerOf(start.map(({ cells }) => cells))]
  if (!header) throw new FileRefused('NO_HEADER')
  const names = mergedHeader(header, start, merged)
  const titles = titlesOf(names.titles)
  const own = header.cells
  const first = start.filter(({ row_no }) => row_no > names.last_row)
  // Cells of a workbook say themselves which column they are in, and columns without a name may be chosen.
  const width =
    of.separator === null
      ? Math.max(titles.length, ...first.slice(0, WIDTH_ROWS).map(({ cells }) => widthOf(cells)))
      : titles.length
  if (width > limits.max_columns) throw new FileRefused('TOO_MANY_COLUMNS')
  const padded = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '')
  const rowOf = (row: TableRow): ResidentFileRow => ({
    cells: padded(row.cells),
    row_no: row.row_no,
    other_width: of.separator !== null && hasOtherWidth(row, width) ? row.cells.length : null,
  })
  async function* rows(): AsyncGenerator<ResidentFileRow> {
    let count = 0
    const isRow = ({ cells }: TableRow): boolean => {
      if (++count > limits.max_rows) throw new FileRefused('TOO_MANY_ROWS')
      return !isRepeated(cells, own)
    }
    for (const row of first) if (isRow(row)) yield rowOf(row)
    for await (const row of all) if (isRow(row)) yield rowOf(row)
  }
  return { ...of, columns: padded(titles), rows: rows() }
}

/** Finds the row whose names are known best; with fewer than two known names, the first one with several cells. */
function headerOf(rows: readonly string[][]): number {
  const known = rows.slice(0, HEADER_ROWS).map(recognizedColumns)
  const most = Math.max(...known)
  if (most >= 2) return known.indexOf(most)
  const first = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1)
  if (first >= 0 && first < HEADER_ROWS) return first
  if (most === 1) return known.indexOf(1)
  throw new FileRefused('NO_HEADER')
}

/** Printed reports repeat their header on each page. */
const isRepeated = (row: readonly string[], header: readonly string[]): boolean =>
  header.every((cell, index) => cell === (row[index] ?? ''))
