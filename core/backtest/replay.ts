import type { QuoteResult } from '../quote/types.ts'
import type { Reason } from '../reasons.ts'
import type { Span } from '../recurrence/recurrence.ts'
import { findBreaches, type LotDays } from '../rules/check-rules.ts'
import { nthSpotWithin } from '../rules/nth-spot.ts'
import { type Rules, spanOfReservation } from '../rules/types.ts'
import { MINUTES_PER_DAY, minutesOf } from '../time/instant.ts'
import { plusLocalMonths } from '../time/zone.ts'
import type { BacktestTerms, CountedReservation, RealBooking } from './types.ts'

/** The answer of one side to a booking. */
export type Verdict =
  | { ok: true; cents: number; currency: string | null; nth_spot_cents: number }
  | { ok: false; rule: keyof Rules | null; reason: Reason }

/**
 * A counted reservation in epoch minutes. It had these times for bookings made after `after` and up to `until`; from
 * `ended` on it holds nothing.
 */
type Kept = { span: Span; after: number; until: number; ended: number }

/** A `max_hours` period that a reservation touches started at most this long before it. */
const LONGEST_PERIOD_MINUTES = 32 * MINUTES_PER_DAY

/**
 * Returns one side's verdicts on the bookings in order, each given the reservations held when it was made.
 * @param holds whether a booking is held for the later ones
 * @throws RangeError for an unreadable instant or an unknown zone
 */
export function replay<Booking extends RealBooking>(
  lot: LotDays,
  bookings: readonly Booking[],
  heldBefore: readonly CountedReservation[],
  terms: BacktestTerms<Booking>,
  holds: (verdict: Verdict) => boolean,
): Verdict[] {
  const keptBy = new Map<string, Kept[]>()
  const keep = (reservation: CountedReservation) => {
    const kept = keptBy.get(reservation.limit_scope)
    if (kept) kept.push(...keptOf(reservation))
    else keptBy.set(reservation.limit_scope, keptOf(reservation))
  }
  heldBefore.forEach(keep)
  return bookings.map((booking) => {
    const verdict = judge(lot, booking, keptBy.get(booking.limit_scope) ?? [], terms)
    if (holds(verdict)) keep(booking)
    return verdict
  })
}

function judge<Booking extends RealBooking>(
  lot: LotDays,
  booking: Booking,
  kept: readonly Kept[],
  terms: BacktestTerms<Booking>,
): Verdict {
  const rules = terms.rulesOf(booking)
  if (rules === null) return verdictOf(booking, terms.priceOf(booking, []))
  const at = minutesOf(booking.created_at)
  const span = spanOfReservation(booking)
  const others = heldAt(kept, at, span)
  if (!booking.is_override) {
    const [breach] = findBreaches(rules, { ...lot, at, span, spot: booking.spot, others })
    if (breach) return { ok: false, rule: breach.rule, reason: breach.reason }
  }
  // Like the quote, it counts the first month of an open-ended reservation.
  const to = booking.ends_at === null ? plusLocalMonths(lot.zone, span.from, 1) : span.to
  return verdictOf(booking, terms.priceOf(booking, nthSpotWithin(rules, { from: span.from, to }, others)))
}

function verdictOf(booking: RealBooking, price: QuoteResult): Verdict {
  if (price.ok) {
    const nthSpot = price.lines.filter(({ kind }) => kind === 'NTH_SPOT')
    const nth_spot_cents = nthSpot.reduce((sum, line) => sum + line.amount_cents, 0)
    return { ok: true, cents: price.total_cents, currency: price.currency, nth_spot_cents }
  }
  // A staff override stays at the amount charged, even if nothing has a price.
  if (booking.is_override)
    return { ok: true, cents: booking.charged_cents, currency: null, nth_spot_cents: 0 }
  return { ok: false, rule: null, reason: price.reason }
}

function keptOf(reservation: CountedReservation): Kept[] {
  const { held_from = null, becomes = [], ended_at } = reservation
  const ended = ended_at === null ? Number.POSITIVE_INFINITY : minutesOf(ended_at)
  const first = held_from === null ? Number.NEGATIVE_INFINITY : minutesOf(held_from)
  const versions = [
    { span: spanOfReservation(reservation), after: first },
    ...becomes.map((next) => ({ span: spanOfReservation(next), after: minutesOf(next.at) })),
  ]
  return versions.map((version, at) => {
    return { ...version, until: versions[at + 1]?.after ?? Number.POSITIVE_INFINITY, ended }
  })
}

/**
 * Returns the reservations that count for a booking made at an instant: those still held, and past ones whose hours may
 * count.
 */
function heldAt(kept: readonly Kept[], at: number, booked: Span): Span[] {
  const since = Math.min(at, booked.from) - LONGEST_PERIOD_MINUTES
  return kept
    .filter(({ span, after, until, ended }) => after < at && at <= until && at < ended && span.to > since)
    .map(({ span }) => span)
}
