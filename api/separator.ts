import { type Separator, separatorMarks, separators } from '@openspot/core/text/separators.ts'
import { parse } from 'csv-parse/sync'

/** How many rows may stand above the table, such as titles of a report. */
export const HEADER_ROWS = 40
/** The longest beginning that is searched for the header. */
const MOST_START = 100_000

/** Returns how many cells of a row are known names of columns. */
export type KnownNames = (cells: readonly string[]) => number

const marks = separators.map((name) => separatorMarks[name])
const [quote, cr, lf] = ['"', '\r', '\n'].map((sign) => sign.charCodeAt(0))
const codes = marks.map((mark) => mark.charCodeAt(0))

/**
 * Finds the separator of a table from its whole text: the one by which the header has the most known names, and of several, the one
 * by which the most rows have as many cells as the header. Cells may contain the others, such as commas in a table of semicolons.
 */
export class SeparatorFinder {
  private readonly known: KnownNames
  private readonly widths = separators.map(() => new Map<number, number>())
  private readonly counts = separators.map(() => 0)
  private start = ''
  private has_text = false
  private is_quoted = false
  private is_cell_start = true
  private before = 0

  constructor(known: KnownNames) {
    this.known = known
  }

  add(text: string): void {
    if (this.start.length < MOST_START) this.start += text.slice(0, MOST_START - this.start.length)
    for (let at = 0; at < text.length; at += 1) this.read(text.charCodeAt(at))
  }

  private read(code: number): void {
    const { before } = this
    this.before = code
    if (this.is_quoted) {
      // A doubled quote closes the cell and opens it again.
      if (code === quote) this.is_quoted = false
      return
    }
    if (code === quote && (this.is_cell_start || before === quote)) this.is_quoted = true
    else if (code === lf && before === cr) return
    else if (code === cr || code === lf) this.endRow()
    else {
      const index = codes.indexOf(code)
      this.is_cell_start = index >= 0
      if (index >= 0) this.counts[index] = (this.counts[index] ?? 0) + 1
      else this.has_text = true
      return
    }
    if (this.is_quoted) {
      this.has_text = true
      this.is_cell_start = false
    }
  }

  private endRow(): void {
    for (const [index, count] of this.counts.entries()) {
      const widths = this.widths[index]
      if (this.has_text) widths?.set(count + 1, (widths.get(count + 1) ?? 0) + 1)
      this.counts[index] = 0
    }
    this.has_text = false
    this.is_cell_start = true
  }

  /** Call it after the last piece. */
  found(): Separator {
    this.endRow()
    const ranked = separators.map((name, index) => {
      const { names, width } = this.headerBy(separatorMarks[name])
      const widths = new Map(this.widths[index])
      // One cell in each row says nothing.
      widths.delete(1)
      const rows = names > 0 ? (widths.get(width) ?? 0) : Math.max(0, ...widths.values())
      return { name, names, rows }
    })
    ranked.sort((a, b) => b.names - a.names || b.rows - a.rows)
    return ranked[0]?.name ?? 'COMMA'
  }

  private headerBy(delimiter: string): { names: number; width: number } {
    let best = { names: 0, width: 0 }
    const rows: string[][] = parse(this.start, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      // What follows may be cut within a quote.
      skip_records_with_error: true,
      to: HEADER_ROWS,
    })
    for (const cells of rows) {
      const names = this.known(cells)
      if (names > best.names) best = { names, width: cells.length }
    }
    return best
  }
}
