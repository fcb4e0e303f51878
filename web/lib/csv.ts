import { stringify } from 'csv-stringify/browser/esm/sync'
import { saveFile } from './save-file.ts'

/**
 * Returns a table as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is escaped, because names and
 * plates are typed by strangers. A negative number stays a number.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      string: (text) => (/^-\d+(\.\d+)?$/.test(text) ? { value: text, escape_formulas: false } : text),
    },
  })

/**
 * A table that is written page by page. What is written is the browser's, which keeps large files on disk, so the script holds one page
 * at a time. The byte order mark tells spreadsheets that it is UTF-8.
 */
export function csvFile(header: readonly string[]): {
  add: (rows: readonly (readonly string[])[]) => void
  file: (name: string) => File
} {
  const parts: Blob[] = [new Blob(['\ufeff', csvText([header])])]
  return {
    add: (rows) => {
      if (rows.length > 0) parts.push(new Blob([csvText(rows)]))
    },
    file: (name) =>
      new File(parts, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`, { type: 'text/csv;charset=utf-8' }),
  }
}

/** Downloads a table as a file. */
export function saveCsv(name: string, [header = [], ...rows]: readonly (readonly string[])[]): void {
  const table = csvFile(header)
  table.add(rows)
  saveFile(table.file(name))
}
