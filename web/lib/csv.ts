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

/** Downloads a table as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const table = ['\ufeff', csvText(rows)]
  saveFile(
    new File(table, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`, { type: 'text/csv;charset=utf-8' }),
  )
}
