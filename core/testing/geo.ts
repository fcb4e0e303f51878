import { METERS_PER_DEGREE } from '../geo/cells.ts'
import type { Rings } from '../geo/outline.ts'
import { computeSpotLayout, type LaidOutSpot, type SpotLayout } from '../geo/spot-layout.ts'

/** Helpers for the layout tests: outlines in meters, and an independent check of stalls. */

export type XY = [number, number]
const [LNG, LAT] = [-85.67, 42.96]
const SHRINK = Math.cos((LAT * Math.PI) / 180)

/** Converts meters around a corner in Grand Rapids, rotated by an angle, to degrees. */
export const degrees = (ring: XY[], angle = 0) => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return ring.map(([x, y]): XY => {
    const [east, north] = [x * cos - y * sin, x * sin + y * cos]
    return [LNG + east / (METERS_PER_DEGREE * SHRINK), LAT + north / METERS_PER_DEGREE]
  })
}
export const metres = (ring: readonly (readonly number[])[]) =>
  ring.map(
    ([lng = 0, lat = 0]): XY => [(lng - LNG) * METERS_PER_DEGREE * SHRINK, (lat - LAT) * METERS_PER_DEGREE],
  )
export const closed = (ring: XY[]) => [...ring, ring[0] ?? [0, 0]]
export const box = (width: number, height: number, x = 0, y = 0): XY[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]
export const polygon = (rings: XY[][], angle = 0): { type: 'Polygon'; coordinates: Rings } => {
  return { type: 'Polygon', coordinates: rings.map((ring) => closed(degrees(ring, angle))) }
}
export const layoutOf = (rings: XY[][], angle = 0, count: number | null = null): SpotLayout => {
  const layout = computeSpotLayout(polygon(rings, angle), count)
  if (!layout.ok) throw new Error(`${layout.code}: ${layout.message}`)
  return layout
}

export const shapes: Record<string, XY[][]> = {
  'an L': [
    [
      [0, 0],
      [60, 0],
      [60, 20],
      [20, 20],
      [20, 50],
      [0, 50],
    ],
  ],
  'a triangle': [
    [
      [0, 0],
      [50, 0],
      [10, 40],
    ],
  ],
  'a ramp with a ragged edge': [
    [
      [0, 0],
      [40, 0],
      [40, 5],
      [42, 5],
      [42, 30],
      [38, 33],
      [20, 33],
      [20, 36],
      [0, 36],
    ],
  ],
  'a court with a hole': [box(50, 50), box(20, 20, 15, 15)],
  'two holes that touch nothing': [box(60, 34), box(5, 5, 10, 10), box(8, 3, 30, 20)],
  'a sliver': [
    [
      [0, 0],
      [90, 1],
      [90, 4.2],
      [0, 3],
    ],
  ],
  'a star': [
    [
      [0, 30],
      [8, 8],
      [30, 0],
      [8, -8],
      [0, -30],
      [-8, -8],
      [-30, 0],
      [-8, 8],
    ],
  ],
}

/** Point-in-polygon by winding number, independent of the product's even-odd rule. */
function winds(ring: XY[], [x, y]: XY): boolean {
  let turns = 0
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay]
    const left = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
    if (ay <= y && by > y && left > 0) turns += 1
    if (ay > y && by <= y && left < 0) turns -= 1
  })
  return turns !== 0
}

/** Samples points all over a stall, including its corners: each must be inside the outline and in no hole. */
function isWithin(stall: XY[], rings: XY[][]): boolean {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0], , [dx, dy] = [0, 0]] = stall
  const shares = Array.from({ length: 11 }, (_, at) => at / 10)
  const [outer = [], ...holes] = rings
  return shares.every((u) =>
    shares.every((v) => {
      const point: XY = [ax + (bx - ax) * u + (dx - ax) * v, ay + (by - ay) * u + (dy - ay) * v]
      return winds(outer, point) && !holes.some((hole) => winds(hole, point))
    }),
  )
}

/** Two rectangles overlap unless an axis along one of their sides separates them. */
function overlap(a: XY[], b: XY[]): boolean {
  const sides = [a, b].flatMap(([p = [0, 0], q = [0, 0], r = [0, 0]]) => [
    [q[0] - p[0], q[1] - p[1]] as const,
    [r[0] - q[0], r[1] - q[1]] as const,
  ])
  return sides.every(([x, y]) => {
    const along = (ring: XY[]) => ring.map((point) => point[0] * x + point[1] * y)
    return Math.max(...along(a)) > Math.min(...along(b)) && Math.max(...along(b)) > Math.min(...along(a))
  })
}

/**
 * Returns what is wrong with a layout: duplicate labels and, on level 1, stalls that lie outside the outline, overlap,
 * or are not 2.48 m by 4.98 m (within 1 cm).
 */
export function faultsOf(spots: LaidOutSpot[], rings: XY[][]): string[] {
  const ground = spots.filter((spot) => spot.level === 1 && spot.ring)
  const stalls = ground.map((spot) => metres(spot.ring ?? []).slice(0, 4))
  const faults = spots.length === new Set(spots.map(({ label }) => label)).size ? [] : ['a label comes twice']
  stalls.forEach((stall, at) => {
    if (!isWithin(stall, rings)) faults.push(`${ground[at]?.label} is not inside`)
    if (stalls.slice(0, at).some((other) => overlap(stall, other)))
      faults.push(`${ground[at]?.label} overlaps`)
    const [a = [0, 0], b = [0, 0], c = [0, 0]] = stall
    const sides = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])].sort(
      (x, y) => x - y,
    )
    if (Math.abs((sides[0] ?? 0) - 2.48) > 0.01 || Math.abs((sides[1] ?? 0) - 4.98) > 0.01)
      faults.push('odd size')
  })
  return faults
}
