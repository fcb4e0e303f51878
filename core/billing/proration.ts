import { begunLocalDays, plusLocalMonths } from '../time/zone.ts'

/** A month of a subscription, in epoch minutes. */
export interface Month {
  starts: number
  ends: number
}

/**
 * Returns the month that contains `at`, counted from the first start (`anchor`), so that the 31st returns after a short
 * month. All values are epoch minutes.
 */
export function monthAt(zone: string, anchor: number, at: number): Month {
  // A month with the end of daylight saving time is longer than 31 days, by less than a day.
  let count = Math.max(0, Math.floor((at - anchor - 1440) / (31 * 1440)))
  while (plusLocalMonths(zone, anchor, count + 1) <= at) count++
  return { starts: plusLocalMonths(zone, anchor, count), ends: plusLocalMonths(zone, anchor, count + 1) }
}

/**
 * Returns what a price change costs for the rest of its month, in minor units; negative means a credit. It is prorated
 * by local days: the started day stays at the old price, and fractions are rounded down.
 */
export function proration(
  zone: string,
  from_cents: number,
  to_cents: number,
  month: Month,
  at: number,
): number {
  const days = begunLocalDays(zone, month.starts, month.ends)
  const left = days - Math.min(days, begunLocalDays(zone, month.starts, at))
  return Math.floor(((to_cents - from_cents) * left) / days)
}
