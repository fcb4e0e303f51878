import { MINUTES_PER_DAY } from '../time/instant.ts'
import { atLocal, offsetMinutes } from '../time/zone.ts'
import type { Span } from './spans.ts'

/**
 * Wall minutes: the local date and time as minutes since local 1970-01-01 00:00. Repeating times are calculated in
 * these and converted to instants last. Both functions throw RangeError for an unknown zone.
 */

/** Converts an instant (epoch minutes) to wall minutes. */
export function wallOf(zone: string, at: number): number {
  return at + offsetMinutes(zone, at)
}

/**
 * Returns the span between two local times in wall minutes; skipped and repeated times are resolved as in time/zone.ts.
 * Null if a clock change leaves nothing of it.
 */
export function spanOnWall(zone: string, from: number, to: number): Span | null {
  const span = { from: instantOf(zone, from), to: instantOf(zone, to) }
  // Nothing happens on a day that the calendar skips (Apia, December 30, 2011); it must not move to the day after.
  if (wallOf(zone, span.from) - from >= MINUTES_PER_DAY) return null
  return span.from < span.to ? span : null
}

function instantOf(zone: string, wall: number): number {
  return atLocal(zone, { year: 1970, month: 1, day: 1, minute: wall })
}
