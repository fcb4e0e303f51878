import { type Separator, separatorMarks } from '@openspot/core/text/separators.ts'
import type { Options } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type KnownNames, SeparatorFinder } from './separator.ts'

/** A row of a table with something in it. */
export interface TableRow {
  cells: string[]
  /** The number that a spreadsheet shows beside the row. Empty rows count, and a cell of several lines is in one row. */
  row_no: number
  /** Whether all rows of its block have as many cells. */
  is_even: boolean
}

/** Excel looks at as many rows at once when it decides whether to write separators after the last cell. */
const BLOCK_ROWS = 16

/**
 * How every table that people upload is read. A table that was edited on several systems has several line endings; without the list,
 * the parser takes that of the first line for all, and joins the other lines. Empty rows are kept, because they count.
 */
export const tableOptions = (separator: Separator) =>
  ({
    bom: true,
    delimiter: separatorMarks[separator],
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote within a cell, such as `6" pipe`, is no error in a file that people edited.
    relax_quotes: true,
    max_record_size: 1024 * 1024,
  }) satisfies Options

/** Numbers the rows of a table, and leaves out those without text. */
export class TableRows {
  private row_no = 0
  private block: TableRow[] = []

  /** Returns the rows of a block with its last row. */
  add(cells: string[]): TableRow[] {
    this.row_no += 1
    this.block.push({ cells, row_no: this.row_no, is_even: true })
    return this.row_no % BLOCK_ROWS === 0 ? this.end() : []
  }

  /** Returns the rows of a block that is not full. */
  end(): TableRow[] {
    const { block } = this
    this.block = []
    const is_even = new Set(block.map(({ cells }) => cells.length)).size === 1
    const filled = block.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    return filled.map((row) => ({ ...row, is_even }))
  }
}

/** Reads a table that is in memory. Throws `CsvError`. */
export function readTable(text: string, known: KnownNames): { separator: Separator; rows: TableRow[] } {
  const finder = new SeparatorFinder(known)
  finder.add(text)
  const separator = finder.found()
  const all = new TableRows()
  const records: string[][] = parse(text, tableOptions(separator))
  return { separator, rows: [...records.flatMap((cells) => all.add(cells)), ...all.end()] }
}

/** The cells of a header up to its last name. Spreadsheets add empty ones that were formatted once. */
export const titlesOf = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

/**
 * Whether a row has other cells than the header has columns, so that no one knows which column its cells belong to. Empty cells
 * beyond the last column are those of a spreadsheet. Missing ones are accepted only where Excel leaves them out: if the last columns
 * of all rows from 1 to 16, 17 to 32, and so on, are empty, it ends those rows early, all after the same cell.
 */
export function hasOtherWidth({ cells, is_even }: TableRow, columns: number): boolean {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return filled > columns || (cells.length < columns && !is_even)
}
