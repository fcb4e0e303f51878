import { expect, test } from 'vitest'
import { at, booking, lot, terms } from '../testing/backtest.ts'
import { runBacktest } from './run-backtest.ts'
import type { CountedReservation, RealBooking } from './types.ts'

test('counts bookings made under the same rules that the replay refuses or prices differently', () => {
  const count = (bookings: RealBooking[], today = terms({})) =>
    runBacktest({ lot, bookings, today, proposed: terms({}) }).unexplained
  expect(count([booking({ charged_cents: 501 }), booking()])).toBe(1)
  expect(count([booking({ charged_cents: 501, is_same_terms: false })])).toBe(0)
  expect(count([booking()], terms({ max_duration_minutes: 60 }))).toBe(1)
  expect(count([booking({ is_override: true })], terms({ max_duration_minutes: 60 }))).toBe(0)
  // Today's rules refuse the first, made under others; it was still held and made the second more expensive.
  const older = booking({ starts_at: at('10:00'), is_same_terms: false })
  const second = booking({ created_at: at('09:00'), charged_cents: 750 })
  const today = terms({ max_duration_minutes: 180, nth_spot_prices: [{ nth: 2, percent_bps: 5000 }] })
  expect(count([older, second], today)).toBe(0)
})

test('a reservation counts with the times it had when the other was booked, and only while it was held', () => {
  const today = terms({ nth_spot_prices: [{ nth: 2, percent_bps: 5000 }] })
  const later = { starts_at: at('16:00'), ends_at: at('18:00') }
  const extended = booking({ becomes: [{ at: at('08:10'), starts_at: at('12:00'), ends_at: at('18:00') }] })
  const charged = (created_at: string, charged_cents: number) =>
    booking({ ...later, created_at, charged_cents })
  const count = (bookings: RealBooking[], held_before: CountedReservation[] = []) =>
    runBacktest({ lot, bookings, held_before, today, proposed: today }).unexplained
  expect(count([extended, charged(at('08:10'), 500)])).toBe(0)
  expect(count([extended, charged(at('08:11'), 750)])).toBe(0)
  expect(count([booking(), charged(at('08:11'), 750)])).toBe(1)
  // An unpaid hold counted while it lasted.
  const hold = { ...later, limit_scope: extended.limit_scope, held_from: at('08:20'), ended_at: at('08:30') }
  for (const [moment, cents] of [
    ['08:20', 500],
    ['08:21', 750],
    ['08:30', 500],
  ] as const) {
    expect(count([charged(at(moment), cents)], [hold]), moment).toBe(0)
  }
})
