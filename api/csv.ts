import type { Options } from 'csv-parse'

const separators = [',', ';', '\t', '|']

/** Returns the separator of a table: the one that its first lines have the most of outside of quotes. */
export function separatorOf(text: string): string {
  const start = text.slice(0, 20_000).replaceAll(/"(?:[^"]|"")*"/g, '')
  const lines = start.split(/\r\n|\n|\r/).slice(0, 20)
  const counts = separators.map((separator) =>
    lines.reduce((sum, line) => sum + Math.min(line.split(separator).length - 1, 100), 0),
  )
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * How every table that people upload is read. `start` is the beginning of its text, by which the separator is found. A table that was edited on several systems has
 * several line endings; without the list, the parser takes that of the first line for all, and joins the other lines.
 */
export const tableOptions = (start: string) =>
  ({
    bom: true,
    delimiter: separatorOf(start),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  }) satisfies Options

/** The first line of a table whose columns are known: only it says which separator they have, because cells may contain any. */
export const headingOf = (table: string): string => table.split(/\r\n|\n|\r/, 1)[0] ?? ''

/** Whether a row has other cells than the heading has columns. Empty cells at the end of a row are those of a spreadsheet. */
export function hasOtherWidth(cells: readonly string[], columns: number): boolean {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return cells.length < columns || filled > columns
}
