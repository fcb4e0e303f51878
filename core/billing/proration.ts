import { begunLocalDays, plusLocalMonths } from '../time/zone.ts'

/** A month of a subscription, minutes since 1970. */
export interface Month {
  starts: number
  ends: number
}

/** The month in which a moment lies, counted from the first start, so that the 31st comes again after a short one. */
export function monthAt(zone: string, anchor: number, at: number): Month {
  let count = Math.max(0, Math.floor((at - anchor) / (31 * 1440)))
  while (plusLocalMonths(zone, anchor, count + 1) <= at) count++
  return { starts: plusLocalMonths(zone, anchor, count), ends: plusLocalMonths(zone, anchor, count + 1) }
}

/**
 * What a change of the month's price costs, or below zero gives back, for the rest of the month it falls into: by local
 * days, the begun one still at the old price, and what cannot be divided is the payer's.
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
