import type { Span } from '../recurrence/recurrence.ts'
import { dateOfDays, daysOfDate, isoOf, MINUTES_PER_DAY } from '../time/instant.ts'
import { localParts, startOfDate } from '../time/zone.ts'
import type { HourPeriod } from './types.ts'

/**
 * An open-ended reservation is checked until everything else has ended and then for a year that includes both clock
 * changes.
 */
const LOOK_AHEAD_MINUTES = 400 * MINUTES_PER_DAY

/** A period with too many parked minutes; its bounds are epoch minutes. */
export type FullPeriod = Span & { parked: number }

/**
 * Returns the first local day, week, or month that a reservation touches in which it and the others park more than
 * `max` minutes; null if there is none. A minute on two spots counts twice. Days are as long as the local clock makes
 * them.
 * @param reservation epoch minutes, as are the others; `to` may be Infinity
 * @throws RangeError for an unknown zone
 */
export function findFullPeriod(
  zone: string,
  per: HourPeriod,
  max: number,
  reservation: Span,
  others: readonly Span[],
): FullPeriod | null {
  const all = [reservation, ...others]
  const bounds = all.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite)
  const until = Number.isFinite(reservation.to) ? reservation.to : Math.max(...bounds) + LOOK_AHEAD_MINUTES
  let day = firstDayOf(zone, per, reservation.from)
  let from = startOfDay(zone, day)
  while (from < until) {
    const nextDay = firstDayAfter(per, day)
    const to = startOfDay(zone, nextDay)
    let parked = 0
    for (const span of all) parked += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
    // To the millisecond, because sums of fractional minutes may be off in the last digit.
    if (Math.round((parked - max) * 60_000) > 0) return { from, to, parked }
    day = nextDay
    from = to
  }
  return null
}

/** Returns the first day of the period that contains an instant, in days since January 1, 1970. */
function firstDayOf(zone: string, per: HourPeriod, at: number): number {
  const { year, month, day } = localParts(zone, at)
  if (per === 'MONTH') return daysOfDate(year, month, 1)
  const days = daysOfDate(year, month, day)
  // Day 0 was a Thursday, and weeks start on Monday.
  return per === 'DAY' ? days : days - ((((days + 3) % 7) + 7) % 7)
}

function firstDayAfter(per: HourPeriod, firstDay: number): number {
  if (per !== 'MONTH') return firstDay + (per === 'DAY' ? 1 : 7)
  const { year, month } = dateOfDays(firstDay)
  return month === 12 ? daysOfDate(year + 1, 1, 1) : daysOfDate(year, month + 1, 1)
}

function startOfDay(zone: string, days: number): number {
  return startOfDate(zone, isoOf(days * MINUTES_PER_DAY).slice(0, 10))
}
