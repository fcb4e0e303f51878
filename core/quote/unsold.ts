import { isoOf } from '../time/instant.ts'
import { plusLocalMonths } from '../time/zone.ts'
import { type Coverable, coveredUntil } from './cover.ts'
import type { RatePeriod } from './rates.ts'
import { refusal } from './refusal.ts'
import type { QuoteRefusal } from './types.ts'

const isSold = (cents: number | null) => cents !== null
const sellsNothing = ({ cents }: RatePeriod) => !cents.some(isSold)
/** True if only months are sold; the month is the first of `quoteUnits`. */
const sellsMonthsAlone = ({ cents }: RatePeriod) => cents.findLastIndex(isSold) === 0

/**
 * Returns why a reservation cannot be sold at any price, or null. A reservation shorter than a month is never forced to
 * buy one: it must also be coverable without the months of periods that sell only months. If it is, a month may still
 * be chosen if it is cheaper.
 */
export function findUnsold(reservation: Coverable): QuoteRefusal | null {
  const { zone, starts, ends, periods } = reservation
  if (periods.every(sellsNothing)) return refusal('rate_missing', 'rates', { code: 'no_prices' })
  if (!periods.some(sellsMonthsAlone) || ends >= plusLocalMonths(zone, starts, 1)) return null
  const withoutLone = periods.map((period) => (sellsMonthsAlone(period) ? { ...period, cents: [] } : period))
  if (coveredUntil({ ...reservation, periods: withoutLone }) >= ends) return null
  if (coveredUntil(reservation) < ends) return unsoldWithin(reservation)
  const code = periods.every(sellsMonthsAlone) ? 'only_months' : 'only_months_of_part'
  return refusal('rate_missing', 'ends_at', { code })
}

/** Refuses a reservation that no blocks cover, and says how far blocks would reach. */
export function unsoldWithin(reservation: Coverable): QuoteRefusal {
  const until = coveredUntil(reservation)
  if (until <= reservation.starts) {
    return refusal('rate_missing', 'starts_at', { code: 'nothing_at_start' })
  }
  const reason = { code: 'nothing_for_part' } as const
  return refusal('rate_missing', 'ends_at', reason, { covered_until: isoOf(until) })
}
