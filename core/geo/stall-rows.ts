import { type Edge, edgesOf, type FlatRing, isInside, type Point } from './outline.ts'

/** Rows of stalls in a projected polygon; all lengths are meters. */

/** Width along the row and depth across it: perpendicular parking first, then parallel parking. */
const STALLS = [
  { width: 2.5, depth: 5 },
  { width: 5, depth: 2.5 },
] as const
const AISLE = 6
/** Stalls are drawn one centimeter smaller on every side, so that rounded degrees cannot make them overlap. */
const INSET = 0.01
/**
 * Height of the bands by which edges are indexed. A row only checks the edges of its bands, because outlines may have
 * thousands.
 */
const BAND = 5
/** Number of long-edge directions to try, each with its perpendicular. */
const DIRECTIONS = 5
/**
 * Limits for lots in which no layout fits: diagonals are tried only up to this many corners, and the steps bound all
 * tries.
 */
const MAX_TIGHT_CORNERS = 24
const MAX_STEPS = 5_000_000
/** Tolerance for comparing lengths, so that a lot of exactly two stalls holds two. */
const SLACK = 1e-6

type Stall = (typeof STALLS)[number]
/**
 * The polygon rotated by an angle, with its edges indexed by bands of `BAND` meters from the south; an edge is in every
 * band it touches.
 */
type Rotated = {
  rings: FlatRing[]
  bands: Edge[][]
  corners: Point[]
  south: number
  north: number
  angle: number
}

/** The four corners of a stall, counterclockwise. */
export type Corners = [Point, Point, Point, Point]

/**
 * Returns the layout with the most stalls among a few candidates: rows along and across each of the longest edges, two
 * rows per aisle, with different offsets. Each row is a list of adjacent stalls; empty rows are omitted. If no
 * candidate has room, single rows in any direction are tried.
 */
export function bestRows(rings: FlatRing[]): Corners[][] {
  let best: { rotated: Rotated; stall: Stall; first: number } | null = null
  let mostStalls = 0
  for (const angle of longEdgeAngles(rings)) {
    const rotated = rotate(rings, angle)
    for (const stall of STALLS) {
      for (const first of firstRows(rotated, stall)) {
        let count = 0
        for (const row of rowsFrom(rotated, stall, first)) count += countInRow(rotated, stall, row)
        if (count > mostStalls) {
          mostStalls = count
          best = { rotated, stall, first }
        }
      }
    }
  }
  if (best === null) return anyRow(rings)
  const { rotated, stall, first } = best
  return rowsFrom(rotated, stall, first)
    .map((row) => fillRow(rotated, stall, row))
    .filter((row) => row.length > 0)
}

function longEdgeAngles(rings: readonly FlatRing[]): number[] {
  const edges = rings.flatMap(edgesOf).map(([a, b]) => {
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0])
    return { angle, length: Math.hypot(b[0] - a[0], b[1] - a[1]) }
  })
  edges.sort((a, b) => b.length - a.length)
  const found: number[] = []
  for (const { angle } of edges) {
    // Directions a quarter turn apart are tried together, and directions within half a degree count as equal.
    const isNew = found.every((other) => Math.abs(Math.sin(2 * (angle - other))) > 0.0175)
    if (isNew) found.push(angle)
    if (found.length === DIRECTIONS) break
  }
  return found.flatMap((angle) => [angle, angle + Math.PI / 2])
}

/** Rotates the polygon so that rows run from west to east. */
function rotate(rings: readonly FlatRing[], angle: number): Rotated {
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)]
  const rotated = rings.map((ring) => ring.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]))
  const corners = rotated.flat()
  // Not `Math.min(...heights)`: thousands of arguments may overflow the stack in some browsers.
  const south = corners.reduce((least, [, y]) => Math.min(least, y), Number.POSITIVE_INFINITY)
  const north = corners.reduce((highest, [, y]) => Math.max(highest, y), Number.NEGATIVE_INFINITY)
  const bands: Edge[][] = Array.from({ length: Math.floor((north - south) / BAND) + 1 }, () => [])
  for (const edge of rotated.flatMap(edgesOf)) {
    const first = Math.floor((Math.min(edge[0][1], edge[1][1]) - south) / BAND)
    const last = Math.floor((Math.max(edge[0][1], edge[1][1]) - south) / BAND)
    for (let band = first; band <= last; band += 1) bands[band]?.push(edge)
  }
  return { rings: rotated, bands, corners, south, north, angle }
}

/** Returns the offsets at which the pattern row, aisle, row may start: every meter, and flush with either border. */
function firstRows({ south, north }: Rotated, { depth }: Stall): number[] {
  const period = 2 * depth + AISLE
  const fromNorth = (begin: number) => begin - Math.ceil((begin - south) / period) * period
  const steps = Array.from({ length: Math.ceil(period) }, (_, metre) => south - metre)
  return [...steps, fromNorth(north), fromNorth(north - depth)]
}

/** Returns the southern edge of each row, without rows that only partly lie inside. */
function rowsFrom(rotated: Rotated, { depth }: Stall, first: number): number[] {
  const rows: number[] = []
  for (let south = first; south < rotated.north; south += 2 * depth + AISLE)
    rows.push(south, south + depth + AISLE)
  return rows.filter((south) => south >= rotated.south - SLACK && south + depth <= rotated.north + SLACK)
}

/**
 * Finds one row wherever it fits: in every direction by the degree and along every diagonal, which a tight stall
 * touches; starting at corners and every quarter meter. The work is bounded because an outline may have thousands of
 * corners.
 */
function anyRow(rings: FlatRing[]): Corners[][] {
  const [stall] = STALLS
  const corners = rings.flat()
  const angles = Array.from({ length: 180 }, (_, degree) => (degree * Math.PI) / 180)
  if (corners.length <= MAX_TIGHT_CORNERS) angles.unshift(...diagonals(corners))
  const tries = Math.max(8, Math.floor(MAX_STEPS / (angles.length * corners.length)))
  let best: Corners[] = []
  for (const angle of angles) {
    const rotated = rotate(rings, angle)
    const room = rotated.north - rotated.south - stall.depth
    if (room < -SLACK) continue
    const steps = Array.from({ length: Math.floor(room * 4) + 1 }, (_, at) => rotated.south + at / 4)
    const begins = [...rotated.corners.flatMap(([, y]) => [y, y - stall.depth]), ...steps]
    for (const begin of thinned(
      begins.filter((y) => y >= rotated.south - SLACK && y <= rotated.south + room + SLACK),
      tries,
    )) {
      const row = fillRow(rotated, stall, begin)
      if (row.length > best.length) best = row
    }
  }
  return best.length > 0 ? [best] : []
}

function diagonals(corners: readonly Point[]): number[] {
  return corners.flatMap((a, at) => corners.slice(0, at).map((b) => Math.atan2(b[1] - a[1], b[0] - a[0])))
}

function thinned(values: number[], max: number): number[] {
  const step = Math.ceil(values.length / max)
  return values.filter((_, at) => at % step === 0)
}

function countInRow(rotated: Rotated, { width, depth }: Stall, south: number): number {
  let count = 0
  for (const [west, east] of freeStretches(rotated, south, south + depth))
    count += fitting(east - west, width)
  return count
}

/** Returns as many stalls as fit into the band from `south` to one stall depth north of it. */
function fillRow(rotated: Rotated, { width, depth }: Stall, south: number): Corners[] {
  const stalls: Corners[] = []
  for (const [west, east] of freeStretches(rotated, south, south + depth)) {
    const count = fitting(east - west, width)
    // The remaining length is split between both ends.
    const begin = west + (east - west - count * width) / 2
    for (let at = 0; at < count; at += 1)
      stalls.push(cornersOf(rotated, begin + at * width, south, width, depth))
  }
  return stalls
}

function fitting(length: number, width: number): number {
  return Math.floor((length + SLACK) / width)
}

/**
 * Returns the stretches of a band that lie inside the polygon over its whole height. An edge that enters the band
 * blocks its full width there, so nothing changes between blocks, and testing one point tells inside from outside.
 */
function freeStretches(rotated: Rotated, south: number, north: number): [number, number][] {
  const blocks: [number, number][] = []
  for (const [a, b] of edgesBetween(rotated, south, north)) {
    const low = Math.max(Math.min(a[1], b[1]), south + SLACK)
    const high = Math.min(Math.max(a[1], b[1]), north - SLACK)
    if (low > high) continue
    const [from, to] = a[1] === b[1] ? [a[0], b[0]] : [xAt(a, b, low), xAt(a, b, high)]
    blocks.push(from < to ? [from, to] : [to, from])
  }
  blocks.sort((a, b) => a[0] - b[0])
  const middle = (south + north) / 2
  const free: [number, number][] = []
  let covered = Number.POSITIVE_INFINITY
  for (const [from, to] of blocks) {
    if (from > covered && isInside(rotated.rings, [(covered + from) / 2, middle])) {
      free.push([covered, from])
    }
    covered = covered === Number.POSITIVE_INFINITY ? to : Math.max(covered, to)
  }
  return free
}

/** Returns the edges of the bands between two heights; an edge that spans several bands appears several times. */
function edgesBetween(rotated: Rotated, low: number, high: number): Edge[] {
  const first = Math.max(0, Math.floor((low - rotated.south) / BAND))
  return rotated.bands.slice(first, Math.floor((high - rotated.south) / BAND) + 1).flat()
}

function xAt(a: Point, b: Point, y: number): number {
  return a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])
}

function cornersOf(rotated: Rotated, west: number, south: number, width: number, depth: number): Corners {
  const [cos, sin] = [Math.cos(rotated.angle), Math.sin(rotated.angle)]
  const back = (x: number, y: number): Point => [x * cos - y * sin, x * sin + y * cos]
  const [w, e, s, n] = [west + INSET, west + width - INSET, south + INSET, south + depth - INSET]
  return [back(w, s), back(e, s), back(e, n), back(w, n)]
}
