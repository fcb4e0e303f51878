import { flatten, MAX_POINTS, type Outline, type OutlineFault } from './outline.ts'
import { bestRows } from './stall-rows.ts'

export type { Outline } from './outline.ts'

/** A spot as it is first drawn; staff may move and rename it later. */
export type LaidOutSpot = {
  /** "A1", "A2", ... "B1"; after Z comes AA. Labels are unique within a lot. */
  label: string
  /** 1 on the ground; 2 and up for further levels of a garage. */
  level: number
  /** A closed ring of four corners, [lng, lat], counterclockwise; null if no stall fits on the ground. */
  ring: [number, number][] | null
}

export type SpotLayout = {
  ok: true
  spots: LaidOutSpot[]
  /** Number of stalls that fit on the ground. */
  ground_count: number
  area_m2: number
}

export type SpotLayoutFault = OutlineFault | { ok: false; code: 'no_room' | 'count_wrong'; message: string }

const MAX_SPOTS = 20_000
/** Row length in spots if there is no drawing to follow. */
const ROW_WITHOUT_SHAPE = 20

/**
 * Lays out parking spots in a lot's outline: stalls of 2.5 by 5 meters, two rows per aisle of 6 meters, along the
 * longest edge or whichever of a few directions holds the most. Every stall lies inside the outline and outside its
 * holes, and none overlaps another. The same outline always gives the same spots.
 *
 * With a `count`, exactly that many spots are returned: those that do not fit on the ground go to levels 2, 3, and so
 * on with the shapes of the ground, and if nothing fits at all, spots have labels only. Without one, the result is what
 * fits, at least one spot.
 * @param outline GeoJSON geometry in degrees; several polygons are one lot, with continuing row letters
 * @returns the spots, or a plain-language problem with the outline; never throws for bad data
 */
export function computeSpotLayout(
  outline: Outline,
  count: number | null = null,
): SpotLayout | SpotLayoutFault {
  if (count !== null && !(Number.isInteger(count) && count >= 1 && count <= MAX_SPOTS)) {
    return { ok: false, code: 'count_wrong', message: `The number of spots must be from 1 to ${MAX_SPOTS}.` }
  }
  const polygons = outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates
  if (polygons.length === 0)
    return { ok: false, code: 'no_polygon', message: 'The outline is empty. Draw its corners.' }
  if (polygons.flat(2).length > MAX_POINTS) {
    const message = `The outline has more than ${MAX_POINTS} corners. Simplify it.`
    return { ok: false, code: 'too_many_points', message }
  }
  const rows: [number, number][][][] = []
  let area = 0
  for (const rings of polygons) {
    const flat = flatten(rings)
    if (!flat.ok) return flat
    area += flat.polygon.area_m2
    for (const row of bestRows(flat.polygon.rings)) {
      rows.push(row.map((corners) => [...corners, corners[0]].map(flat.polygon.toPosition)))
    }
  }
  const fitting = rows.reduce((sum, row) => sum + row.length, 0)
  if (count === null && fitting === 0) {
    const message =
      'No spot of 2.5 by 5 meters fits in the outline. Check its size, or enter the number of spots.'
    return { ok: false, code: 'no_room', message }
  }
  const wanted = Math.min(count ?? fitting, MAX_SPOTS)
  return { ok: true, spots: label(rows, wanted), ground_count: fitting, area_m2: Math.round(area) }
}

/** Converts a row index into letters: A to Z, then AA, AB, and so on. */
export function rowLetters(row: number): string {
  const last = String.fromCharCode(65 + (row % 26))
  return row < 26 ? last : rowLetters(Math.floor(row / 26) - 1) + last
}

/** Repeats the rows level by level; row letters continue, so that labels stay unique across levels. */
function label(rows: readonly [number, number][][][], wanted: number): LaidOutSpot[] {
  const shapes = rows.length > 0 ? rows : [Array.from({ length: ROW_WITHOUT_SHAPE }, () => null)]
  const spots: LaidOutSpot[] = []
  for (let row = 0; spots.length < wanted; row += 1) {
    const level = rows.length > 0 ? Math.floor(row / rows.length) + 1 : 1
    const stalls = shapes[row % shapes.length] ?? []
    for (const [at, ring] of stalls.slice(0, wanted - spots.length).entries()) {
      spots.push({ label: `${rowLetters(row)}${at + 1}`, level, ring })
    }
  }
  return spots
}
