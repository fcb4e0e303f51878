import { clamp, leastSide, mostSide, type Placement, type Point, turnOf } from './shape.ts'

/** A row of stalls side by side: a line from the middle of the first to the middle of the last. */
export interface Row {
  from: Point
  to: Point
  /** How far a stall reaches across the line. */
  depth: number
}

/** The stalls of a row, from the first to the last: as wide as they stand apart, and turned with the line. */
export function stallsOf({ from, to, depth }: Row, spot_ids: readonly string[]): Placement[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const steps = Math.max(1, spot_ids.length - 1)
  const length = Math.hypot(dx, dy)
  const width = spot_ids.length > 1 ? length / steps : Math.max(length, depth / 2)
  const turn = turnOf((Math.atan2(dy, dx) * 180) / Math.PI)
  return spot_ids.map((spot_id, at) => ({
    spot_id,
    x: from[0] + (dx * at) / steps,
    y: from[1] + (dy * at) / steps,
    width: clamp(width, leastSide, mostSide),
    height: clamp(depth, leastSide, mostSide),
    turn,
    outline: null,
  }))
}

/** The labels of a row that begins with this one: A1, A2, …; P-08, P-09, P-10. Null where it does not end in a number. */
export function labelsFrom(first: string, count: number): string[] | null {
  const found = /^(.*?)(\d{1,6})$/.exec(first.trim())
  if (!found) return null
  const [, before = '', digits = ''] = found
  return Array.from({ length: count }, (_, at) => {
    const number = String(Number(digits) + at)
    return before + number.padStart(digits.startsWith('0') ? digits.length : 0, '0')
  })
}

const parts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** Labels in the order in which people count: A2 before A10. */
export const byLabel = (a: { label: string }, b: { label: string }): number => parts.compare(a.label, b.label)
