import { MINUTES_PER_DAY } from '../time/instant.ts'
import { begunLocalDays, plusLocalMonths } from '../time/zone.ts'

/** A month of a stay without end, minutes since 1970; `ends` as it was ordered, `until` where the stay ends before. */
export interface BilledMonth {
  starts: number
  ends: number
  until: number
}

/**
 * The month that begins where the one before ended. Months are counted from the first start, so that the 31st comes
 * again after a short one.
 */
export function monthFrom(
  zone: string,
  anchor: number,
  starts: number,
  stay_ends: number | null,
): BilledMonth {
  let count = Math.max(1, Math.floor((starts - anchor) / (31 * MINUTES_PER_DAY)))
  while (plusLocalMonths(zone, anchor, count) <= starts) count++
  const ends = plusLocalMonths(zone, anchor, count)
  return { starts, ends, until: stay_ends === null ? ends : Math.min(ends, stay_ends) }
}

/**
 * What of a month's price a part of it costs: its local days, the begun one counting, and what cannot be divided is
 * the driver's. The same days that a cancellation counts (core/cancellation), so that paying the month and getting the
 * rest back comes to the same.
 */
export function partOfMonth(zone: string, month_cents: number, month: BilledMonth): number {
  if (month.until >= month.ends) return month_cents
  const days = begunLocalDays(zone, month.starts, month.ends)
  const used = Math.min(days, begunLocalDays(zone, month.starts, month.until))
  return month_cents - Math.floor((month_cents * (days - used)) / days)
}
