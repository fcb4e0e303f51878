import { type Edge, edgesOf, type FlatRing, isInside, type Point } from './outline.ts'

/** Rows of stalls in a polygon laid flat; metres throughout. */

/** Width along the row and depth across it; the first pair stands square to the aisle, the second along it. */
const STALLS = [
  { width: 2.5, depth: 5 },
  { width: 5, depth: 2.5 },
] as const
const AISLE = 6
/** Stalls are drawn a centimetre smaller all round: no rounding of degrees can make two of them overlap. */
const INSET = 0.01
/** A row looks only at the edges of the bands it lies in: outlines may have thousands of edges. */
const BAND = 5
/** How many directions of long edges are tried, each with the one across it. */
const DIRECTIONS = 5
/** For a lot in which no layout fits: beyond so many corners diagonals are not tried, and this bounds all tries. */
const MOST_TIGHT_CORNERS = 24
const MOST_STEPS = 5_000_000
/** Lengths are compared with this slack, so that a lot of exactly two stalls holds two. */
const SLACK = 1e-6

type Stall = (typeof STALLS)[number]
/** The polygon turned by an angle; its edges by bands of `BAND` metres from the south, each in all that it touches. */
type Turned = { bands: Edge[][]; corners: Point[]; south: number; north: number; angle: number }

/** The four corners of a stall, counter-clockwise. */
export type Corners = [Point, Point, Point, Point]

/**
 * The layout with the most stalls among a few: rows along each of the longest edges and across them, two rows to an
 * aisle, begun at different places. Each row a list of stalls side by side; rows without room are left out.
 * Where no such layout has room, single rows in any direction are tried.
 */
export function bestRows(rings: FlatRing[]): Corners[][] {
  let best: { turned: Turned; stall: Stall; first: number } | null = null
  let most = 0
  for (const angle of longEdgeAngles(rings)) {
    const turned = turn(rings, angle)
    for (const stall of STALLS) {
      for (const first of firstRows(turned, stall)) {
        let count = 0
        for (const row of rowsFrom(turned, stall, first)) count += countInRow(turned, stall, row)
        if (count > most) {
          most = count
          best = { turned, stall, first }
        }
      }
    }
  }
  if (best === null) return anyRow(rings)
  const { turned, stall, first } = best
  return rowsFrom(turned, stall, first)
    .map((row) => fillRow(turned, stall, row))
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
    // Directions a quarter turn apart are tried together, and half a degree is the same direction.
    const isNew = found.every((other) => Math.abs(Math.sin(2 * (angle - other))) > 0.0175)
    if (isNew) found.push(angle)
    if (found.length === DIRECTIONS) break
  }
  return found.flatMap((angle) => [angle, angle + Math.PI / 2])
}

/** The polygon turned so that rows run from west to east. */
function turn(rings: readonly FlatRing[], angle: number): Turned {
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)]
  const turned = rings.map((ring) => ring.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]))
  const corners = turned.flat()
  // Not Math.min(...heights): thousands of arguments may not fit on the stack of every browser.
  const south = corners.reduce((least, [, y]) => Math.min(least, y), Number.POSITIVE_INFINITY)
  const north = corners.reduce((most, [, y]) => Math.max(most, y), Number.NEGATIVE_INFINITY)
  const bands: Edge[][] = Array.from({ length: Math.floor((north - south) / BAND) + 1 }, () => [])
  for (const edge of turned.flatMap(edgesOf)) {
    const first = Math.floor((Math.min(edge[0][1], edge[1][1]) - south) / BAND)
    const last = Math.floor((Math.max(edge[0][1], edge[1][1]) - south) / BAND)
    for (let band = first; band <= last; band += 1) bands[band]?.push(edge)
  }
  return { bands, corners, south, north, angle }
}

/** Where the pattern row, aisle, row may begin: at every metre of it, and so that rows lie against either border. */
function firstRows({ south, north }: Turned, { depth }: Stall): number[] {
  const period = 2 * depth + AISLE
  const fromNorth = (begin: number) => begin - Math.ceil((begin - south) / period) * period
  const steps = Array.from({ length: Math.ceil(period) }, (_, metre) => south - metre)
  return [...steps, fromNorth(north), fromNorth(north - depth)]
}

/** Where each row begins in the south, those with only part of their depth inside left out. */
function rowsFrom(turned: Turned, { depth }: Stall, first: number): number[] {
  const rows: number[] = []
  for (let south = first; south < turned.north; south += 2 * depth + AISLE)
    rows.push(south, south + depth + AISLE)
  return rows.filter((south) => south >= turned.south - SLACK && south + depth <= turned.north + SLACK)
}

/**
 * One row wherever it fits: in every direction by the degree and between any two corners, which a tight stall
 * touches; begun at corners and every quarter metre. Bounded, since an outline may have thousands of corners.
 */
function anyRow(rings: FlatRing[]): Corners[][] {
  const [stall] = STALLS
  const corners = rings.flat()
  const angles = Array.from({ length: 180 }, (_, degree) => (degree * Math.PI) / 180)
  if (corners.length <= MOST_TIGHT_CORNERS) angles.unshift(...diagonals(corners))
  const tries = Math.max(8, Math.floor(MOST_STEPS / (angles.length * corners.length)))
  let best: Corners[] = []
  for (const angle of angles) {
    const turned = turn(rings, angle)
    const room = turned.north - turned.south - stall.depth
    if (room < -SLACK) continue
    const steps = Array.from({ length: Math.floor(room * 4) + 1 }, (_, at) => turned.south + at / 4)
    const begins = [...turned.corners.flatMap(([, y]) => [y, y - stall.depth]), ...steps]
    for (const begin of thinned(
      begins.filter((y) => y >= turned.south - SLACK && y <= turned.south + room + SLACK),
      tries,
    )) {
      const row = fillRow(turned, stall, begin)
      if (row.length > best.length) best = row
    }
  }
  return best.length > 0 ? [best] : []
}

function diagonals(corners: readonly Point[]): number[] {
  return corners.flatMap((a, at) => corners.slice(0, at).map((b) => Math.atan2(b[1] - a[1], b[0] - a[0])))
}

function thinned(values: number[], most: number): number[] {
  const step = Math.ceil(values.length / most)
  return values.filter((_, at) => at % step === 0)
}

function countInRow(turned: Turned, { width, depth }: Stall, south: number): number {
  let count = 0
  for (const [west, east] of freeStretches(turned, south, south + depth)) count += fitting(east - west, width)
  return count
}

/** As many stalls as fit into the band between `south` and a stall's depth north of it. */
function fillRow(turned: Turned, { width, depth }: Stall, south: number): Corners[] {
  const stalls: Corners[] = []
  for (const [west, east] of freeStretches(turned, south, south + depth)) {
    const count = fitting(east - west, width)
    // What is left over is shared between both ends.
    const begin = west + (east - west - count * width) / 2
    for (let at = 0; at < count; at += 1)
      stalls.push(cornersOf(turned, begin + at * width, south, width, depth))
  }
  return stalls
}

function fitting(length: number, width: number): number {
  return Math.floor((length + SLACK) / width)
}

/**
 * The stretches of a band that lie within the polygon over its whole height. An edge that enters the band blocks all
 * of its width there, so between blocks nothing changes, and one point tells inside from outside.
 */
function freeStretches(turned: Turned, south: number, north: number): [number, number][] {
  const blocks: [number, number][] = []
  for (const [a, b] of edgesBetween(turned, south, north)) {
    const low = Math.max(Math.min(a[1], b[1]), south + SLACK)
    const high = Math.min(Math.max(a[1], b[1]), north - SLACK)
    if (low > high) continue
    const [from, to] = a[1] === b[1] ? [a[0], b[0]] : [xAt(a, b, low), xAt(a, b, high)]
    blocks.push(from < to ? [from, to] : [to, from])
  }
  blocks.sort((a, b) => a[0] - b[0])
  const middle = (south + north) / 2
  const edges = edgesBetween(turned, middle, middle)
  const free: [number, number][] = []
  let covered = Number.POSITIVE_INFINITY
  for (const [from, to] of blocks) {
    if (from > covered && isInside(edges, [(covered + from) / 2, middle])) {
      free.push([covered, from])
    }
    covered = covered === Number.POSITIVE_INFINITY ? to : Math.max(covered, to)
  }
  return free
}

/** The edges of the bands between two heights; one that runs through several comes several times. */
function edgesBetween(turned: Turned, low: number, high: number): Edge[] {
  const first = Math.max(0, Math.floor((low - turned.south) / BAND))
  return turned.bands.slice(first, Math.floor((high - turned.south) / BAND) + 1).flat()
}

function xAt(a: Point, b: Point, y: number): number {
  return a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])
}

function cornersOf(turned: Turned, west: number, south: number, width: number, depth: number): Corners {
  const [cos, sin] = [Math.cos(turned.angle), Math.sin(turned.angle)]
  const back = (x: number, y: number): Point => [x * cos - y * sin, x * sin + y * cos]
  const [w, e, s, n] = [west + INSET, west + width - INSET, south + INSET, south + depth - INSET]
  return [back(w, s), back(e, s), back(e, n), back(w, n)]
}
