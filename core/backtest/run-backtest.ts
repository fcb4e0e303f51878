import { replay, type Verdict } from './replay.ts'
import type { Backtest, BacktestDifference, BacktestInput, BacktestKind, RealBooking } from './types.ts'

export * from './types.ts'

/**
 * Replays real bookings in the order they were made, under today's rules and prices and under proposed ones, and
 * reports the differences. A booking that a side refuses, by a rule or because it has no price, is not held against
 * that side's later bookings; staff overrides are never refused. Pure: nothing is changed.
 * @throws RangeError for an unreadable instant or an unknown zone
 */
export function runBacktest<Booking extends RealBooking>(input: BacktestInput<Booking>): Backtest {
  const { lot, bookings, held_before = [], today, proposed } = input
  const before = replay(lot, bookings, held_before, today, ({ ok }) => ok)
  const after = replay(lot, bookings, held_before, proposed, ({ ok }) => ok)
  // All bookings were really held, so effects of earlier bookings under other rules do not count as unexplained.
  const real = replay(lot, bookings, held_before, today, () => true)
  const differences = bookings.flatMap((booking, at) => {
    const [was, is] = [before[at], after[at]]
    const difference = was && is ? findDifference(was, is) : null
    return difference ? [{ ...idsOf(booking), ...difference }] : []
  })
  const count = (kind: BacktestKind) => differences.filter((each) => each.kind === kind).length
  return {
    bookings: bookings.length,
    differences,
    refused: count('REFUSED'),
    newly_allowed: count('NEWLY_ALLOWED'),
    more_expensive: count('MORE_EXPENSIVE'),
    less_expensive: count('LESS_EXPENSIVE'),
    people: new Set(differences.map(({ user_id }) => user_id)).size,
    money_before_cents: moneyOf(before),
    money_after_cents: moneyOf(after),
    unexplained: bookings.filter((booking, at) => booking.is_same_terms && !happened(booking, real[at]))
      .length,
  }
}

function idsOf({ reservation_id, user_id }: RealBooking) {
  return { reservation_id, user_id }
}

function findDifference(
  was: Verdict,
  is: Verdict,
): Omit<BacktestDifference, 'reservation_id' | 'user_id'> | null {
  if (was.ok && !is.ok) {
    const { rule, reason } = is
    return {
      kind: 'REFUSED',
      rule,
      reason,
      currency: was.currency,
      before_cents: was.cents,
      after_cents: null,
    }
  }
  if (!was.ok && is.ok) {
    const { rule, reason } = was
    return {
      kind: 'NEWLY_ALLOWED',
      rule,
      reason,
      currency: is.currency,
      before_cents: null,
      after_cents: is.cents,
    }
  }
  if (!was.ok || !is.ok || was.cents === is.cents) return null
  return {
    kind: was.cents < is.cents ? 'MORE_EXPENSIVE' : 'LESS_EXPENSIVE',
    rule: was.nth_spot_cents === is.nth_spot_cents ? null : 'nth_spot_prices',
    reason: null,
    currency: is.currency ?? was.currency,
    before_cents: was.cents,
    after_cents: is.cents,
  }
}

function moneyOf(verdicts: readonly Verdict[]): number {
  return verdicts.reduce((sum, verdict) => sum + (verdict.ok ? verdict.cents : 0), 0)
}

function happened(booking: RealBooking, verdict: Verdict | undefined): boolean {
  return verdict?.ok === true && verdict.cents === booking.charged_cents
}
