import { isCents, isCurrency } from '../money/money.ts'
import { findMinutesOf } from '../time/instant.ts'
import { isRoundingStep } from '../time/snap.ts'
import { isZone } from '../time/zone.ts'
import { ratesInOrder } from './rates.ts'
import type { QuoteInput, QuoteRefusal, QuoteRefusalCode } from './types.ts'

/** Beyond this no sum over a stay stays exact; no currency has prices near it. */
const LARGEST_CENTS = 1e12
const LARGEST_BPS = 1e7

export function refusal(
  code: QuoteRefusalCode,
  field: string,
  message: string,
  params?: QuoteRefusal['params'],
): QuoteRefusal {
  return { ok: false, code, message, field, ...(params ? { params } : {}) }
}

/** The first thing about the input that no price can be made from, or null. */
export function findFault(input: QuoteInput): QuoteRefusal | null {
  if (!isZone(input.zone)) return refusal('zone_unknown', 'zone', `${input.zone} is not a time zone.`)
  if (!isCurrency(input.currency)) {
    return refusal('currency_unknown', 'currency', `${input.currency} is not a currency.`)
  }
  const instants: [string, string | null][] = [
    ['starts_at', input.starts_at],
    ['ends_at', input.ends_at],
    ...(input.rate_changes ?? []).flatMap((change): [string, string][] => [
      ['rate_changes', change.starts_at],
      ['rate_changes', change.ends_at],
    ]),
  ]
  for (const [field, instant] of instants) {
    if (instant !== null && findMinutesOf(instant) === null) {
      return refusal('instant_unreadable', field, `${instant} is not a date and time with its zone.`)
    }
  }
  const wrong = findWrongAmount(input)
  return wrong === null
    ? null
    : refusal('amount_wrong', wrong, `${wrong} must be a whole number in its range.`)
}

/** The field of the first amount that is not a whole number in range, or null. */
function findWrongAmount(input: QuoteInput): string | null {
  const isPrice = (value: number) => isCents(value) && value >= 0 && value <= LARGEST_CENTS
  if (!ratesInOrder(input.rates).every((cents) => cents === null || isPrice(cents))) return 'rates'
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
  return changesFine ? null : 'rate_changes'
}

function isWithin(value: number, bound: number): boolean {
  return isCents(value) && Math.abs(value) <= bound
}
