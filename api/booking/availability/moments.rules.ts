import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { findMinutesOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { refuse } from '../../errors.ts'

/** Instants outside are typos, or too expensive to compute. */
const [earliest, latest] = [minutesOf('2000-01-01T00:00Z'), minutesOf('2200-01-01T00:00Z')]

/**
 * Returns the epoch minute of an instant. Throws `request_invalid` on `field` if it is not one between 2000 and 2200.
 */
export function readMoment(text: string, field: string): number {
  const at = findMinutesOf(text)
  if (at === null || at < earliest || at >= latest) {
    refuse('request_invalid', { field, message: (t) => t('apiErrors.time.invalid') })
  }
  return Math.floor(at)
}

/** Returns the epoch minute of a date. */
export const minuteOf = (now: Date) => Math.floor(now.getTime() / 60_000)

/** Returns an interval in whole epoch minutes. Throws `request_invalid` if it is empty or longer than `mostDays`. */
export function readRange(requested: { starts_at: string; ends_at: string }, maxDays: number): Span {
  const from = readMoment(requested.starts_at, 'starts_at')
  const to = readMoment(requested.ends_at, 'ends_at')
  if (to <= from)
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.time.endBeforeStart'),
    })
  if (to - from > maxDays * MINUTES_PER_DAY) {
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.time.rangeTooLong', { days: maxDays }),
    })
  }
  return { from, to }
}

/** Returns epoch minutes, or Infinity if there is no end. */
export const endOf = (ends_at: string | null) =>
  ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(ends_at)
