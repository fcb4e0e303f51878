import { clamp, leastSide, MAX_SIDE, type Placement, type Point, rotationOf } from './shape.ts'

/** A row of adjacent stalls: a line from the center of the first to the center of the last. */
export interface Row {
  from: Point
  to: Point
  /** Depth of a stall across the line. */
  depth: number
}

/** Returns the stalls of a row in order, as wide as their spacing and rotated with the line. */
export function stallsOf({ from, to, depth }: Row, spot_ids: readonly string[]): Placement[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const steps = Math.max(1, spot_ids.length - 1)
  const length = Math.hypot(dx, dy)
  const width = spot_ids.length > 1 ? length / steps : Math.max(length, depth / 2)
  const rotation = rotationOf((Math.atan2(dy, dx) * 180) / Math.PI)
  return spot_ids.map((spot_id, at) => ({
    spot_id,
    x: from[0] + (dx * at) / steps,
    y: from[1] + (dy * at) / steps,
    width: clamp(width, leastSide, MAX_SIDE),
    height: clamp(depth, leastSide, MAX_SIDE),
    rotation,
    outline: null,
  }))
}

/**
 * Returns the labels of a row that starts with `first`: A1, A2, …; P-08, P-09, P-10. Null if it does not end in a
 * number.
 */
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
/** Sorts labels in natural order: A2 before A10. */
export const byLabel = (a: { label: string }, b: { label: string }): number => parts.compare(a.label, b.label)
