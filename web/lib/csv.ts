import { saveFile } from './save-file.ts'

/**
 * Returns a table as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is escaped, because names and
 * plates are typed by strangers.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Downloads a table as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const table = ['\ufeff', csvText(rows)]
  saveFile(
    new File(table, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`, { type: 'text/csv;charset=utf-8' }),
  )
}
