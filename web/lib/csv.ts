import { saveFile } from './save-file.ts'

/**
 * A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is kept a text: names and plates are
 * typed by strangers.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a table over as a file. The mark at its start tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const table = ['\ufeff', csvText(rows)]
  saveFile(
    new File(table, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`, { type: 'text/csv;charset=utf-8' }),
  )
}
