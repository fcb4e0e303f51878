import { typedKey } from './place-key.ts'

/** A point as [latitude, longitude]. */
export type LatLng = readonly [number, number]

const directions = ['north', 'south', 'east', 'west'] as const
type Direction = (typeof directions)[number]

/** An address that begins with a house number. */
export interface StreetAddress {
  number: number
  /** How the key of its street begins. Without a direction ("233 Wacker"), one for each. */
  keys: string[]
}

/** Parses "233 S Wacker Dr, Chicago, IL 60606"; null if the text doesn't begin with a house number. "12 1/2" is next to 12. */
export function readStreetAddress(text: string): StreetAddress | null {
  const [first = ''] = text.split(',')
  const [, digits = '', street = ''] =
    /^\s*(\d{1,5})(?:\s*½|\s+1\/2)?\s+(\p{L}.*|\d+\p{L}.*)$/u.exec(first) ?? []
  const key = typedKey(street)
  // Fewer letters begin too many streets.
  if (digits === '' || key.replace(/^(north|south|east|west) /, '').length < 3) return null
  const hasDirection = directions.some((direction) => key.startsWith(`${direction} `))
  const keys = hasDirection ? [key] : directions.map((direction) => `${direction} ${key}`)
  return { number: Number(digits), keys }
}

/** State Street and Madison Street, where the numbers of Chicago begin. */
const origin = { lat: 41.8821, lng: -87.6279 }
/** The lines from north to south lean to the west: in degrees of longitude for each degree of latitude. */
const LEAN = 0.029
const latPerNumber = 0.014_493 / 800
const lngPerNumber = 0.019_55 / 800
/** South of Madison, the first three miles have 1,200, 1,000, and 900 numbers. */
const southward: LatLng[] = [
  [0, origin.lat],
  [1200, 41.8674],
  [2200, 41.8529],
  [3100, 41.8382],
]
/** How far a number may lie beyond the known end of its street, in degrees; about two blocks. */
const BEYOND = 0.003

/**
 * Returns the point of a house number on a street of Chicago, or null if the street doesn't reach it. The number gives
 * the latitude (on streets from north to south) or longitude, and the street's line the rest.
 */
export function pointAtNumber(key: string, line: readonly LatLng[], number: number): LatLng | null {
  const direction = directions.find((each) => key.startsWith(`${each} `))
  if (direction === undefined) return null
  const isByLat = direction === 'north' || direction === 'south'
  const lean = isByLat ? 0 : LEAN * (origin.lat - (line[0]?.[0] ?? origin.lat))
  return pointAlong(line, positionOf(direction, number) + lean, isByLat ? 0 : 1)
}

function positionOf(direction: Direction, number: number): number {
  if (direction === 'north') return origin.lat + number * latPerNumber
  if (direction === 'east') return origin.lng + number * lngPerNumber
  if (direction === 'west') return origin.lng - number * lngPerNumber
  const after = southward.findIndex(([from]) => from > number)
  const [lastNumber, lastLat] = southward.at(-1) ?? [0, origin.lat]
  if (after < 1) return lastLat - (number - lastNumber) * latPerNumber
  const [a, b] = [southward[after - 1] ?? [0, 0], southward[after] ?? [0, 0]]
  return a[1] + ((number - a[0]) / (b[0] - a[0])) * (b[1] - a[1])
}

/** Returns the point of a line at a coordinate of an axis; its points are in the order of that axis. */
function pointAlong(line: readonly LatLng[], at: number, axis: 0 | 1): LatLng | null {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last) return null
  if (at < first[axis]) return first[axis] - at < BEYOND ? first : null
  if (at > last[axis]) return at - last[axis] < BEYOND ? last : null
  const next = line.findIndex((point) => point[axis] >= at)
  const [a, b] = [line[Math.max(0, next - 1)] ?? first, line[next] ?? last]
  const part = b[axis] === a[axis] ? 0 : (at - a[axis]) / (b[axis] - a[axis])
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]
}
