import type { Rules } from '@openspot/core/rules/types.ts'
import fc from 'fast-check'

/** For the tests of search: lots drawn at random, with everything that decides what can be booked in them. */

export const types = ['STANDARD', 'COMPACT'] as const
export const features = ['COVERED', 'EV_CHARGER'] as const

const rates = fc.constantFrom(
  {},
  {},
  { hour_cents: 350 },
  { hour_cents: 250, day_cents: 1500 },
  { month_cents: 9000 },
  { half_hour_cents: 0, hour_cents: 0, day_cents: 0, month_cents: 0 },
)
const hoursFrom = fc.integer({ min: 0, max: 50 })
const spot = fc.record({
  type: fc.constantFrom(...types),
  features: fc.subarray([...features]),
  in_zone: fc.boolean(),
  rates,
  /** Whose it is, and when they let it. */
  holder: fc.option(
    fc.record({
      who: fc.constantFrom('driver' as const, 'host' as const),
      from: hoursFrom,
      hours: fc.integer({ min: 4, max: 100 }),
      hour_cents: fc.option(fc.constantFrom(100, 900)),
    }),
    { freq: 1 },
  ),
})
const stay = fc.record({
  spot: fc.nat(3),
  from: fc.integer({ min: 1, max: 60 }),
  hours: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 2, max: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(119, 121, null) },
  ),
  status: fc.constantFrom(
    'ACTIVE' as const,
    'ACTIVE' as const,
    'CHECKOUT' as const,
    'PENDING' as const,
    'CANCELED' as const,
  ),
  is_flexible: fc.boolean(),
  who: fc.constantFrom('driver' as const, 'other' as const, 'other' as const),
})
const rules = fc.record<Partial<Rules>, never>(
  {
    max_short_stays: fc.constantFrom(1, 2),
    max_stay_minutes: fc.constantFrom(240, 1440),
    min_stay_minutes: fc.constant(120),
    max_ahead_days: fc.constantFrom(0, 1),
    max_hours: fc.constantFrom({ hours: 12, per: 'DAY' as const }, { hours: 30, per: 'WEEK' as const }),
    spot_types: fc.constantFrom<Rules['spot_types'][]>(['COMPACT'], ['STANDARD']),
    nth_spot_prices: fc.constant([{ nth: 2, percent_bps: 5000 }]),
  },
  { requiredKeys: [] },
)

const lotPlan = fc.record({
  time_zone: fc.constantFrom('America/Chicago', 'Asia/Kathmandu', 'Europe/London'),
  snap_minutes: fc.constantFrom(30, 30, 60),
  rates: fc.constantFrom(
    { hour_cents: 400, day_cents: 2000, month_cents: 20_000 },
    { hour_cents: 300, day_cents: null, day_from_hours: 6, month_from_days: 15 },
    { hour_cents: null, day_cents: 1200 },
  ),
  max_reservation_price: fc.constantFrom(100_000, 1500),
  is_private: fc.constantFrom(false, false, true),
  hours: fc.constantFrom(null, null, { opens: '08:00', closes: '20:00' }),
  overnight_allowed: fc.boolean(),
  zone_rates: rates,
  calendar: fc.option(
    fc.record({
      from: hoursFrom,
      hours: fc.integer({ min: 1, max: 20 }),
      repeats: fc.boolean(),
      by_zone: fc.boolean(),
    }),
    { freq: 1 },
  ),
  default_rules: fc.option(fc.record({ rules, by_zone: fc.constantFrom(false, false, true) }), { freq: 1 }),
  /** The driver is no member, or one, or one of a group with rules of its own. */
  driver: fc.constantFrom('stranger' as const, 'member' as const, 'grouped' as const),
  group_rules: rules,
  spots: fc.array(spot, { minLength: 1, maxLength: 4 }),
  stays: fc.array(stay, { maxLength: 7 }),
  closures: fc.array(
    fc.record({ spot: fc.nat(3), from: hoursFrom, hours: fc.integer({ min: 1, max: 10 }) }),
    { maxLength: 2 },
  ),
  redirects: fc.constantFrom(false, false, false, true),
})
/** As in a small garage of spots that are all alike and full of stays for which any would do. */
const crowdedPlan = fc.tuple(lotPlan, fc.array(stay, { minLength: 4, maxLength: 9 })).map(([lot, stays]) => ({
  ...lot,
  hours: null,
  default_rules: null,
  driver: 'member' as const,
  calendar: null,
  closures: [],
  redirects: false,
  spots: lot.spots
    .slice(0, 3)
    .map(() => ({ type: types[0], features: [], in_zone: false, rates: {}, holder: null })),
  stays: stays.map((each) => ({
    ...each,
    is_flexible: true,
    status: 'ACTIVE' as const,
    who: 'other' as const,
  })),
}))

export const worldPlan = fc.array(
  fc.oneof({ weight: 3, arbitrary: lotPlan }, { weight: 1, arbitrary: crowdedPlan }),
  { minLength: 1, maxLength: 3 },
)
export type LotPlan = typeof lotPlan extends fc.Arbitrary<infer Plan> ? Plan : never

export const question = fc.record({
  from: fc.integer({ min: 0, max: 60 }),
  minutes: fc.integer({ min: 0, max: 59 }),
  hours: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  types: fc.constantFrom<(typeof types)[number][][]>([], [], ['COMPACT'], ['STANDARD', 'COMPACT']),
  features: fc.constantFrom<(typeof features)[number][][]>([], [], [], ['COVERED']),
  min_cents: fc.constantFrom(undefined, undefined, 600),
  max_cents: fc.constantFrom(undefined, undefined, 1600),
})
