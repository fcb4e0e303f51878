/** Cells that are shown as one. Only the first has a value. Rows and columns count from 1. */
export interface MergedCells {
  row: number
  last_row: number
  column: number
  last_column: number
}

const pattern = /<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g
/** Longer than the tag of one merged area. */
const OVERLAP = 200
const MOST_MERGED = 100_000

/** Returns the number of a column: 1 is A, 27 is AA. */
export const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

/**
 * Finds the merged cells of a sheet, by their first row. They are listed below all rows, whose header they concern, so the text is
 * searched for them before it is read: the tags cannot be in a value, where `<` is escaped.
 */
export async function findMergedCells(
  pieces: AsyncIterable<Buffer>,
): Promise<ReadonlyMap<number, readonly MergedCells[]>> {
  const found = new Map<number, MergedCells[]>()
  let count = 0
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1')
    let end = 0
    for (const match of text.matchAll(pattern)) {
      end = match.index + match[0].length
      const [, from = '', row = '', to = '', last = ''] = match
      const area = {
        row: Number(row),
        last_row: Number(last),
        column: columnNumber(from),
        last_column: columnNumber(to),
      }
      if (++count > MOST_MERGED) return found
      const others = found.get(area.row)
      if (others) others.push(area)
      else found.set(area.row, [area])
    }
    rest = text.slice(Math.max(end, text.length - OVERLAP))
  }
  return found
}

/** Gives each row of a sheet the values of cells that are merged with cells above, such as the unit of several roommates. */
export class MergedValues {
  private readonly merged: ReadonlyMap<number, readonly MergedCells[]>
  private open: { area: MergedCells; value: string }[] = []

  constructor(merged: ReadonlyMap<number, readonly MergedCells[]>) {
    this.merged = merged
  }

  /** Call it for each row in order. Changes the cells. */
  fill(row_no: number, cells: string[]): void {
    this.open = this.open.filter(({ area }) => area.last_row >= row_no)
    for (const { area, value } of this.open) {
      while (cells.length < area.column) cells.push('')
      if (cells[area.column - 1] === '') cells[area.column - 1] = value
    }
    for (const area of this.merged.get(row_no) ?? []) {
      const value = cells[area.column - 1] ?? ''
      if (area.last_row > row_no && value !== '') this.open.push({ area, value })
    }
  }
}
