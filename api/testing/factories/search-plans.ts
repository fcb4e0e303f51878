import type { Rules } from '@openspot/core/rules/types.ts'
import fc from 'fast-check'

/** Random lots for the tests of search, with everything that decides what can be booked in them. */

const types = ['STANDARD', 'COMPACT', 'ACCESSIBLE'] as const
const features = ['COVERED', 'EV_CHARGER'] as const
const hoursFrom = fc.integer({ min: 0, max: 40 })

const ownRates = fc.constantFrom(
  { hour_cents: 350 },
  { hour_cents: 250, day_cents: 1500 },
  { month_cents: 9000 },
  { half_hour_cents: 0, hour_cents: 0, day_cents: 0, month_cents: 0 },
  {},
)
const spot = fc.record({
  type: fc.constantFrom<(typeof types)[number]>('STANDARD', 'STANDARD', 'COMPACT', 'ACCESSIBLE'),
  features: fc.subarray([...features]),
  in_zone: fc.boolean(),
  rates: ownRates,
  /** The assignee, and when they sublet the spot. */
  assignee: fc.option(
    fc.record({
      who: fc.constantFrom('driver' as const, 'host' as const),
      from: fc.integer({ min: 0, max: 20 }),
      hours: fc.integer({ min: 10, max: 100 }),
      hour_cents: fc.option(fc.constantFrom(100, 900)),
    }),
    { freq: 1 },
  ),
})
const reservation = fc.record({
  spot: fc.nat(3),
  from: fc.integer({ min: 1, max: 50 }),
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
  who: fc.constantFrom('driver' as const, 'other' as const),
})
/** At most two rules, because more would reject everything. */
const rules = fc
  .subarray<Partial<Rules>>(
    [
      { max_short_reservations: 1 },
      { max_short_reservations: 2, max_long_reservations: 0 },
      { max_duration_minutes: 240 },
      { min_duration_minutes: 120 },
      { max_ahead_days: 1 },
      { max_hours: { hours: 12, per: 'DAY' } },
      { max_hours: { hours: 30, per: 'WEEK' } },
      { spot_types: ['COMPACT'] },
      { nth_spot_prices: [{ nth: 2, percent_bps: 5000 }] },
    ],
    { minLength: 1, maxLength: 2 },
  )
  .map((some) => Object.assign({}, ...some) as Partial<Rules>)

const lot = fc.record({
  time_zone: fc.constantFrom('America/Chicago', 'Asia/Kathmandu', 'Europe/London'),
  snap_minutes: fc.constantFrom(30, 60),
  rates: fc.constantFrom(
    { hour_cents: 300, day_cents: null, day_from_hours: 6, month_from_days: 15 },
    { hour_cents: null, day_cents: 1200 },
  ),
  max_reservation_price: fc.constantFrom<number[]>(1500, 2500),
  is_private: fc.boolean(),
  hours: fc.constantFrom(null, { opens: '08:00', closes: '20:00' }),
  overnight_allowed: fc.boolean(),
  zone_rates: ownRates,
  calendar: fc.option(
    fc.record({
      from: hoursFrom,
      hours: fc.integer({ min: 5, max: 20 }),
      repeats: fc.boolean(),
      by_zone: fc.boolean(),
    }),
    { freq: 4 },
  ),
  default_rules: fc.option(fc.record({ rules, by_zone: fc.constantFrom(false, false, true) }), { freq: 3 }),
  /** The driver is a stranger, a member, or a member of a group with its own rules. */
  driver: fc.constantFrom('stranger' as const, 'member' as const, 'grouped' as const),
  group_rules: rules,
  spots: fc.array(spot, { minLength: 1, maxLength: 4 }),
  reservations: fc.array(reservation, { maxLength: 6 }),
  closures: fc.array(
    fc.record({ spot: fc.nat(3), from: hoursFrom, hours: fc.integer({ min: 3, max: 20 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  redirects: fc.boolean(),
})
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never
export type LotPlan = Omit<Drawn<typeof lot>, 'rates'> & {
  rates: { hour_cents: number | null; day_cents: number | null; month_cents?: number }
}

const plain = {
  time_zone: 'America/Chicago',
  snap_minutes: 30,
  rates: { hour_cents: 400, day_cents: 2000, month_cents: 20_000 },
  max_reservation_price: 100_000,
  is_private: false,
  hours: null,
  overnight_allowed: true,
  zone_rates: {},
  calendar: null,
  default_rules: null,
  driver: 'stranger',
  group_rules: {},
  closures: [],
  redirects: false,
} as const satisfies Partial<LotPlan>
const plainSpot = { type: 'STANDARD', features: [], rates: {}, assignee: null } as const
const spotFields = ['type', 'features', 'rates', 'assignee'] as const

/**
 * A plain lot with a few random features. If all were random in each lot, they would hide each other: most lots could
 * not be booked at all, and the rest for any of many reasons.
 */
const special = [
  ...(Object.keys(plain) as (keyof typeof plain)[]),
  ...spotFields.map((field) => `spot_${field}` as const),
]
const lotPlan = fc.tuple(lot, fc.subarray(special, { maxLength: 4 })).map(([drawn, chosen]): LotPlan => {
  const kept = Object.entries(plain).filter(([field]) => !chosen.some((each) => each === field))
  const keptOfSpot = spotFields.filter((field) => !chosen.includes(`spot_${field}`))
  const ofSpot = Object.fromEntries(keptOfSpot.map((field) => [field, plainSpot[field]]))
  const spots = drawn.spots.map((each) => ({ ...each, ...ofSpot }))
  return { ...drawn, ...Object.fromEntries(kept), spots }
})

/** A small garage of equal spots, full of reservations that could use any of them. */
const crowdedPlan = fc.tuple(lot, fc.array(reservation, { minLength: 4, maxLength: 9 })).map(
  ([drawn, reservations]): LotPlan => ({
    ...drawn,
    ...plain,
    closures: [],
    spots: drawn.spots.slice(0, 3).map(() => ({ ...plainSpot, features: [], in_zone: false })),
    reservations: reservations.map((each) => ({
      ...each,
      is_flexible: true,
      status: 'ACTIVE',
      who: 'other',
    })),
  }),
)

export const worldPlan = fc.array(
  fc.oneof({ weight: 4, arbitrary: lotPlan }, { weight: 1, arbitrary: crowdedPlan }),
  { minLength: 2, maxLength: 4 },
)

export const question = fc.record({
  from: fc.integer({ min: 0, max: 45 }),
  minutes: fc.constantFrom(0, 0, 1, 30, 50),
  hours: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 15 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  types: fc.constantFrom<(typeof types)[number][][]>(
    [],
    [],
    ['COMPACT'],
    ['STANDARD', 'COMPACT'],
    ['ACCESSIBLE'],
  ),
  features: fc.constantFrom<(typeof features)[number][][]>([], [], ['COVERED'], ['COVERED', 'EV_CHARGER']),
  min_cents: fc.constantFrom(undefined, undefined, 600),
  max_cents: fc.constantFrom(undefined, undefined, 1600),
})
