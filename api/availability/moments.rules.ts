import { findMinutesOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import type { Span } from '@openspot/core/windows/windows.ts'
import { refuse } from '../errors.ts'

/** What lies outside is a slip of the pen, or dear to count. */
const [earliest, latest] = [minutesOf('2000-01-01T00:00Z'), minutesOf('2200-01-01T00:00Z')]

/** The minute of a moment that somebody named. */
export function readMoment(text: string, field: string): number {
  const at = findMinutesOf(text)
  if (at === null || at < earliest || at >= latest) {
    refuse('request_invalid', { field, message: 'That is no moment between the years 2000 and 2200.' })
  }
  return Math.floor(at)
}

/** The present minute. */
export const minuteOf = (now: Date) => Math.floor(now.getTime() / 60_000)

/** The time between two moments that somebody named, in whole minutes. */
export function readRange(asked: { starts_at: string; ends_at: string }, mostDays: number): Span {
  const from = readMoment(asked.starts_at, 'starts_at')
  const to = readMoment(asked.ends_at, 'ends_at')
  if (to <= from)
    refuse('request_invalid', { field: 'ends_at', message: 'The end must come after the start.' })
  if (to - from > mostDays * MINUTES_PER_DAY) {
    refuse('request_invalid', { field: 'ends_at', message: `Ask for ${mostDays} days at most.` })
  }
  return { from, to }
}

/** Epoch minutes; without an end Infinity. */
export const endOf = (ends_at: string | null) =>
  ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(ends_at)
