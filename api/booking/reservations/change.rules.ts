import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { worthOfGivenUp } from '@openspot/core/billing/staff-price.ts'
import { previewCancellation } from '@openspot/core/cancellation/cancellation.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { QuoteResult } from '@openspot/core/quote/types.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { endMinutesOf } from '../occupancy/times.rules.ts'
import { type PriceTerms, pricedOffer, priceTerms, type RequestedReservation } from '../pricing/offer.ts'
import type { SpotTerms, Terms } from '../pricing/terms.sql.ts'
import { givenUp, type ReservationState, unpaidChanges } from './reservation-state.sql.ts'

/** The interval that a change adds on its spot, in epoch minutes, or null if it adds none. */
export type Added = { from: number; to: number } | null

/**
 * Returns the time that the new times add to the old ones on the same spot, or `both` if they add time at both ends.
 */
export function addedTime(old: RequestedReservation, requested: RequestedReservation): Added | 'both' {
  const [oldFrom, oldTo] = [minutesOf(old.starts_at), endMinutesOf(old.ends_at)]
  const [from, to] = [minutesOf(requested.starts_at), endMinutesOf(requested.ends_at)]
  if (from >= oldTo || to <= oldFrom) return { from, to }
  if (from < oldFrom && to > oldTo) return 'both'
  if (from < oldFrom) return { from, to: oldFrom }
  return to > oldTo ? { from: oldTo, to } : null
}

/** Who changes a reservation. */
export type Changer = 'DRIVER' | 'STAFF'

/** A priced change, in minor units. A positive difference must be paid. */
export interface PricedChange {
  /** Negative: what is refunded, and what is taken off an unpaid bill. */
  difference_cents: number
  /** The price of what is given up, including what was never billed. */
  given_up_cents: number
  lines: PriceLine[]
  price_terms: PriceTerms
  refusal: { code: string; message: Message; details?: Record<string, unknown> } | null
}

/**
 * Returns the price of a change: the new reservation minus the old one, both under the same terms. If time or another
 * spot is added, today's terms apply. If time is only given up, the terms of the booking apply, so that a later price
 * increase does not affect the refund.
 */
export function priceChange(
  state: ReservationState,
  terms: Terms,
  spots: { old: SpotTerms; next: SpotTerms },
  requested: RequestedReservation,
  now: Date,
  by: Changer,
): PricedChange {
  const old: RequestedReservation = { starts_at: state.starts_at, ends_at: state.ends_at }
  const givesBack = spots.old.id === spots.next.id && addedTime(old, requested) === null
  const oldTerms = (givesBack && state.price_terms) || priceTerms(terms, spots.old, old)
  const nextTerms = givesBack ? oldTerms : priceTerms(terms, spots.next, requested)
  const before = quote({ ...oldTerms, ...old })
  const after = quote({ ...nextTerms, ...requested })
  if (!after.ok) {
    const { refusal } = pricedOffer(after, terms)
    return { difference_cents: 0, given_up_cents: 0, lines: [], price_terms: nextTerms, refusal }
  }
  const paidBefore = before.ok ? before.total_cents : state.total_cents
  const difference = differenceOf(state, paidBefore, after.total_cents)
  const given_up_cents = difference < 0 ? givenBack(state, terms, -difference, now, by) : 0
  return {
    difference_cents: difference < 0 ? lessToPay(state, given_up_cents) : difference,
    given_up_cents,
    lines: [
      ...(pricedOffer(after, terms).price?.lines ?? []),
      ...linesToThere(state, { before: paidBefore, after: after.total_cents, difference }, old, requested),
    ],
    price_terms: nextTerms,
    refusal: null,
  }
}

/** Returns by how much less the driver pays, as a negative amount. */
export function lessToPay(state: ReservationState, given_up_cents: number): number {
  const { waived_cents, refund_cents } = givenUp(state, given_up_cents)
  return 0 - waived_cents - refund_cents
}

/**
 * Limits what a shortened reservation gives back to what the lot gives back, and to what was paid, billed, or never billed. Staff
 * can always take back what they added, as long as it is not paid.
 */
function givenBack(state: ReservationState, terms: Terms, cents: number, now: Date, by: Changer): number {
  const unpaid = unpaidChanges(state)
  const isBeforeDeadline = now.getTime() <= Date.parse(state.cancel_until_at)
  const allowed =
    isBeforeDeadline || terms.lot.gives_back_rest ? cents : by === 'STAFF' ? Math.min(cents, unpaid) : 0
  return Math.min(allowed, Math.max(0, state.paid_cents - state.refunded_cents) + unpaid)
}

/** Additions cost what they are quoted; of a price that staff set, only its part is given back. */
function differenceOf({ staff_price, total_cents }: ReservationState, before: number, after: number): number {
  if (after >= before) return after - before
  return 0 - worthOfGivenUp(staff_price, { before_cents: before, total_cents }, before - after)
}

/** The lines that lead from the quote of the new times to the difference: what was agreed before, and the price that staff set. */
function linesToThere(
  { staff_price, total_cents }: ReservationState,
  { before, after, difference }: { before: number; after: number; difference: number },
  old: RequestedReservation,
  requested: RequestedReservation,
): PriceLine[] {
  const times = { starts_at: old.starts_at, ends_at: old.ends_at ?? requested.ends_at }
  const line = (kind: PriceLine['kind'], cents: number): PriceLine => ({
    kind,
    unit: null,
    quantity: 1,
    unit_cents: cents,
    amount_cents: cents,
    ...times,
    because: null,
  })
  if (staff_price === null) return [line('PAID_BEFORE', -before)]
  const set = total_cents + difference - after
  return [...(set === 0 ? [] : [line('STAFF_PRICE', set)]), line('PAID_BEFORE', -total_cents)]
}

/** Returns the refund in minor units when a monthly reservation gets an end: the unused days of the paid month. */
export function endOfMonthly(state: ReservationState, ends_at: string): number {
  const { period_starts_at, period_ends_at } = state
  if (period_starts_at === null || period_ends_at === null || ends_at >= period_ends_at) return 0
  return previewCancellation({
    zone: state.time_zone,
    starts_at: state.starts_at,
    ends_at: null,
    now: ends_at,
    paid_cents: state.period_paid_cents,
    refunded_cents: state.period_refunded_cents,
    cancel_until_minutes_after_start: -1,
    period: { starts_at: period_starts_at, ends_at: period_ends_at },
  }).refund_cents
}

/** Returns the service fee in the difference: the fee of the new price minus that of the old one. */
export function feeDifference(lines: readonly PriceLine[], before: QuoteResult): number {
  const fee = lines
    .filter(({ kind }) => kind === 'SERVICE_FEE')
    .reduce((sum, line) => sum + line.amount_cents, 0)
  return Math.max(0, fee - (before.ok ? before.fee_cents : 0))
}
