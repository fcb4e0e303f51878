/**
 * Cells of 0.02 degrees (2.2 km from south to north) by which lots near a point are found with a plain index
 * (reference/performance.md, section 3), and distances on the ground. Degrees are WGS 84, lengths metres.
 */

const CELL_DEGREES = 0.02
const COLUMNS = 18_000
const ROWS = 9000
/** Metres in a degree of latitude, as the search's SQL has it. */
export const METRES_PER_DEGREE = 111_195
/** A person on foot, 4.8 km/h; streets make a way about a third longer than the straight line. */
const WALKING_METRES_PER_MINUTE = 80
const DETOUR = 1.3
/** Wider than any rounding of doubles, far narrower than anything that matters: a nanodegree is a tenth of a millimetre. */
const SLACK_DEGREES = 1e-9

/**
 * The cell of a point: `floor((lat + 90) / 0.02) * 18000 + floor((lng + 180) / 0.02)`. A longitude of 180 is the same
 * meridian as -180 and lies in its column; SQL that computes cells must be given longitudes below 180.
 * @throws RangeError when the point is not on the globe
 */
export function cellOf(lat: number, lng: number): number {
  checkPoint(lat, lng)
  return rowOf(lat) * COLUMNS + columnOf(lng)
}

/**
 * Every cell that can hold a point within `radius_m` of a point by `distanceMetres`; none is missing, at any latitude
 * and across the date line. Cells whose nearest corner is out of reach are left out. Ascending, without repeats.
 * Close to a pole all columns are in reach, which makes some tens of thousands.
 * @throws RangeError when the point is not on the globe or the radius is not a length
 */
export function cellsAround(lat: number, lng: number, radius_m: number): number[] {
  checkPoint(lat, lng)
  if (!(radius_m >= 0 && Number.isFinite(radius_m))) throw new RangeError(`Not a radius: ${radius_m}`)
  const reach = radius_m / METRES_PER_DEGREE + SLACK_DEGREES
  const shrink = Math.cos(radians(lat))
  const firstRow = rowOf(Math.max(-90, lat - reach))
  const lastRow = rowOf(Math.min(90, lat + reach))
  const cells: number[] = []
  for (let row = firstRow; row <= lastRow; row += 1) {
    const south = row * CELL_DEGREES - 90
    const up = Math.max(0, south - lat, lat - south - CELL_DEGREES) - SLACK_DEGREES
    if (up > reach) continue
    // What is left of the radius for going east and west within this row, in degrees of longitude.
    const aside = Math.sqrt(reach * reach - Math.max(0, up) ** 2) / Math.max(shrink, 1e-12) + SLACK_DEGREES
    for (const column of columnsWithin(lng, aside)) cells.push(row * COLUMNS + column)
  }
  return cells.sort((a, b) => a - b)
}

/** Degrees; one that crosses the date line has its west east of its east. */
export type Box = { west: number; south: number; east: number; north: number }

/** How many degrees a box is wide, on its own side of the date line. */
export function boxWidth({ west, east }: Box): number {
  return west <= east ? east - west : east + 360 - west
}

/**
 * Every cell that can hold a point of a box, its borders included. Ascending, without repeats.
 * @throws RangeError when a corner is not on the globe
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
 * Metres between two points, as the search computes them: equirectangular, with the shrinking of the first point's
 * latitude. Right to a fraction of a per cent over the few kilometres for which it is used.
 */
export function distanceMetres(lat: number, lng: number, other_lat: number, other_lng: number): number {
  const straight = Math.abs(other_lng - lng)
  const aside = Math.min(straight, 360 - straight) * Math.cos(radians(lat))
  return METRES_PER_DEGREE * Math.hypot(other_lat - lat, aside)
}

/** Whole minutes on foot over a straight distance in metres, at least one; an estimate that leans to the long side. */
export function walkingMinutes(metres: number): number {
  return Math.max(1, Math.ceil((metres * DETOUR) / WALKING_METRES_PER_MINUTE))
}

/** How far, in metres of straight distance, such a walk leads: what is within it takes no longer than the minutes. */
export function walkableMetres(minutes: number): number {
  return Math.floor((minutes * WALKING_METRES_PER_MINUTE) / DETOUR)
}

/** Whether two numbers are a point on the globe. */
function isPoint(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

function columnsWithin(lng: number, aside: number): number[] {
  if (aside >= 180 - CELL_DEGREES) return Array.from({ length: COLUMNS }, (_, column) => column)
  // Counted on without bound and folded back, so that the date line needs no case of its own.
  const first = Math.floor((lng - aside + 180) / CELL_DEGREES)
  const last = Math.floor((lng + aside + 180) / CELL_DEGREES)
  const columns = new Set<number>()
  for (let column = first; column <= last; column += 1) columns.add(((column % COLUMNS) + COLUMNS) % COLUMNS)
  return [...columns]
}

function rowOf(lat: number): number {
  // The pole itself is a row of its own by the formula; nothing lies there, but the number must be the formula's.
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
