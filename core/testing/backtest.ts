import type { BacktestTerms, CountedReservation, RealBooking } from '../backtest/types.ts'
import { type QuoteInput, quote } from '../quote/quote.ts'
import { noRules } from '../rules/no-rules.ts'
import type { Rules } from '../rules/types.ts'

/** Fixtures for the backtest tests: a lot that sells hours, its bookings, and its rules and prices. */

export const zone = 'Europe/London'
export const lot = { zone, long_term_days: 45 }

/** Converts "09:00" to "2026-06-01T09:00Z"; a day of June may precede the time: "3 09:00". */
export function at(text: string): string {
  const [time = '', day = '1'] = text.split(' ').reverse()
  return `2026-06-${day.padStart(2, '0')}T${time}:00.000Z`
}

let count = 0

/** A booking of two hours at noon of the first day, made at 08:00, with changes. */
export function booking(parts: Partial<RealBooking> = {}): RealBooking {
  count += 1
  const user_id = parts.user_id ?? 'ann'
  return {
    reservation_id: `r${count}`,
    user_id,
    limit_scope: `user:${user_id}`,
    created_at: at('08:00'),
    starts_at: at('12:00'),
    ends_at: at('14:00'),
    ended_at: null,
    spot: { id: 's1', type: 'STANDARD', zone_id: null },
    charged_cents: 500,
    is_override: false,
    is_same_terms: true,
    ...parts,
  }
}

export function heldBefore(parts: Partial<CountedReservation>): CountedReservation {
  return { limit_scope: 'user:ann', starts_at: at('09:00'), ends_at: null, ended_at: null, ...parts }
}

/** Rules and the price of an hour (and a month); null sells none. */
export function terms(
  rules: Partial<Rules> | null,
  hour_cents: number | null = 250,
  more: Partial<QuoteInput> = {},
): BacktestTerms<RealBooking> {
  return {
    rulesOf: () => rules && { ...noRules, ...rules },
    priceOf: ({ starts_at, ends_at }, nth_spot) =>
      quote({
        zone,
        currency: 'GBP',
        rates: { half_hour_cents: null, hour_cents, day_cents: null, month_cents: 20_000 },
        min_reservation_price: 0,
        max_reservation_price: 1_000_000,
        fee: { service_fee_bps: 0, service_fee_cents: 0 },
        starts_at,
        ends_at,
        nth_spot,
        ...more,
      }),
  }
}
