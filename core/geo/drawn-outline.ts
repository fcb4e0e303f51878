import { METERS_PER_DEGREE } from './cells.ts'

/** The outline of a lot while a person draws it: open rings of [lng, lat] corners. */
export type Corner = [lng: number, lat: number]

/** Seven decimals are a centimeter. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Moves a point by meters to the east and north. */
export function moved([lng, lat]: Corner, east: number, north: number): Corner {
  const shrink = Math.max(Math.cos(radians(lat)), 1e-6)
  return [
    rounded(lng + east / (METERS_PER_DEGREE * shrink)),
    rounded(Math.max(-90, Math.min(90, lat + north / METERS_PER_DEGREE))),
  ]
}

/** Returns the corners of a rectangle around a point, counterclockwise; its sides are in meters. */
export function rectangleAround(at: Corner, width: number, height: number): Corner[] {
  const [x, y] = [width / 2, height / 2]
  return [moved(at, -x, -y), moved(at, x, -y), moved(at, x, y), moved(at, -x, y)]
}

/** Closes corners to a boundary, or returns null while there are too few. */
export function boundaryOf(corners: readonly Corner[]): Corner[][] | null {
  const [first] = corners
  return first && corners.length >= 3 ? [[...corners, first]] : null
}

/** Returns the corners of the outer ring of a boundary. */
export const cornersOf = (boundary: readonly (readonly number[][])[] | null): Corner[] =>
  (boundary?.[0] ?? []).slice(0, -1).map(([lng = 0, lat = 0]) => [lng, lat])
