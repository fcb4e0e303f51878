import { METERS_PER_DEGREE } from '@openspot/core/geo/cells.ts'
import { isZone, offsetMinutes } from '@openspot/core/time/zone.ts'

export interface Point {
  lat: number
  lng: number
}

/** A time zone whose line is at most this far away may be the one that clocks show. */
const NEAR_METERS = 10_000
const DIRECTIONS = 16
/** Parts of the map that are kept in memory. A lot and its surroundings are in a few. */
const MAX_PARTS = 32

let shapes: Promise<(lat: number, lng: number) => string[]> | null = null

/** The index of the shapes stays in memory, so it is loaded when the first lot is placed, not at the start. */
async function loadShapes() {
  const { find, setCache } = await import('geo-tz/all')
  const parts = new Map<string, unknown>()
  const set = (key: string, part: unknown) => {
    const [first] = parts.keys()
    if (parts.size >= MAX_PARTS && first !== undefined) parts.delete(first)
    parts.set(key, part)
  }
  setCache({ store: { get: (key) => parts.get(key), set } })
  return find
}

async function zonesAt({ lat, lng }: Point): Promise<string[]> {
  shapes ??= loadShapes()
  const find = await shapes
  // Without those that this version of Node does not know yet.
  return find(lat, lng).filter((zone) => isZone(zone))
}

/** Returns the IANA time zone of a location by the exact shapes of time zones. */
export const timeZoneAt = async (point: Point): Promise<string> => (await zonesAt(point))[0] ?? 'UTC'

/**
 * Returns the time zone of a location, and those within 10 km whose clocks differ from it at some time of the year that
 * begins now. Zones at sea are left out.
 */
export async function timeZonesNear(
  point: Point,
  now: Date,
): Promise<{ time_zone: string; nearby: string[] }> {
  const [time_zone = 'UTC', ...disputed] = await zonesAt(point)
  const around: string[] = [...disputed]
  for (const each of pointsAround(point)) around.push(...(await zonesAt(each)))
  const clock = clockOf(time_zone, now)
  const nearby = [...new Set(around)].filter(
    (zone) => !zone.startsWith('Etc/') && clockOf(zone, now) !== clock,
  )
  return { time_zone, nearby: nearby.toSorted((a, b) => a.localeCompare(b, 'en')) }
}

function pointsAround({ lat, lng }: Point): Point[] {
  return [NEAR_METERS / 4, NEAR_METERS / 2, NEAR_METERS].flatMap((meters) =>
    Array.from({ length: DIRECTIONS }, (_, at) => {
      const angle = (2 * Math.PI * at) / DIRECTIONS
      const north = (meters * Math.cos(angle)) / METERS_PER_DEGREE
      // At the poles, a degree of longitude is no distance.
      const width = Math.max(Math.cos((lat * Math.PI) / 180), 0.01)
      const east = (meters * Math.sin(angle)) / (METERS_PER_DEGREE * width)
      return { lat: Math.min(90, Math.max(-90, lat + north)), lng: ((lng + east + 540) % 360) - 180 }
    }),
  )
}

/** Whether the clocks of two time zones agree throughout the year that begins now. */
export const haveSameClocks = (zone: string, other: string, now: Date): boolean =>
  zone === other || clockOf(zone, now) === clockOf(other, now)

/** The difference from UTC twelve times a year, as one text to compare. */
function clockOf(zone: string, now: Date): string {
  const month = 30.4 * 24 * 60
  const at = Math.floor(now.getTime() / 60_000)
  return Array.from({ length: 12 }, (_, of) => offsetMinutes(zone, Math.floor(at + of * month))).join(' ')
}
