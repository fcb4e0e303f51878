import { flatten, MOST_POINTS, type Outline, type OutlineFault } from './outline.ts'
import { bestRows } from './stall-rows.ts'

export type { Outline } from './outline.ts'

/** A spot of a lot as it is first drawn: staff move and rename it later. */
export type LaidOutSpot = {
  /** "A1", "A2", ... "B1"; after Z comes AA. No label comes twice in a lot. */
  label: string
  /** 1 on the ground; 2 and up for further levels of a ramp. */
  level: number
  /** A closed ring of four corners, [lng, lat], counter-clockwise; null where the ground has no room for any. */
  ring: [number, number][] | null
}

export type SpotLayout = {
  ok: true
  spots: LaidOutSpot[]
  /** How many stalls fit on the ground. */
  ground_count: number
  area_m2: number
}

export type SpotLayoutFault = OutlineFault | { ok: false; code: 'no_room' | 'count_wrong'; message: string }

const MOST_SPOTS = 20_000
/** Without a drawing to follow, rows of a usual length. */
const ROW_WITHOUT_SHAPE = 20

/**
 * Lays out parking spots in a lot's outline: stalls of 2.5 by 5 metres, two rows to an aisle of 6 metres, along the
 * longest edge or whichever of a few directions holds the most. Every stall lies within the outline and outside its
 * holes; none overlaps another. The same outline always gives the same spots.
 *
 * With a known count exactly that many spots come back: what does not fit on the ground goes to levels 2, 3 and so
 * on with the shapes of the ground, and where nothing fits at all spots have labels only. Without one it is what
 * fits, at least one.
 * @param outline GeoJSON geometry in degrees; several polygons are one lot, their rows lettered on
 * @returns the spots, or what is wrong with the outline in plain words; never throws on data
 */
export function layOutSpots(outline: Outline, count: number | null = null): SpotLayout | SpotLayoutFault {
  if (count !== null && !(Number.isInteger(count) && count >= 1 && count <= MOST_SPOTS)) {
    return { ok: false, code: 'count_wrong', message: `The number of spots must be from 1 to ${MOST_SPOTS}.` }
  }
  const polygons = outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates
  if (polygons.length === 0)
    return { ok: false, code: 'no_polygon', message: 'The outline is empty: draw its corners.' }
  if (polygons.flat(2).length > MOST_POINTS) {
    const message = `The outline has more than ${MOST_POINTS} corners: simplify it.`
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
      'No spot of 2.5 by 5 metres fits into the outline: check its size, or give the number of spots.'
    return { ok: false, code: 'no_room', message }
  }
  const wanted = Math.min(count ?? fitting, MOST_SPOTS)
  return { ok: true, spots: label(rows, wanted), ground_count: fitting, area_m2: Math.round(area) }
}

/** The letters of a row: A to Z, then AA, AB and so on. */
export function rowLetters(row: number): string {
  const last = String.fromCharCode(65 + (row % 26))
  return row < 26 ? last : rowLetters(Math.floor(row / 26) - 1) + last
}

/** Goes round the rows level by level; letters run on, so that labels stay unique over all levels. */
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
