import { cornersOf, moved, type Placement, type Point, rotated, type Sheet } from './shape.ts'

/** A line that something snapped to, for drawing. */
export interface Guide {
  from: Point
  to: Point
}

/** The extent of spots along the two directions of a frame. */
interface Box {
  min: Point
  max: Point
}

type Axis = 0 | 1
const axes: readonly Axis[] = [0, 1]

interface Line {
  /** The position along the axis. */
  at: number
  /** What of the moving box comes to lie there. */
  of: 'min' | 'mid' | 'max'
  /** The neighbor that has this line; null: of the sheet. */
  near: Box | null
}

const mid = (box: Box, axis: Axis): number => (box.min[axis] + box.max[axis]) / 2
const sizeOf = (box: Box, axis: Axis): number => box.max[axis] - box.min[axis]
const acrossOf = (axis: Axis): Axis => (axis === 0 ? 1 : 0)
const point = (axis: Axis, along: number, across: number): Point =>
  axis === 0 ? [along, across] : [across, along]

/** Stalls are rectangles, so those that are rotated by a right angle have the same directions. */
const directionOf = ({ rotation }: Placement): number => rotation % 90
const SAME_DEGREES = 0.5
function hasDirection(spot: Placement, direction: number): boolean {
  const apart = Math.abs(directionOf(spot) - direction)
  return Math.min(apart, 90 - apart) <= SAME_DEGREES
}

function boxOf(spots: readonly Placement[], direction: number): Box {
  const corners = spots.flatMap(cornersOf).map((corner) => rotated(corner, -direction))
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return { min: [Math.min(...xs), Math.min(...ys)], max: [Math.max(...xs), Math.max(...ys)] }
}

const linesOfSheet = (axis: Axis, { width, height }: Sheet): Line[] => {
  const end = axis === 0 ? width : height
  return [
    { at: 0, of: 'min', near: null },
    { at: end / 2, of: 'mid', near: null },
    { at: end, of: 'max', near: null },
  ]
}

/** The edges and the center of a neighbor: next to it, flush with it, and in a row with it. */
const linesOf = (axis: Axis, near: Box): Line[] => [
  { at: near.min[axis], of: 'min', near },
  { at: near.min[axis], of: 'max', near },
  { at: near.max[axis], of: 'min', near },
  { at: near.max[axis], of: 'max', near },
  { at: mid(near, axis), of: 'mid', near },
]

/** The places that continue the grid of the neighbors in a row: before, between, and after two of them, as far apart as they are. */
function linesOfGrid(axis: Axis, box: Box, boxes: readonly Box[]): Line[] {
  const across = acrossOf(axis)
  const row = boxes
    .filter((one) => Math.abs(mid(one, across) - mid(box, across)) < sizeOf(box, across) / 2)
    .toSorted((a, b) => mid(a, axis) - mid(b, axis))
  return row.slice(1).flatMap((next, at): Line[] => {
    const before = row[at]
    if (!before) return []
    const [a, b] = [mid(before, axis), mid(next, axis)]
    return [
      { at: a - (b - a), of: 'mid', near: before },
      { at: (a + b) / 2, of: 'mid', near: before },
      { at: b + (b - a), of: 'mid', near: next },
    ]
  })
}

/** How far apart two boxes are along an axis; zero if they overlap there. */
const gap = (a: Box, b: Box, axis: Axis): number =>
  Math.max(0, a.min[axis] - b.max[axis], b.min[axis] - a.max[axis])

interface Snap {
  by: number
  line: Line
}

/** The line that is closest; of several as close, that of the nearest neighbor. */
function nearest(axis: Axis, box: Box, lines: readonly Line[], reach: number): Snap | null {
  let best: (Snap & { away: number }) | null = null
  for (const line of lines) {
    const by = line.at - (line.of === 'mid' ? mid(box, axis) : box[line.of][axis])
    if (Math.abs(by) > reach) continue
    const away = line.near === null ? Number.POSITIVE_INFINITY : gap(box, line.near, acrossOf(axis))
    const closer = best === null ? -1 : Math.abs(by) - Math.abs(best.by)
    if (best === null || closer < -1e-6 || (closer < 1e-6 && away < best.away)) best = { by, line, away }
  }
  return best
}

/** A line through both boxes. */
function guideOf(axis: Axis, { line }: Snap, box: Box, sheet: Sheet, direction: number): Guide {
  const across = acrossOf(axis)
  const end = across === 0 ? sheet.width : sheet.height
  const from = line.near === null ? 0 : Math.min(box.min[across], line.near.min[across])
  const to = line.near === null ? end : Math.max(box.max[across], line.near.max[across])
  return {
    from: rotated(point(axis, line.at, from), direction),
    to: rotated(point(axis, line.at, to), direction),
  }
}

const shifted = ({ min, max }: Box, [dx, dy]: Point): Box => ({
  min: [min[0] + dx, min[1] + dy],
  max: [max[0] + dx, max[1] + dy],
})

function snap(
  box: Box,
  linesAlong: (axis: Axis) => Line[],
  { reach, sheet, direction }: { reach: number; sheet: Sheet; direction: number },
): { by: Point; guides: Guide[] } {
  const found = axes.map((axis) => nearest(axis, box, linesAlong(axis), reach))
  const by: Point = [found[0]?.by ?? 0, found[1]?.by ?? 0]
  const there = shifted(box, by)
  return {
    by,
    guides: axes.flatMap((axis) => {
      const one = found[axis]
      return one ? [guideOf(axis, one, there, sheet, direction)] : []
    }),
  }
}

/**
 * Moves spots that are dragged to the edges, rows, and grid of their neighbors, or of the sheet, if one is within `reach`, and
 * returns them with the lines to draw. Neighbors in another direction are ignored.
 */
export function snapSpots(
  moving: readonly Placement[],
  others: readonly Placement[],
  sheet: Sheet,
  reach: number,
): { spots: Placement[]; guides: Guide[] } {
  const [first] = moving
  if (!first) return { spots: [], guides: [] }
  const direction = directionOf(first)
  const box = boxOf(moving, direction)
  const boxes = others.filter((one) => hasDirection(one, direction)).map((one) => boxOf([one], direction))
  const lines = (axis: Axis) => [
    ...boxes.flatMap((near) => linesOf(axis, near)),
    ...linesOfGrid(axis, box, boxes),
    ...(direction === 0 ? linesOfSheet(axis, sheet) : []),
  ]
  const { by, guides } = snap(box, lines, { reach, sheet, direction })
  const [dx, dy] = rotated(by, direction)
  return { spots: moving.map((spot) => moved(spot, dx, dy, sheet)), guides }
}

/** Moves the corner of a spot that is resized to the edges of its neighbors, or of the sheet, if one is within `reach`. */
export function snapCorner(
  spot: Placement,
  corner: Point,
  others: readonly Placement[],
  sheet: Sheet,
  reach: number,
): { corner: Point; guides: Guide[] } {
  const direction = spot.rotation
  const at = rotated(corner, -direction)
  const boxes = others
    .filter((one) => hasDirection(one, directionOf(spot)))
    .map((one) => boxOf([one], direction))
  const lines = (axis: Axis) => [
    ...boxes.flatMap((near) => linesOf(axis, near)).filter(({ of }) => of !== 'mid'),
    ...(direction === 0 ? linesOfSheet(axis, sheet).filter(({ of }) => of !== 'mid') : []),
  ]
  const { by, guides } = snap({ min: at, max: at }, lines, { reach, sheet, direction })
  return { corner: rotated([at[0] + by[0], at[1] + by[1]], direction), guides }
}

/** Makes a line that is almost horizontal or vertical exactly so. */
export function snapLine(from: Point, to: Point, reach: number): Point {
  const [dx, dy] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])]
  if (dy <= reach && dx > dy) return [to[0], from[1]]
  return dx <= reach && dy > dx ? [from[0], to[1]] : to
}
