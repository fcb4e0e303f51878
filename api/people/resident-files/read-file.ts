import { readCsvRows, widthOf } from './csv-table.ts'
import { recognizedColumns } from './mapping.ts'
import { type FileLimits, FileRefused, residentFileLimits } from './table.ts'
import { readSheets } from './xlsx-table.ts'

/** A file of residents as a table of texts. */
export interface ResidentFile {
  /** The name of the sheet; null for CSV. */
  sheet: string | null
  /** The names of the columns, which may be empty or equal. */
  columns: string[]
  /** As many cells in each row as there are columns. Empty rows are left out. */
  rows: string[][]
}

/** How files begin that are no tables: workbooks of Excel before 2007 and encrypted ones, PDF, pictures, and archives. */
const otherFormats = ['\xD0\xCF\x11\xE0', '%PDF', '\x89PNG', '\xFF\xD8\xFF', 'GIF8', 'Rar!', '7z\xBC\xAF']

/** How far down a header may be. */
const HEADER_ROWS = 40

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
  if (start.startsWith('PK')) return bestSheet(await readSheets(bytes, limits), limits)
  const rows: string[][] = []
  // The header and titles above it are no rows.
  for await (const row of readCsvRows(bytes, { ...limits, max_rows: limits.max_rows + HEADER_ROWS }))
    rows.push(row)
  return tableOf(null, rows, limits)
}

function bestSheet(sheets: readonly { name: string; rows: string[][] }[], limits: FileLimits): ResidentFile {
  const ranked = sheets
    .filter(({ rows }) => rows.length > 0)
    .map((sheet) => ({
      ...sheet,
      known: Math.max(...sheet.rows.slice(0, HEADER_ROWS).map(recognizedColumns)),
    }))
    .toSorted((a, b) => b.known - a.known)
  const [best] = ranked
  if (best === undefined) throw new FileRefused('EMPTY')
  return tableOf(best.name, best.rows, limits)
}

function tableOf(sheet: string | null, all: readonly string[][], limits: FileLimits): ResidentFile {
  const filled = all.filter((row) => row.some((cell) => cell !== ''))
  if (filled.length === 0) throw new FileRefused('EMPTY')
  const at = headerOf(filled)
  const [header = [], ...rows] = filled.slice(at)
  const width = Math.max(widthOf(header), ...rows.slice(0, 100).map(widthOf))
  if (width > limits.max_columns) throw new FileRefused('TOO_MANY_COLUMNS')
  if (rows.length > limits.max_rows) throw new FileRefused('TOO_MANY_ROWS')
  const padded = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '')
  return {
    sheet,
    columns: padded(header),
    rows: rows.filter((row) => !isRepeated(row, header)).map(padded),
  }
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
