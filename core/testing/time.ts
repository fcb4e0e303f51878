import fc from 'fast-check'
import { minutesOf } from '../time/instant.ts'
import { offsetMinutes } from '../time/zone.ts'

/** Generators for all tests that depend on a clock: difficult time zones, and instants close to clock changes. */

/** Half-hour shifts, a skipped day, Ramadan, odd offsets, changes at midnight, negative summer time, and no changes. */
export const zones = [
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Berlin',
  'America/New_York',
  'America/Chicago',
  'America/Santiago',
  'America/Havana',
  'America/St_Johns',
  'Pacific/Chatham',
  'Asia/Beirut',
  'Africa/Cairo',
  'Antarctica/Troll',
  'UTC',
] as const

const from = minutesOf('2020-01-01T00:00Z')
const to = minutesOf('2036-01-01T00:00Z')
const changes = new Map<string, number[]>()

/** Returns the instants from 2020 to 2035 at which a zone's clock changes, to within the half hour before. */
function changesOf(zone: string): number[] {
  const known = changes.get(zone)
  if (known) return known
  const found: number[] = []
  for (let day = from; day < to; day += 1440) {
    if (offsetMinutes(zone, day) === offsetMinutes(zone, day + 1440)) continue
    let at = day
    while (offsetMinutes(zone, at) === offsetMinutes(zone, at + 30)) at += 30
    found.push(at)
  }
  changes.set(zone, found)
  return found
}

/**
 * Generates a time zone and an instant, mostly within two days of a clock change or within a month before one.
 * @param step minutes of UTC between instants; 30 keeps all reservations of a zone on one grid
 */
export function instants(step = 1): fc.Arbitrary<{ zone: string; at: number }> {
  const anywhere = fc.integer({ min: from / step, max: to / step }).map((steps) => steps * step)
  return fc.constantFrom(...zones).chain((zone) => {
    const near = changesOf(zone)
    if (near.length === 0) return anywhere.map((at) => ({ zone, at }))
    // Integers on purpose: `fc.double` is distributed over exponents and would nearly always land at the edge.
    const reach = fc.oneof(fc.integer({ min: -2880, max: 2880 }), fc.integer({ min: -40 * 1440, max: 2880 }))
    const close = fc
      .tuple(fc.constantFrom(...near), reach)
      .map(([change, away]) => change + Math.round(away / step) * step)
    return fc
      .oneof({ weight: 4, arbitrary: close }, { weight: 1, arbitrary: anywhere })
      .map((at) => ({ zone, at }))
  })
}
