import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_STEP_BPS, MIN_BOOKINGS, MIN_SPOT_HOURS, MIN_STEP_BPS, MIN_WEEKS } from './limits.ts'
import {
  adviseHour,
  type GuidanceHour,
  hourPrice,
  hoursOfWeek,
  joinSuggestions,
  priceStepOf,
} from './suggest.ts'

const bounds = fc
  .record({
    lowest_bps: fc.integer({ min: -5000, max: 0 }),
    highest_bps: fc.integer({ min: 0, max: 10_000 }),
    step_bps: fc.integer({ min: MIN_STEP_BPS, max: MAX_STEP_BPS }),
  })
  .filter(({ lowest_bps, highest_bps }) => lowest_bps < highest_bps)

/** An hour with enough data, and bounds that its price is within. */
const input = bounds.chain((limits) =>
  fc.record({
    limits: fc.constant(limits),
    // From a price in yen to one in dong.
    hour_cents: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 10_000_000 })),
    of: fc.record({
      weekday: fc.constantFrom('MON', 'SUN'),
      hour: fc.integer({ min: 0, max: 23 }),
      is_open: fc.constant(true),
      weeks: fc.integer({ min: MIN_WEEKS, max: 13 }),
      is_changed: fc.boolean(),
      spot_minutes: fc.constant(60_000),
      taken_minutes: fc.integer({ min: 0, max: 60_000 }),
      own_bps: fc.oneof(fc.constant(0), fc.integer({ min: -9000, max: 20_000 })),
      own_cents: fc.oneof(fc.constant(0), fc.integer({ min: -200, max: 500 })),
      guided_bps: fc.integer({ min: limits.lowest_bps, max: limits.highest_bps }),
    }),
  }),
)

test('never suggests a price beyond the bounds, or more than one step from the current price', () => {
  fc.assert(
    fc.property(input, ({ of, hour_cents, limits }) => {
      const { suggested_bps, suggested_cents, current_cents } = adviseHour(of, hour_cents, limits)
      if (suggested_bps === null || suggested_cents === null) return
      expect(suggested_bps).toBeGreaterThanOrEqual(limits.lowest_bps)
      expect(suggested_bps).toBeLessThanOrEqual(limits.highest_bps)
      expect(suggested_cents).toBe(hourPrice(hour_cents, of, suggested_bps))
      expect(Number.isInteger(suggested_cents)).toBe(true)
      const exact = (hour_cents * (10_000 + of.own_bps + limits.highest_bps)) / 10_000 + of.own_cents
      if (suggested_cents > current_cents) expect(suggested_cents).toBeLessThanOrEqual(exact)
      // A dong and a yen have no cents: what the percentage loses to rounding is below a ten-thousandth of the price.
      const largest = (current_cents * limits.step_bps) / 10_000 + hour_cents / 10_000
      expect(Math.abs(suggested_cents - current_cents)).toBeLessThanOrEqual(largest)
    }),
    { numRuns: 2000 },
  )
})

test('never suggests a lower price in a fuller hour', () => {
  fc.assert(
    fc.property(input, fc.integer({ min: 0, max: 60_000 }), ({ of, hour_cents, limits }, other) => {
      const [less, more] = [of.taken_minutes, other].sort((a, b) => a - b)
      const priceOf = (taken_minutes = 0) => {
        const advice = adviseHour({ ...of, taken_minutes }, hour_cents, limits)
        return advice.suggested_cents ?? advice.current_cents
      }
      expect(priceOf(more)).toBeGreaterThanOrEqual(priceOf(less))
    }),
    { numRuns: 2000 },
  )
})

test('says the same about the same hour, and changes nothing that it was given', () => {
  fc.assert(
    fc.property(input, ({ of, hour_cents, limits }) => {
      const [given, bound] = [Object.freeze({ ...of }), Object.freeze({ ...limits })]
      expect(adviseHour(given, hour_cents, bound)).toEqual(adviseHour(given, hour_cents, bound))
    }),
  )
})

test('suggests nothing below the minimum data, or while the lot is closed', () => {
  const thin: fc.Arbitrary<Partial<GuidanceHour>> = fc.oneof(
    fc.record({ weeks: fc.integer({ min: 0, max: MIN_WEEKS - 1 }) }),
    fc.record({ spot_minutes: fc.integer({ min: 0, max: MIN_SPOT_HOURS * 60 - 1 }) }),
    fc.record({ is_open: fc.constant(false) }),
  )
  fc.assert(
    fc.property(input, thin, ({ of, hour_cents, limits }, part) => {
      const advice = adviseHour({ ...of, ...part }, hour_cents, limits)
      expect(advice).toMatchObject({ suggested_bps: null, suggested_cents: null, occupancy_bps: null })
      expect(['TOO_LITTLE_DATA', 'UNSETTLED', 'CLOSED']).toContain(advice.reason)
    }),
  )
  expect(MIN_BOOKINGS).toBeGreaterThan(0)
})

test('suggests prices that are whole steps, in dollars and in yen', () => {
  const at = (hour_cents: number, occupancy: number) =>
    adviseHour(
      {
        weekday: 'FRI',
        hour: 17,
        is_open: true,
        weeks: 12,
        is_changed: false,
        spot_minutes: 10_000,
        taken_minutes: occupancy * 100,
        own_bps: 0,
        own_cents: 0,
        guided_bps: 0,
      },
      hour_cents,
      { lowest_bps: -2000, highest_bps: 3000, step_bps: 1000 },
    )
  // $3.00, and ¥300.
  expect(at(300, 100)).toMatchObject({ reason: 'BUSY', suggested_cents: 330, suggested_bps: 1000 })
  expect(at(300, 86)).toMatchObject({ reason: 'BUSY', suggested_cents: 320, suggested_bps: 666 })
  expect(at(300, 85)).toMatchObject({ reason: 'IN_BAND', suggested_cents: null })
  expect(at(300, 60)).toMatchObject({ reason: 'IN_BAND', suggested_cents: null })
  expect(at(300, 10)).toMatchObject({ reason: 'QUIET', suggested_cents: 270 })
  expect(at(30_000, 100)).toMatchObject({ suggested_cents: 33_000 })
  expect([7, 100, 199, 300, 400, 1000, 2000, 30_000].map(priceStepOf)).toEqual([
    1, 5, 5, 10, 20, 50, 100, 1000,
  ])
})

test('joins neighboring hours of a weekday with the same suggestion, and compares with hours at that price', () => {
  const hours = hoursOfWeek.map(({ weekday, hour }) => {
    const isEvening = weekday === 'FRI' && hour >= 17 && hour < 21
    const isDear = weekday === 'SAT' && hour < 2
    return adviseHour(
      {
        weekday,
        hour,
        is_open: true,
        weeks: 12,
        is_changed: false,
        spot_minutes: 10_000,
        taken_minutes: isEvening ? 9_900 + hour : 7_000,
        own_bps: 0,
        own_cents: 0,
        guided_bps: isDear ? 1000 : 0,
      },
      300,
      { lowest_bps: -2000, highest_bps: 3000, step_bps: 1000 },
    )
  })
  expect(joinSuggestions(hours)).toEqual([
    {
      weekday: 'FRI',
      from_hour: 17,
      until_hour: 21,
      reason: 'BUSY',
      occupancy_bps: 9919,
      weeks: 12,
      current_cents: 300,
      suggested_cents: 330,
      similar: { hours: 2, occupancy_bps: 7000 },
    },
  ])
})
