import type { NthSpotPeriod } from '../quote/types.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import type { Span } from '../windows/windows.ts'
import { type HeldStay, type Rules, spanOfStay } from './types.ts'

/**
 * What it costs more or less that others are held meanwhile, for the quote: the stretches of a stay, in order, in
 * which so many held stays run at once that a price for the nth spot is reached. Stretches that cost as usual are
 * left out.
 * @param held the other stays that count with this one, in any order; without the stay itself
 * @param until up to when a stay without an end is looked at (ISO 8601): the end of the month that is quoted
 * @throws RangeError for an unreadable instant
 */
export function nthSpotPeriods(
  rules: Pick<Rules, 'nth_spot_prices'>,
  stay: HeldStay,
  held: readonly HeldStay[],
  until: string,
): NthSpotPeriod[] {
  if (rules.nth_spot_prices.length === 0) return []
  const span = { from: minutesOf(stay.starts_at), to: minutesOf(stay.ends_at ?? until) }
  return nthSpotWithin(rules, span, held.map(spanOfStay))
}

/** As `nthSpotPeriods`, in epoch minutes: the span ends, the others need not. */
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

/** The stretches of a span in which as many others run; where none does is left out. */
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
    // One stay ends as another begins: as many as before.
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
