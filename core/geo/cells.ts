/**
 * Cells of 0.02 degrees (2.2 km from south to north), so that a plain index finds the lots near a point; and distances
 * on the ground. Degrees are WGS 84, lengths are meters.
 */

const CELL_DEGREES = 0.02
const COLUMNS = 18_000
const ROWS = 9000
/** Meters in a degree of latitude; the search SQL uses the same value. */
export const METERS_PER_DEGREE = 111_195
/** A pedestrian walks 4.8 km/h; the way along streets is about a third longer than the straight line. */
const WALKING_METERS_PER_MINUTE = 80
const DETOUR = 1.3
/** Wider than any rounding of doubles and far below anything that matters: a nanodegree is a tenth of a millimeter. */
const SLACK_DEGREES = 1e-9

/**
 * Returns the cell of a point: `floor((lat + 90) / 0.02) * 18000 + floor((lng + 180) / 0.02)`. Longitude 180 is the
 * same meridian as -180 and belongs to its column; SQL that computes cells must get longitudes below 180. The
 * database computes the same; tests compare with this.
 * @internal
 * @throws RangeError if the point is not on the globe
 */
export function cellOf(lat: number, lng: number): number {
  checkPoint(lat, lng)
  return rowOf(lat) * COLUMNS + columnOf(lng)
}

/**
 * Returns every cell that can contain a point within `radius_m` meters by `distanceMeters`, at any latitude and across
 * the date line, ascending and without duplicates. Cells whose nearest corner is out of reach are omitted. Close to a
 * pole all columns are in reach, which can be tens of thousands.
 * @throws RangeError if the point is not on the globe or the radius is not a length
 */
export function cellsAround(lat: number, lng: number, radius_m: number): number[] {
  checkPoint(lat, lng)
  if (!(radius_m >= 0 && Number.isFinite(radius_m))) throw new RangeError(`Not a radius: ${radius_m}`)
  const reach = radius_m / METERS_PER_DEGREE + SLACK_DEGREES
  const shrink = Math.cos(radians(lat))
  const firstRow = rowOf(Math.max(-90, lat - reach))
  const lastRow = rowOf(Math.min(90, lat + reach))
  const cells: number[] = []
  for (let row = firstRow; row <= lastRow; row += 1) {
    const south = row * CELL_DEGREES - 90
    const up = Math.max(0, south - lat, lat - south - CELL_DEGREES) - SLACK_DEGREES
    if (up > reach) continue
    // The remaining reach to the east and west within this row, in degrees of longitude.
    const aside = Math.sqrt(reach * reach - Math.max(0, up) ** 2) / Math.max(shrink, 1e-12) + SLACK_DEGREES
    for (const column of columnsWithin(lng, aside)) cells.push(row * COLUMNS + column)
  }
  return cells.sort((a, b) => a - b)
}

/** In degrees; a box that crosses the date line has `west` greater than `east`. */
export type Box = { west: number; south: number; east: number; north: number }

/** Returns the width of a box in degrees, also across the date line. */
export function boxWidth({ west, east }: Box): number {
  return west <= east ? east - west : east + 360 - west
}

/**
 * Returns every cell that can contain a point of a box, including its borders, ascending and without duplicates.
 * @throws RangeError if a corner is not on the globe
 */
export function cellsInBox(box: Box): number[] {
  checkPoint(box.south, box.west)
  checkPoint(box.north, box.east)
  const half = boxWidth(box) / 2
  const columns = columnsWithin(box.west + half, half + SLACK_DEGREES)
  const cells: number[] = []
  const last = rowOf(Math.min(90, box.north + SLACK_DEGREES))
  for (let row = rowOf(Math.max(-90, box.south - SLACK_DEGREES)); row <= last; row += 1) {
    for (const column of columns) cells.push(row * COLUMNS + column)
  }
  return cells.sort((a, b) => a - b)
}

/**
 * Returns the meters between two points as the search computes them: equirectangular, scaled by the latitude of the
 * first point. Accurate to a fraction of a percent over the few kilometers for which it is used.
 */
export function distanceMeters(lat: number, lng: number, other_lat: number, other_lng: number): number {
  const straight = Math.abs(other_lng - lng)
  const aside = Math.min(straight, 360 - straight) * Math.cos(radians(lat))
  return METERS_PER_DEGREE * Math.hypot(other_lat - lat, aside)
}

/** Returns the whole minutes on foot for a straight distance in meters, at least one; the estimate is rounded up. */
export function walkingMinutes(metres: number): number {
  return Math.max(1, Math.ceil((metres * DETOUR) / WALKING_METERS_PER_MINUTE))
}

/**
 * Returns the straight distance in meters that a pedestrian covers in the given minutes; the inverse of
 * `walkingMinutes`.
 */
export function walkableMeters(minutes: number): number {
  return Math.floor((minutes * WALKING_METERS_PER_MINUTE) / DETOUR)
}

function isPoint(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

function columnsWithin(lng: number, aside: number): number[] {
  if (aside >= 180 - CELL_DEGREES) return Array.from({ length: COLUMNS }, (_, column) => column)
  // Columns run past the bounds and wrap around, so the date line needs no special case.
  const first = Math.floor((lng - aside + 180) / CELL_DEGREES)
  const last = Math.floor((lng + aside + 180) / CELL_DEGREES)
  const columns = new Set<number>()
  for (let column = first; column <= last; column += 1) columns.add(((column % COLUMNS) + COLUMNS) % COLUMNS)
  return [...columns]
}

function rowOf(lat: number): number {
  // The formula gives the pole a row of its own. Nothing is there, but the number must match the formula.
  return Math.min(ROWS, Math.floor((lat + 90) / CELL_DEGREES))
}

function columnOf(lng: number): number {
  return lng >= 180 ? 0 : Math.min(COLUMNS - 1, Math.floor((lng + 180) / CELL_DEGREES))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function checkPoint(lat: number, lng: number): void {
  if (!isPoint(lat, lng)) throw new RangeError(`Not a point on the globe: ${lat}, ${lng}`)
}
