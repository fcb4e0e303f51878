import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRules } from '../rules/check-rules.ts'
import { noRules } from '../rules/no-rules.ts'
import { nthSpotPeriods } from '../rules/nth-spot.ts'
import type { Rules } from '../rules/types.ts'
import { at, booking, lot, terms } from '../testing/backtest.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { runBacktest } from './run-backtest.ts'
import type { BacktestTerms, RealBooking } from './types.ts'

const first = minutesOf(at('08:00'))
const ids = ['ann', 'bob', 'cem', 'dot'] as const

/**
 * Seven weeks of bookings by four people in two households, made up to three days before they start, or entered
 * afterward.
 */
const bookingLists = fc
  .array(
    fc.record({
      made: fc.integer({ min: 0, max: 50 * 48 }),
      ahead: fc.oneof(fc.integer({ min: -48, max: 3 * 48 }), fc.integer({ min: -45 * 48, max: 0 })),
      length: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 60 * 48 })),
      user_id: fc.constantFrom(...ids),
      is_endless: fc.integer({ min: 0, max: 12 }).map((random) => random === 0),
      stops: fc.option(fc.integer({ min: 0, max: 200 }), { freq: 2 }),
      is_override: fc.integer({ min: 0, max: 6 }).map((random) => random === 0),
      charged_cents: fc.integer({ min: 0, max: 2000 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((all) => {
    const inOrder = all.sort((a, b) => a.made - b.made)
    return inOrder.map(({ made, ahead, length, stops, is_endless, user_id, ...rest }) => {
      const starts = first + (made + ahead) * 30
      return booking({
        ...rest,
        user_id,
        limit_scope: user_id < 'c' ? 'group:1' : 'group:2',
        created_at: isoOf(first + made * 30),
        starts_at: isoOf(starts),
        ends_at: is_endless ? null : isoOf(starts + length * 30),
        ended_at: stops === null ? null : isoOf(first + (made + stops) * 30),
      })
    })
  })

const someRules: fc.Arbitrary<Rules> = fc
  .record({
    max_short_reservations: fc.option(fc.integer({ min: 0, max: 3 })),
    max_long_reservations: fc.option(fc.integer({ min: 0, max: 2 })),
    max_duration_minutes: fc.option(fc.constantFrom(600, 40_000)),
    max_ahead_days: fc.option(fc.integer({ min: 0, max: 3 })),
    max_hours: fc.option(
      fc.record({ hours: fc.integer({ min: 4, max: 60 }), per: fc.constantFrom('DAY', 'WEEK', 'MONTH') }),
    ),
    nth_spot_prices: fc.constantFrom<Rules['nth_spot_prices'][]>(
      [],
      [{ nth: 2, percent_bps: 5000 }],
      [{ nth: 3, percent_bps: -2500 }],
    ),
  })
  .map((rules): Rules => ({ ...noRules, ...rules }))

const someTerms = fc
  .tuple(someRules, fc.constantFrom(200, 250, 300), fc.constantFrom(1500, 40_000))
  .map(([rules, hour_cents, max_reservation_price]) => terms(rules, hour_cents, { max_reservation_price }))

/**
 * Slow reference: the price of each booking on one side, or null if refused, given everything that side allowed before.
 */
function decide(bookings: readonly RealBooking[], side: BacktestTerms<RealBooking>): (number | null)[] {
  const allowed: RealBooking[] = []
  return bookings.map((booking) => {
    const held = allowed.filter(
      ({ limit_scope, ended_at }) =>
        limit_scope === booking.limit_scope && (ended_at === null || ended_at > booking.created_at),
    )
    const rules = side.rulesOf(booking) ?? noRules
    const { created_at: now, spot, starts_at, ends_at } = booking
    const isRefused = checkRules(rules, { ...lot, now, times: { starts_at, ends_at }, spot, held }).length > 0
    if (isRefused && !booking.is_override) return null
    // In a lot without clock changes, one month later is the same day of the next month.
    const until = new Date(starts_at)
    until.setUTCMonth(until.getUTCMonth() + 1)
    const price = side.priceOf(booking, nthSpotPeriods(rules, booking, held, ends_at ?? until.toISOString()))
    if (!price.ok && !booking.is_override) return null
    allowed.push(booking)
    return price.ok ? price.total_cents : booking.charged_cents
  })
}

test('both sides match the slow reference, and the report counts their differences', {
  timeout: 20_000,
}, () => {
  fc.assert(
    fc.property(bookingLists, someTerms, someTerms, (bookings, today, proposed) => {
      const [before, after] = [decide(bookings, today), decide(bookings, proposed)]
      const result = runBacktest({ lot, bookings, today, proposed })
      const expected = bookings.flatMap(({ reservation_id }, at) => {
        const [was = null, is = null] = [before[at], after[at]]
        if (was === is) return []
        if (was === null) return [[reservation_id, 'NEWLY_ALLOWED', was, is]]
        if (is === null) return [[reservation_id, 'REFUSED', was, is]]
        return [[reservation_id, was < is ? 'MORE_EXPENSIVE' : 'LESS_EXPENSIVE', was, is]]
      })
      expect(
        result.differences.map((each) => [
          each.reservation_id,
          each.kind,
          each.before_cents,
          each.after_cents,
        ]),
      ).toEqual(expected)
      const { refused, newly_allowed, more_expensive, less_expensive } = result
      expect(refused + newly_allowed + more_expensive + less_expensive).toBe(expected.length)
      const sum = (all: (number | null)[]) => all.reduce<number>((total, cents) => total + (cents ?? 0), 0)
      expect([result.money_before_cents, result.money_after_cents]).toEqual([sum(before), sum(after)])
      const touched = bookings.filter((_, at) => before[at] !== after[at])
      expect(result.people).toBe(new Set(touched.map(({ user_id }) => user_id)).size)
    }),
    { numRuns: 500 },
  )
})

test("bookings made under today's rules and prices are fully explained by them", {
  timeout: 20_000,
}, () => {
  fc.assert(
    fc.property(bookingLists, someTerms, (bookings, today) => {
      const decided = decide(bookings, today)
      const happened = bookings.flatMap((booking, at) => {
        const cents = decided[at] ?? null
        return cents === null ? [] : [{ ...booking, charged_cents: cents }]
      })
      const result = runBacktest({ lot, bookings: happened, today, proposed: today })
      expect(result).toMatchObject({ differences: [], unexplained: 0, bookings: happened.length })
    }),
    { numRuns: 500 },
  )
})
