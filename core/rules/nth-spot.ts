import type { NthSpotPeriod } from '../quote/types.ts'
import type { Span } from '../recurrence/recurrence.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { type HeldReservation, type Rules, spanOfReservation } from './types.ts'

/**
 * Returns, for the quote, the periods of a reservation, in order, in which enough held reservations run at once to
 * reach an nth-spot price. Periods at the usual price are omitted.
 * @param held the other reservations that count, in any order, without the reservation itself
 * @param until how far an open-ended reservation is checked (ISO 8601): the end of the quoted month
 * @throws RangeError for an unreadable instant
 */
export function nthSpotPeriods(
  rules: Pick<Rules, 'nth_spot_prices'>,
  times: HeldReservation,
  held: readonly HeldReservation[],
  until: string,
): NthSpotPeriod[] {
  if (rules.nth_spot_prices.length === 0) return []
  const span = { from: minutesOf(times.starts_at), to: minutesOf(times.ends_at ?? until) }
  return nthSpotWithin(rules, span, held.map(spanOfReservation))
}

/** Same as `nthSpotPeriods`, in epoch minutes. The span must be finite; the others need not be. */
export function nthSpotWithin(
  rules: Pick<Rules, 'nth_spot_prices'>,
  span: Span,
  others: readonly Span[],
): NthSpotPeriod[] {
  if (rules.nth_spot_prices.length === 0) return []
  const periods: NthSpotPeriod[] = []
  for (const { from, to, count } of stretches(span, others)) {
    const nth = count + 1
    const percent_bps = priceOfNth(rules.nth_spot_prices, nth)
    if (percent_bps !== 0) periods.push({ starts_at: isoOf(from), ends_at: isoOf(to), nth, percent_bps })
  }
  return periods
}

type Stretch = Span & { count: number }

/** Splits a span by the number of other spans that overlap; parts without any are omitted. */
function stretches(span: Span, others: readonly Span[]): Stretch[] {
  const changes = new Map<number, number>()
  const change = (at: number, by: number) => changes.set(at, (changes.get(at) ?? 0) + by)
  for (const other of others) {
    const [from, to] = [Math.max(span.from, other.from), Math.min(span.to, other.to)]
    if (from >= to) continue
    change(from, 1)
    change(to, -1)
  }
  const found: Stretch[] = []
  let [from, count] = [span.from, 0]
  for (const [at, by] of [...changes].sort(([a], [b]) => a - b)) {
    // One reservation ends as another starts, so the count stays the same.
    if (by === 0) continue
    if (count > 0) found.push({ from, to: at, count })
    from = at
    count += by
  }
  return found
}

function priceOfNth(prices: Rules['nth_spot_prices'], nth: number): number {
  let reached: Rules['nth_spot_prices'][number] | null = null
  for (const price of prices) {
    if (price.nth <= nth && price.nth > (reached?.nth ?? 0)) reached = price
  }
  return reached?.percent_bps ?? 0
}
