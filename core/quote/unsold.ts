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
  if (periods.every(sellsNothing))
    return refusal('rate_missing', 'rates', 'This lot has no prices yet. Choose another lot.')
  if (!periods.some(sellsMonthsAlone) || ends >= plusLocalMonths(zone, starts, 1)) return null
  const withoutLone = periods.map((period) => (sellsMonthsAlone(period) ? { ...period, cents: [] } : period))
  if (coveredUntil({ ...reservation, periods: withoutLone }) >= ends) return null
  if (coveredUntil(reservation) < ends) return unsoldWithin(reservation)
  const message = periods.every(sellsMonthsAlone)
    ? 'Only whole months are available here. Choose at least one month.'
    : 'Only whole months are available for part of this time. Choose another time, or at least one month.'
  return refusal('rate_missing', 'ends_at', message)
}

/** Refuses a reservation that no blocks cover, and says how far blocks would reach. */
export function unsoldWithin(reservation: Coverable): QuoteRefusal {
  const until = coveredUntil(reservation)
  if (until <= reservation.starts) {
    return refusal(
      'rate_missing',
      'starts_at',
      'No parking is sold at the start of this time. Choose a later start time.',
    )
  }
  const message = 'No parking is sold for part of this time. Choose an earlier end time or another time.'
  return refusal('rate_missing', 'ends_at', message, { covered_until: isoOf(until) })
}
