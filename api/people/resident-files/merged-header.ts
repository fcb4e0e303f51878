import type { TableRow } from '../../csv.ts'
import { recognizedColumns } from './mapping.ts'
import type { MergedCells } from './merged-cells.ts'

/** The names of a header of several rows, and its last row. */
interface MergedHeader {
  titles: string[]
  last_row: number
}

/** Taller merged cells are no names of columns. */
const MOST_LINES = 4

type Merged = ReadonlyMap<number, readonly MergedCells[]>

/**
 * Returns the names of a header that has merged cells: `From` below `Lease`, which spans two columns, is `Lease From`, unless only `From`
 * is a name that rent rolls have. Without them, it is the row itself.
 */
export function mergedHeader(header: TableRow, rows: readonly TableRow[], merged: Merged): MergedHeader {
  const [first, last] = extentOf(header, rows, merged)
  const lines: string[][] = []
  for (let row_no = first; row_no <= last; row_no += 1) {
    const cells = rows.find((row) => row.row_no === row_no)?.cells ?? []
    lines.push(spread(cells, merged.get(row_no) ?? []))
  }
  const width = Math.max(...lines.map((line) => line.length))
  const titles = Array.from({ length: width }, (_, at) => titleOf(lines.map((line) => line[at] ?? '')))
  return { titles, last_row: last }
}

/** Finds the first and last row of the header. */
function extentOf(header: TableRow, rows: readonly TableRow[], merged: Merged): [number, number] {
  const { row_no } = header
  const tall = [...merged.values()]
    .flat()
    .filter((area) => area.row <= row_no && area.last_row >= row_no && area.last_row - area.row < MOST_LINES)
  let first = Math.min(row_no, ...tall.map((area) => area.row))
  let last = Math.max(row_no, ...tall.map((area) => area.last_row))
  const rowAt = (wanted: number) => rows.find((row) => row.row_no === wanted)?.cells ?? []
  // Several names above the names, of which some span columns. A title above the list is a single one.
  const above = rowAt(first - 1)
  if (wide(merged, first - 1).length > 0 && above.filter((cell) => cell !== '').length > 1) first -= 1
  // Names that are only below those that span columns. Roommates may be, too, but no column has their names.
  const spans = wide(merged, last)
  const over = spread(rowAt(last), spans)
  const below = rowAt(last + 1)
  const isBelow = (at: number) => spans.some((area) => at >= area.column - 1 && at < area.last_column)
  const isTitle = (cell: string, at: number) => recognizedColumns([titleOf([over[at] ?? '', cell])]) > 0
  if (
    below.every((cell, at) => cell === '' || isBelow(at)) &&
    below.some((cell, at) => cell !== '' && cell !== over[at] && isTitle(cell, at))
  )
    last += 1
  return [first, last]
}

const wide = (merged: Merged, row_no: number) =>
  (merged.get(row_no) ?? []).filter((area) => area.last_column > area.column)

/** Repeats what spans several columns in each of them. */
function spread(cells: readonly string[], areas: readonly MergedCells[]): string[] {
  const all = [...cells]
  for (const { column, last_column } of areas) {
    while (all.length < last_column) all.push('')
    for (let at = column; at < last_column; at += 1) all[at] = all[column - 1] ?? ''
  }
  return all
}

function titleOf(parts: readonly string[]): string {
  const named = [...new Set(parts.filter((part) => part !== ''))]
  const whole = named.join(' ')
  const own = named.at(-1) ?? ''
  return recognizedColumns([whole]) === 0 && recognizedColumns([own]) > 0 ? own : whole
}
