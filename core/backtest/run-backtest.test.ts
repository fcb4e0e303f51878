import { expect, test } from 'vitest'
import { at, booking, heldBefore, lot, terms } from '../testing/backtest.ts'
import { runBacktest } from './run-backtest.ts'
import type { RealBooking } from './types.ts'

const same = {
  differences: [],
  refused: 0,
  newly_allowed: 0,
  more_expensive: 0,
  less_expensive: 0,
  people: 0,
  unexplained: 0,
}

/** Two overlapping bookings by Ann and one by Bob. */
const bookings = [
  booking({ starts_at: at('12:00'), ends_at: at('14:00') }),
  booking({ starts_at: at('13:00'), ends_at: at('15:00'), created_at: at('08:10') }),
  booking({ user_id: 'bob', created_at: at('08:20') }),
]

test("comparing today's rules with themselves shows no differences, even if they refuse", () => {
  for (const today of [
    terms(null),
    terms({ max_short_reservations: 1 }),
    terms({ max_duration_minutes: 1 }),
    terms({}, null),
  ]) {
    const result = runBacktest({ lot, bookings, today, proposed: today })
    expect(result).toMatchObject({ ...same, bookings: 3, unexplained: expect.any(Number) })
    expect(result.money_after_cents).toBe(result.money_before_cents)
  }
  expect(runBacktest({ lot, bookings, today: terms({}), proposed: terms({}) })).toEqual({
    ...same,
    bookings: 3,
    money_before_cents: 1500,
    money_after_cents: 1500,
  })
})

test('a changed rate shows exactly the price differences', () => {
  const result = runBacktest({ lot, bookings, today: terms(null), proposed: terms(null, 300) })
  expect(result).toMatchObject({ ...same, differences: expect.any(Array), more_expensive: 3, people: 2 })
  expect([result.money_before_cents, result.money_after_cents]).toEqual([1500, 1800])
  expect(result.differences[2]).toEqual({
    reservation_id: bookings[2]?.reservation_id,
    user_id: 'bob',
    kind: 'MORE_EXPENSIVE',
    rule: null,
    reason: null,
    currency: 'GBP',
    before_cents: 500,
    after_cents: 600,
  })
  const lowered = runBacktest({ lot, bookings, today: terms(null), proposed: terms(null, 0) })
  expect(lowered).toMatchObject({ less_expensive: 3, more_expensive: 0, money_after_cents: 0 })
  expect(lowered.differences[0]).toMatchObject({ reason: null, before_cents: 500, after_cents: 0 })
})

test('a refused booking leaves room for the next on that side', () => {
  const chain = [
    booking({ starts_at: at('12:00'), ends_at: at('14:00') }),
    booking({ starts_at: at('13:00'), ends_at: at('20:00'), created_at: at('09:00') }),
    // The first has ended; the second would still run.
    booking({ starts_at: at('16:00'), ends_at: at('18:00'), created_at: at('15:00') }),
    booking({ starts_at: at('19:00'), ends_at: at('20:00'), created_at: at('15:10') }),
  ]
  const result = runBacktest({
    lot,
    bookings: chain,
    today: terms({}),
    proposed: terms({ max_short_reservations: 1 }),
  })
  expect(
    result.differences.map(({ reservation_id, kind, rule, after_cents }) => [
      reservation_id,
      kind,
      rule,
      after_cents,
    ]),
  ).toEqual([
    [chain[1]?.reservation_id, 'REFUSED', 'max_short_reservations', null],
    [chain[3]?.reservation_id, 'REFUSED', 'max_short_reservations', null],
  ])
  expect(result).toMatchObject({ refused: 2, people: 1, money_before_cents: 3000, money_after_cents: 1000 })
  expect(result.differences[0]?.reason).toEqual({ code: 'too_many_short', max: 1, held: 1, days: 45 })
})

test('a booking that only the proposal allows is NEWLY_ALLOWED and names the rule that refused it', () => {
  const result = runBacktest({
    lot,
    bookings,
    today: terms({ max_duration_minutes: 60 }),
    proposed: terms({}),
  })
  expect(result).toMatchObject({
    newly_allowed: 3,
    money_before_cents: 0,
    money_after_cents: 1500,
    unexplained: 3,
  })
  expect(result.differences[0]).toMatchObject({
    kind: 'NEWLY_ALLOWED',
    rule: 'max_duration_minutes',
    reason: { code: 'too_long', max_minutes: 60, minutes: 120 },
    before_cents: null,
    after_cents: 500,
  })
})

test('a booking without a price is refused without naming a rule', () => {
  const result = runBacktest({ lot, bookings, today: terms({}), proposed: terms({}, null) })
  expect(result).toMatchObject({ refused: 3, money_after_cents: 0 })
  expect(result.differences[0]).toMatchObject({
    rule: null,
    reason: { code: 'only_months' },
  })
})

test('a staff override is never refused but counts toward the limits of others', () => {
  const own = [booking({ is_override: true, starts_at: at('10:00') }), booking({ created_at: at('09:00') })]
  const proposed = terms({ max_short_reservations: 1, max_duration_minutes: 180 })
  const result = runBacktest({ lot, bookings: own, today: terms({}), proposed })
  expect(result.differences.map(({ reservation_id }) => reservation_id)).toEqual([own[1]?.reservation_id])
  // Without a price it keeps the amount charged.
  const unsold = runBacktest({
    lot,
    bookings: own.slice(0, 1),
    today: terms({}, 125),
    proposed: terms({}, null),
  })
  expect(unsold).toMatchObject({ ...same, money_after_cents: 500 })
})

test('reservations count for the whole group until they end or are canceled', () => {
  const group = { limit_scope: 'group:1' }
  const pair = (parts: Partial<RealBooking>) => [
    booking({ ...group, ...parts, charged_cents: 500 }),
    booking({
      ...group,
      user_id: 'cem',
      created_at: at('09:00'),
      starts_at: at('18:00'),
      ends_at: at('20:00'),
    }),
  ]
  const refused = (parts: Partial<RealBooking>) =>
    runBacktest({
      lot,
      bookings: pair(parts),
      today: terms({}),
      proposed: terms({ max_short_reservations: 1 }),
    }).refused
  expect(refused({})).toBe(1)
  expect(refused({ limit_scope: 'user:ann' })).toBe(0)
  expect(refused({ ended_at: at('08:59') })).toBe(0)
  expect(refused({ ended_at: at('09:01') })).toBe(1)
  expect(refused({ created_at: at('05:00'), starts_at: at('06:00'), ends_at: at('09:00') })).toBe(0)
})

test('earlier reservations count on both sides, including their hours', () => {
  const held_before = [
    heldBefore({ starts_at: at('06:00'), ends_at: at('08:00') }),
    heldBefore({ ends_at: null }),
  ]
  const one = [booking()]
  const proposed = (rules: Parameters<typeof terms>[0]) => {
    const result = runBacktest({ lot, bookings: one, held_before, today: terms({}), proposed: terms(rules) })
    return result.differences.map(({ kind, rule, after_cents }) => [kind, rule, after_cents])
  }
  expect(proposed({ max_long_reservations: 1 })).toEqual([])
  // Two hours in the morning, fourteen of the monthly reservation from 10:00 local time, and two of this one.
  expect(proposed({ max_hours: { hours: 18, per: 'DAY' } })).toEqual([])
  expect(proposed({ max_hours: { hours: 17, per: 'DAY' } })).toEqual([['REFUSED', 'max_hours', null]])
  expect(proposed({ nth_spot_prices: [{ nth: 2, percent_bps: 5000 }] })).toEqual([
    ['MORE_EXPENSIVE', 'nth_spot_prices', 750],
  ])
})

test('a booking entered weeks later counts toward the hours of its own month', () => {
  const entered = { created_at: '2026-07-20T09:00:00.000Z', starts_at: at('3 12:00'), ends_at: at('3 14:00') }
  const proposed = terms({ max_hours: { hours: 3, per: 'MONTH' } })
  const result = runBacktest({ lot, bookings: [booking(), booking(entered)], today: terms({}), proposed })
  expect(result.differences.map(({ rule }) => rule)).toEqual(['max_hours'])
})

test('nth-spot prices use what the side allowed, and an open-ended reservation counts for its first month', () => {
  const nth_spot_prices = [{ nth: 2, percent_bps: 5000 }]
  const monthly = booking({ ends_at: null, charged_cents: 20_000, created_at: at('08:30') })
  const later = booking({ created_at: at('08:40'), starts_at: at('12 12:00'), ends_at: at('12 14:00') })
  const pair = [booking(), monthly, later]
  const result = runBacktest({ lot, bookings: pair, today: terms({}), proposed: terms({ nth_spot_prices }) })
  expect(result.differences.map(({ kind, after_cents }) => [kind, after_cents])).toEqual([
    ['MORE_EXPENSIVE', 30_000],
    ['MORE_EXPENSIVE', 750],
  ])
  const refusing = terms({ nth_spot_prices, max_long_reservations: 0 })
  const without = runBacktest({ lot, bookings: pair, today: terms({}), proposed: refusing })
  expect(without.differences.map(({ kind }) => kind)).toEqual(['REFUSED'])
})
