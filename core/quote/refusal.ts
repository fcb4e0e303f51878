import { isCents, isCurrency } from '../money/money.ts'
import type { Reason } from '../reasons.ts'
import { findMinutesOf } from '../time/instant.ts'
import { isRoundingStep } from '../time/snap.ts'
import { isZone } from '../time/zone.ts'
import { ratesInOrder } from './rates.ts'
import type { QuoteInput, QuoteRates, QuoteRefusal, QuoteRefusalCode } from './types.ts'

/** Above this, sums over a reservation could exceed the safe integer range; no currency has prices near it. */
const LARGEST_CENTS = 1e12
const LARGEST_BPS = 1e7
/** Ten times the price on top. */
const LARGEST_NTH_SPOT_BPS = 100_000

export function refusal(
  code: QuoteRefusalCode,
  field: string,
  reason: Reason,
  params?: QuoteRefusal['params'],
): QuoteRefusal {
  return { ok: false, code, reason, field, ...(params ? { params } : {}) }
}

/** Returns the first problem that makes the input unpriceable, or null. */
export function findFault(input: QuoteInput): QuoteRefusal | null {
  if (!isZone(input.zone)) return refusal('zone_unknown', 'zone', { code: 'zone_unknown', zone: input.zone })
  if (!isCurrency(input.currency)) {
    return refusal('currency_unknown', 'currency', { code: 'currency_unknown', currency: input.currency })
  }
  const instants: [string, string | null][] = [
    ['starts_at', input.starts_at],
    ['ends_at', input.ends_at],
    ...instantsOf('rate_sets', input.rate_sets),
    ...instantsOf('rate_changes', input.rate_changes),
    ...instantsOf('nth_spot', input.nth_spot),
  ]
  for (const [field, instant] of instants) {
    if (instant !== null && findMinutesOf(instant) === null) {
      return refusal('instant_unreadable', field, { code: 'instant_unreadable', instant })
    }
  }
  const wrong = findWrongAmount(input)
  return wrong === null ? null : refusal('amount_wrong', wrong, { code: 'amount_wrong', field: wrong })
}

type Lasting = { starts_at: string; ends_at: string | null }

function instantsOf(field: string, all: readonly Lasting[] = []): [string, string | null][] {
  return all.flatMap(({ starts_at, ends_at }): [string, string | null][] => [
    [field, starts_at],
    [field, ends_at],
  ])
}

/** Returns the field of the first amount that is not a whole number in range, or null. */
function findWrongAmount(input: QuoteInput): string | null {
  const isPrice = (value: number) => isCents(value) && value >= 0 && value <= LARGEST_CENTS
  const arePrices = (rates: QuoteRates) =>
    ratesInOrder(rates).every((cents) => cents === null || isPrice(cents))
  if (!arePrices(input.rates)) return 'rates'
  if (!(input.rate_sets ?? []).every(({ rates }) => arePrices(rates))) return 'rate_sets'
  if (!isPrice(input.min_reservation_price)) return 'min_reservation_price'
  if (!isPrice(input.max_reservation_price)) return 'max_reservation_price'
  if (!isPrice(input.fee.service_fee_cents)) return 'fee.service_fee_cents'
  const bps = input.fee.service_fee_bps
  if (!isCents(bps) || bps < 0 || bps > LARGEST_BPS) return 'fee.service_fee_bps'
  if (!isRoundingStep(input.rounding_minutes ?? 30)) return 'rounding_minutes'
  const month = input.month_index ?? 0
  if (!isCents(month) || month < 0 || month > 1200) return 'month_index'
  const changesFine = (input.rate_changes ?? []).every(
    ({ percent_bps, amount_cents }) =>
      isWithin(percent_bps ?? 0, LARGEST_BPS) && isWithin(amount_cents ?? 0, LARGEST_CENTS),
  )
  if (!changesFine) return 'rate_changes'
  const nthSpotFine = (input.nth_spot ?? []).every(
    ({ nth, percent_bps }) =>
      isCents(nth) && nth >= 2 && isWithin(percent_bps, LARGEST_NTH_SPOT_BPS) && percent_bps >= -10_000,
  )
  return nthSpotFine ? null : 'nth_spot'
}

function isWithin(value: number, bound: number): boolean {
  return isCents(value) && Math.abs(value) <= bound
}
