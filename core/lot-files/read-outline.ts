import polylabel from 'polylabel'
import { METERS_PER_DEGREE } from '../geo/cells.ts'
import { computeSpotLayout, type LaidOutSpot, rowLetters } from '../geo/spot-layout.ts'
import type { FileReason } from './file-reasons.ts'

export type Corner = [lng: number, lat: number]
export type Ring = Corner[]

/** Maximum number of spots in an imported lot; anything larger must be split into several lots. */
export const MAX_SPOTS = 30_000
/** Maximum number of spots that are laid out. */
const MAX_DRAWN = 20_000
const rowLength = 20
/** About a centimeter. */
const PRECISION_DEGREES = 1e-7
/** A wide outline needs less: all points along the middle of a rectangle are equally good, and each would be tried. */
const PRECISION_OF_WIDTH = 1 / 5000

export type ReadOutline =
  | {
      ok: true
      /** The outline that is kept: of several polygons the one with the most room. */
      rings: Ring[]
      /** All polygons, by which the lot is known again. */
      polygons: Ring[][]
      spots: LaidOutSpot[]
      notes: FileReason[]
    }
  | { ok: false; refusal: FileReason }

/** How much is read of an outline, because spots are laid out along each of its edges. */
export interface OutlineLimits {
  corners: number
  /** The area of the boxes around its polygons. */
  area_m2: number
}

/** Returns the outline of a lot without altitudes, with closed rings, and its spots. */
export function readOutline(
  given: readonly unknown[],
  count: number | null,
  limits: OutlineLimits | null,
): ReadOutline {
  const polygons = given.map(readRings)
  if (!polygons.every((rings) => rings !== null)) return { ok: false, refusal: { code: 'no_rings' } }
  // Spots are laid out in one polygon after the other, so a corner of a later one would be noticed late. The limits hold for places only.
  if (limits && !polygons.flat(2).every(isPlace)) return { ok: false, refusal: { code: 'no_rings' } }
  if (limits && isBeyond(polygons, limits)) {
    const { corners, area_m2 } = limits
    return { ok: false, refusal: { code: 'too_detailed', corners, area_m2 } }
  }
  const outline = { type: 'MultiPolygon', coordinates: polygons } as const
  const drawn = computeSpotLayout(outline, count === null ? null : Math.min(count, MAX_DRAWN))
  // A sliver is still a lot: its owner can redraw it or give the number of spots.
  const isSliver = !drawn.ok && drawn.code === 'no_room'
  const layout = isSliver ? computeSpotLayout(outline, 1) : drawn
  if (!layout.ok) return { ok: false, refusal: { code: 'no_outline', fault: layout } }
  const notes: FileReason[] = isSliver ? [{ code: 'sliver', area_m2: layout.area_m2 }] : []
  if (polygons.length > 1) notes.push({ code: 'several_polygons', count: polygons.length })
  return {
    ok: true,
    rings: largest(polygons).map(closed),
    polygons: polygons.map((rings) => rings.map(closed)),
    spots: [...layout.spots, ...undrawn(layout.spots, count ?? 0)],
    notes,
  }
}

/** A lot that is only a point has spots without shapes. */
export function readPoint(
  given: unknown,
  count: number | null,
): { ok: true; at: { lat: number; lng: number }; spots: LaidOutSpot[] } | { ok: false; refusal: FileReason } {
  const [lng, lat] = Array.isArray(given) ? (given as unknown[]) : []
  if (typeof lng !== 'number' || typeof lat !== 'number' || !isPlace([lng, lat]))
    return { ok: false, refusal: { code: 'no_point' } }
  return { ok: true, at: { lat, lng }, spots: undrawn([], count ?? 1).map((spot) => ({ ...spot, level: 1 })) }
}

/** JSON has numbers that are read as Infinity. */
const isPlace = ([lng, lat]: Corner) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

function largest(polygons: readonly Ring[][]): Ring[] {
  const [first, ...others] = polygons
  if (first && others.length === 0) return first
  const rooms = polygons.map((rings) => {
    const layout = computeSpotLayout({ type: 'Polygon', coordinates: rings })
    return layout.ok ? layout.area_m2 : 0
  })
  return polygons[rooms.indexOf(Math.max(...rooms))] ?? []
}

function isBeyond(polygons: readonly Ring[][], { corners, area_m2 }: OutlineLimits): boolean {
  if (polygons.flat(2).length > corners) return true
  const areas = polygons.map((rings) => {
    const outline = rings.flat()
    if (outline.length === 0) return 0
    const { width, height, middle } = boxOf(outline)
    return width * height * Math.cos((middle * Math.PI) / 180) * METERS_PER_DEGREE ** 2
  })
  const sum = areas.reduce((before, area) => before + area, 0)
  return !(sum <= area_m2)
}

/** The box around corners in degrees, and its middle latitude. */
function boxOf(corners: readonly Corner[]): { width: number; height: number; middle: number } {
  const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  return {
    width: Math.max(...lngs) - Math.min(...lngs),
    height: north - south,
    middle: (south + north) / 2,
  }
}

function readRings(given: unknown): Ring[] | null {
  if (!Array.isArray(given) || given.length === 0) return null
  const rings: Ring[] = []
  for (const ring of given as unknown[]) {
    if (!Array.isArray(ring)) return null
    const corners: Ring = []
    for (const corner of ring as unknown[]) {
      const [lng, lat] = Array.isArray(corner) ? (corner as unknown[]) : []
      if (typeof lng !== 'number' || typeof lat !== 'number') return null
      corners.push([lng, lat])
    }
    rings.push(corners)
  }
  return rings
}

function closed(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1]
  return first && !isClosed ? [...ring, first] : ring
}

/** Spots beyond those laid out have no shape; their row letters continue. */
function undrawn(drawn: readonly LaidOutSpot[], count: number): LaidOutSpot[] {
  const rows = new Set(drawn.map((spot) => spot.label.replace(/\d+$/, ''))).size
  const level = (drawn.at(-1)?.level ?? 0) + 1
  return Array.from({ length: Math.max(0, count - drawn.length) }, (_, at) => ({
    label: `${rowLetters(rows + Math.floor(at / rowLength))}${(at % rowLength) + 1}`,
    level,
    ring: null,
  }))
}

/**
 * Returns the point inside the outline, outside holes, that is farthest from every edge. The mean of the corners would
 * lie outside a bent lot.
 */
export function pointInside(rings: readonly Ring[]): { lat: number; lng: number } {
  // Degrees of longitude are shortened to the length of degrees of latitude, so that distances compare.
  const shrink = Math.cos(((rings[0]?.[0]?.[1] ?? 0) * Math.PI) / 180)
  const flat = rings.map((ring) => ring.map(([lng, lat]): Corner => [lng * shrink, lat]))
  const { width, height } = boxOf(flat[0] ?? [])
  const [x, y] = polylabel(flat, Math.max(PRECISION_DEGREES, Math.max(width, height) * PRECISION_OF_WIDTH))
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return { lat: round(y), lng: round(x / shrink) }
}
