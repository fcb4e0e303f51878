import { MINUTES_PER_DAY } from '../time/instant.ts'
import { atLocal, offsetMinutes } from '../time/zone.ts'
import type { Span } from './spans.ts'

/**
 * Wall minutes: what clock and calendar of a zone show, as minutes since they showed 1970-01-01 00:00. Repeating times
 * are sums of these, and become instants last. Both functions throw RangeError for an unknown zone.
 */

/** What the zone's clock shows at an instant (epoch minutes), in wall minutes. */
export function wallOf(zone: string, at: number): number {
  return at + offsetMinutes(zone, at)
}

/**
 * The time between two readings of the zone's clock, given in wall minutes; readings that are skipped or come twice
 * are resolved as in time/zone.ts. Null where a change of the clocks leaves nothing of it.
 */
export function spanOnWall(zone: string, from: number, to: number): Span | null {
  const span = { from: instantOf(zone, from), to: instantOf(zone, to) }
  // On a day that the calendar leaves out whole (Apia, 2011-12-30) nothing happens: it is not the day after.
  if (wallOf(zone, span.from) - from >= MINUTES_PER_DAY) return null
  return span.from < span.to ? span : null
}

function instantOf(zone: string, wall: number): number {
  return atLocal(zone, { year: 1970, month: 1, day: 1, minute: wall })
}
