import { polygonArea, polygonContains } from 'd3-polygon'

/**
 * Checks the outline of a lot as drawn or imported, reports problems in plain words, and projects it to a plane. Rings
 * are GeoJSON: [lng, lat] in degrees, the outer ring first, then holes; altitudes are ignored and open rings closed.
 */
export type Position = readonly number[]
export type Rings = readonly (readonly Position[])[]
export type Outline =
  | { type: 'Polygon'; coordinates: Rings }
  | { type: 'MultiPolygon'; coordinates: readonly Rings[] }

/** Meters east and north of an origin. */
export type Point = [x: number, y: number]
export type FlatRing = Point[]
export type Edge = [Point, Point]
/** One projected polygon with open rings (the first point is not repeated), and the conversion back to degrees. */
export type FlatPolygon = {
  rings: FlatRing[]
  area_m2: number
  toPosition: (point: Point) => [number, number]
}

const outlineFaultCodes = [
  'no_polygon',
  'coordinates_wrong',
  'too_few_points',
  'too_many_points',
  'too_wide',
  'no_area',
  'crosses_itself',
  'hole_outside',
] as const
export type OutlineFault = { ok: false; code: (typeof outlineFaultCodes)[number]; message: string }

const METERS_PER_DEGREE = 111_195
/** Maximum over all polygons of a lot; drawn lots have dozens of points. */
export const MAX_POINTS = 2000
const MAX_WIDTH_METERS = 2000
/** One micrometer: closer points count as equal, and a touch is no crossing. */
const TOUCH = 1e-6
const LEAST_AREA_M2 = 0.01

/** Returns how far east a longitude is of another, also across the 180th meridian. */
function degreesEast(from: number, to: number): number {
  const degrees = to - from
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}

/** Checks one polygon and projects it around its first point. */
export function flatten(rings: Rings): { ok: true; polygon: FlatPolygon } | OutlineFault {
  const positions = rings.flat()
  if (positions.length === 0) return fault('no_polygon', 'The outline is empty. Draw its corners.')
  const wrong = positions.find(
    ([lng = Number.NaN, lat = Number.NaN]) => !(Math.abs(lng) <= 180 && Math.abs(lat) <= 90),
  )
  if (wrong) {
    return fault(
      'coordinates_wrong',
      `The corner ${wrong.slice(0, 2).join(', ')} is not a longitude and latitude.`,
    )
  }
  const [lng0 = 0, lat0 = 0] = positions[0] ?? []
  const shrink = Math.cos((lat0 * Math.PI) / 180)
  const toPoint = ([lng = 0, lat = 0]: Position): Point => [
    degreesEast(lng0, lng) * METERS_PER_DEGREE * shrink,
    (lat - lat0) * METERS_PER_DEGREE,
  ]
  if (positions.map(toPoint).some(([x, y]) => Math.hypot(x, y) > MAX_WIDTH_METERS)) {
    return fault(
      'too_wide',
      'The outline is more than 2 km wide. Check that longitude comes before latitude.',
    )
  }
  const flat = rings.map((ring) => withoutRepeats(ring.map(toPoint)))
  const found = findFault(flat)
  if (found) return found
  const area = flat.reduce((sum, ring, at) => sum + (at === 0 ? 1 : -1) * areaOf(ring), 0)
  // Eight decimals are one millimeter; more would only make the data longer.
  const round = (degrees: number) => Math.round(degrees * 1e8) / 1e8
  const toPosition = ([x, y]: Point): [number, number] => [
    round(degreesEast(0, lng0 + x / (METERS_PER_DEGREE * shrink))),
    round(lat0 + y / METERS_PER_DEGREE),
  ]
  return { ok: true, polygon: { rings: flat, area_m2: area, toPosition } }
}

/** Whether a point lies inside the first ring and outside the others; on the border the result is arbitrary. */
export function isInside([outer = [], ...holes]: readonly FlatRing[], point: Point): boolean {
  return polygonContains(outer, point) && !holes.some((hole) => polygonContains(hole, point))
}

/** Returns the edges of an open ring, including the closing one. */
export function edgesOf(ring: FlatRing): Edge[] {
  return ring.map((point, at) => [point, ring[(at + 1) % ring.length] ?? point])
}

function findFault(rings: readonly FlatRing[]): OutlineFault | null {
  for (const ring of rings) {
    if (ring.length < 3) return fault('too_few_points', 'An outline needs at least three different corners.')
    if (isStraight(ring))
      return fault('no_area', 'All corners lie on one line, so the outline encloses nothing.')
  }
  if (hasCrossing(rings))
    return fault('crosses_itself', 'The outline crosses itself. Move the corners apart.')
  if (rings.some((ring) => areaOf(ring) < LEAST_AREA_M2)) {
    return fault('no_area', 'The outline encloses nothing.')
  }
  const [outer = [], ...holes] = rings
  for (const hole of holes) {
    // No rings cross at this point, so one point of each is enough to locate the whole ring.
    const point = edgesOf(hole).map(([a, b]): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])[0] ?? [0, 0]
    if (
      !polygonContains(outer, point) ||
      holes.some((other) => other !== hole && polygonContains(other, point))
    ) {
      return fault('hole_outside', 'Every hole must lie inside the outline and apart from other holes.')
    }
  }
  return null
}

function withoutRepeats(ring: FlatRing): FlatRing {
  return ring.filter((point, at) => {
    const before = ring[(at + ring.length - 1) % ring.length] ?? point
    return ring.length === 1 || distance(point, before) > TOUCH
  })
}

function isStraight(ring: FlatRing): boolean {
  const [first = [0, 0]] = ring
  const far = ring.reduce(
    (best, point) => (distance(point, first) > distance(best, first) ? point : best),
    first,
  )
  const length = distance(far, first)
  return ring.every((point) => Math.abs(orientation(first, far, point)) / length < 1e-3)
}

function hasCrossing(rings: readonly FlatRing[]): boolean {
  // Sorted from west to east, so each edge is compared only with those that start before it ends.
  const edges = rings.flatMap(edgesOf).sort((a, b) => west(a) - west(b))
  for (let at = 0; at < edges.length; at += 1) {
    const edge = edges[at]
    if (!edge) continue
    const east = Math.max(edge[0][0], edge[1][0])
    for (let next = at + 1; next < edges.length; next += 1) {
      const other = edges[next]
      if (!other || west(other) > east) break
      if (cross(edge, other)) return true
    }
  }
  return false
}

function west([a, b]: Edge): number {
  return Math.min(a[0], b[0])
}

/** Whether two edges cross or overlap along a line; touching in a point is neither. */
function cross([a, b]: Edge, [c, d]: Edge): boolean {
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false
  const [ab, cd] = [distance(a, b), distance(c, d)]
  const [offC, offD] = [orientation(a, b, c) / ab, orientation(a, b, d) / ab]
  const [offA, offB] = [orientation(c, d, a) / cd, orientation(c, d, b) / cd]
  if ([offA, offB, offC, offD].every((off) => Math.abs(off) <= TOUCH)) {
    const along = (point: Point) =>
      ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / ab
    const shared = Math.min(ab, Math.max(along(c), along(d))) - Math.max(0, Math.min(along(c), along(d)))
    return shared > TOUCH
  }
  return apart(offC, offD) && apart(offA, offB)
}

function apart(one: number, other: number): boolean {
  return (one > TOUCH && other < -TOUCH) || (one < -TOUCH && other > TOUCH)
}

/** Returns twice the area of the triangle, positive for a left turn. */
function orientation(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

function areaOf(ring: FlatRing): number {
  return Math.abs(polygonArea(ring))
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

function fault(code: OutlineFault['code'], message: string): OutlineFault {
  return { ok: false, code, message }
}
