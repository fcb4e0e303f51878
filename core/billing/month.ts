import { MINUTES_PER_DAY } from '../time/instant.ts'
import { begunLocalDays, plusLocalMonths } from '../time/zone.ts'

/**
 * One billed month of an open-ended reservation, in epoch minutes. `ends` is the full month; `until` is where the
 * reservation ends earlier.
 */
export interface BilledMonth {
  starts: number
  ends: number
  until: number
}

/**
 * Returns the month that starts where the previous one ended. Months are counted from the first start (`anchor`), so
 * that the 31st returns after a short month. All values are epoch minutes.
 */
export function monthFrom(
  zone: string,
  anchor: number,
  starts: number,
  reservation_ends: number | null,
): BilledMonth {
  let count = Math.max(1, Math.floor((starts - anchor) / (31 * MINUTES_PER_DAY)))
  while (plusLocalMonths(zone, anchor, count) <= starts) count++
  const ends = plusLocalMonths(zone, anchor, count)
  return { starts, ends, until: reservation_ends === null ? ends : Math.min(ends, reservation_ends) }
}

/**
 * Returns the price, in minor units, of the used part of a month, by local days; a started day counts in full, and
 * fractions are rounded up. Cancellations count the same days (core/cancellation), so paying for the month and getting
 * a refund for the rest gives the same result.
 */
export function partOfMonth(zone: string, month_cents: number, month: BilledMonth): number {
  if (month.until >= month.ends) return month_cents
  const days = begunLocalDays(zone, month.starts, month.ends)
  const used = Math.min(days, begunLocalDays(zone, month.starts, month.until))
  return month_cents - Math.floor((month_cents * (days - used)) / days)
}
