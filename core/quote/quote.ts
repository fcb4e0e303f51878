import { sumCents } from '../money/money.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { plusLocalMonths } from '../time/zone.ts'
import { type Block, cheapestCover, gridMinutes } from './cover.ts'
import { serviceFeeOn } from './fee.ts'
import { linesOf } from './lines.ts'
import { periodOf, ratePeriods } from './rates.ts'
import { findFault, refusal } from './refusal.ts'
import type { Quote, QuoteInput, QuoteLine, QuoteRefusal, QuoteResult } from './types.ts'
import { findUnsold, unsoldWithin } from './unsold.ts'

export * from './types.ts'

/** Three years. A longer reservation is a typing mistake, and pricing time grows with length. */
const MAX_RESERVATION_MINUTES = 1096 * 1440

/** A price under construction: its lines so far, their blocks, and the reservation (epoch minutes). */
type Draft = { lines: QuoteLine[]; blocks: readonly Block[]; starts: number; ends: number }

/** Steps applied to the parking price, in this order. */
const steps: readonly ((draft: Draft, input: QuoteInput) => QuoteLine | QuoteRefusal | null)[] = [
  nthSpotStep,
  minimumStep,
  maximumStep,
  serviceFeeStep,
]

/**
 * Returns the price of a reservation in minor units: the cheapest cover by blocks at the rates in effect, including the
 * nth-spot price; raised to the minimum charge, refused above the maximum charge, then the service fee. Pure and
 * deterministic. Never throws for bad data; a refusal names the field and the reason.
 *
 * Guaranteed: the total is the sum of the lines; of two reservations with the same start, the longer never costs less;
 * two consecutive reservations never cost less than one over both if they meet on the grid of the first (which rounding
 * by the lot ensures). Refusals (the maximum charge, times when nothing or only months are sold) are not covered by
 * this guarantee.
 */
export function quote(input: QuoteInput): QuoteResult {
  const fault = findFault(input)
  if (fault) return fault
  // Whole minutes: a started minute is part of the reservation at both ends.
  const starts = Math.floor(minutesOf(input.starts_at))
  if (input.ends_at === null) return quoteMonthly(input, starts)
  const ends = Math.ceil(minutesOf(input.ends_at))
  if (ends <= starts) return refusal('reservation_reversed', 'ends_at', { code: 'reversed' })
  if (ends - starts > MAX_RESERVATION_MINUTES) {
    return refusal('reservation_too_long', 'ends_at', { code: 'over_three_years' })
  }
  const periods = ratePeriods(input, starts, ends)
  const reservation = {
    zone: input.zone,
    starts,
    ends,
    grid: gridMinutes(input.rounding_minutes ?? 30),
    periods,
  }
  const unsold = findUnsold(reservation)
  if (unsold) return unsold
  const blocks = cheapestCover(reservation)
  return blocks === null ? unsoldWithin(reservation) : finish(input, blocks, starts, ends)
}

/** Quotes one month of an open-ended reservation at the month rate in effect when that month starts. */
function quoteMonthly(input: QuoteInput, first: number): QuoteResult {
  const index = input.month_index ?? 0
  const starts = plusLocalMonths(input.zone, first, index)
  const ends = plusLocalMonths(input.zone, first, index + 1)
  const period = periodOf(ratePeriods(input, starts, ends), starts)
  const [listed_cents, cents] = [period.listed[0] ?? null, period.cents[0] ?? null]
  if (listed_cents === null || cents === null) {
    return refusal('rate_missing', 'rates.month_cents', { code: 'no_monthly' })
  }
  const block: Block = { unit: 'MONTH', starts, ends, listed_cents, cents, period }
  return finish(input, [block], starts, ends)
}

function finish(input: QuoteInput, blocks: readonly Block[], starts: number, ends: number): QuoteResult {
  const draft: Draft = { lines: linesOf(blocks), blocks, starts, ends }
  for (const step of steps) {
    const result = step(draft, input)
    if (result === null) continue
    if ('ok' in result) return result
    draft.lines.push(result)
  }
  const subtotal = subtotalOf(draft)
  const total = sumCents(draft.lines.map((line) => line.amount_cents))
  const done: Quote = {
    ok: true,
    currency: input.currency,
    lines: draft.lines,
    subtotal_cents: subtotal,
    fee_cents: total - subtotal,
    total_cents: total,
    starts_at: isoOf(draft.starts),
    ends_at: isoOf(draft.ends),
  }
  return done
}

/** Returns one line for what holding other spots at the same time adds to or takes off all blocks. */
function nthSpotStep(draft: Draft): QuoteLine | null {
  const difference = sumCents(draft.blocks.map(({ cents, listed_cents }) => cents - listed_cents))
  const first = draft.blocks.find(({ period }) => (period.nth_spot?.percent_bps ?? 0) !== 0)?.period.nth_spot
  if (!first || difference === 0) return null
  const { nth, percent_bps } = first
  return wholeReservation(draft, 'NTH_SPOT', 'nth_spot', difference, { nth, percent_bps })
}

function minimumStep(draft: Draft, input: QuoteInput): QuoteLine | null {
  const missing = input.min_reservation_price - subtotalOf(draft)
  if (missing <= 0) return null
  return wholeReservation(draft, 'MINIMUM', 'minimum', missing, {
    min_reservation_price: input.min_reservation_price,
  })
}

function maximumStep(draft: Draft, input: QuoteInput): QuoteRefusal | null {
  const subtotal = subtotalOf(draft)
  const maximum = input.max_reservation_price
  if (subtotal <= maximum) return null
  return refusal(
    'price_above_maximum',
    'ends_at',
    { code: 'above_maximum' },
    {
      subtotal_cents: subtotal,
      max_reservation_price: maximum,
    },
  )
}

function serviceFeeStep(draft: Draft, input: QuoteInput): QuoteLine | null {
  const subtotal = subtotalOf(draft)
  const { service_fee_bps, service_fee_cents } = input.fee
  const fee = serviceFeeOn(subtotal, input.fee)
  return fee === 0
    ? null
    : wholeReservation(draft, 'SERVICE_FEE', 'service_fee', fee, { service_fee_bps, service_fee_cents })
}

function subtotalOf(draft: Draft): number {
  let sum = 0
  for (const line of draft.lines) if (line.kind !== 'SERVICE_FEE') sum += line.amount_cents
  return sum
}

function wholeReservation(
  draft: Draft,
  kind: QuoteLine['kind'],
  code: QuoteLine['code'],
  cents: number,
  params: QuoteLine['params'],
): QuoteLine {
  const span = { starts_at: isoOf(draft.starts), ends_at: isoOf(draft.ends) }
  return { kind, code, params, quantity: 1, unit_cents: cents, amount_cents: cents, ...span }
}
