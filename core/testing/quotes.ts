import fc from 'fast-check'
import type { NthSpotPeriod, QuoteInput, QuoteRates, QuoteUnit, RateChange, RateSet } from '../quote/types.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { instants } from './time.ts'

/** Generators for the quote tests: lots, and reservations around clock and price changes. */

const bigRates = fc.record({
  half_hour_cents: fc.option(fc.integer({ min: 0, max: 400 }), { freq: 2 }),
  hour_cents: fc.option(fc.integer({ min: 0, max: 700 }), { freq: 4 }),
  day_cents: fc.option(fc.integer({ min: 0, max: 4000 }), { freq: 3 }),
  month_cents: fc.option(fc.integer({ min: 0, max: 40_000 }), { freq: 2 }),
})
/** Few distinct prices, to produce ties and blocks that undercut shorter ones. */
const smallRates = fc.record({
  half_hour_cents: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }),
  hour_cents: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 3 }),
  day_cents: fc.option(fc.integer({ min: 0, max: 8 }), { freq: 3 }),
  month_cents: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 }),
})
const ratesOf: fc.Arbitrary<QuoteRates> = fc.oneof({ weight: 2, arbitrary: bigRates }, smallRates)

/** Changes that start and end anywhere around a reservation, also off the grid. */
function changesFor(at: number, reach: number): fc.Arbitrary<RateChange[]> {
  const change = fc
    .tuple(
      stretches(at, reach),
      fc.oneof(
        fc.record({ percent_bps: fc.integer({ min: -11_000, max: 15_000 }) }),
        fc.record({ amount_cents: fc.integer({ min: -900, max: 900 }) }),
      ),
      fc.option(fc.subarray<QuoteUnit>(['MONTH', 'DAY', 'HOUR', 'HALF_HOUR'], { minLength: 1 })),
    )
    .map(([stretch, what, units]): RateChange => ({ ...stretch, ...what, units }))
  return fc.oneof(fc.constant<RateChange[]>([]), fc.array(change, { maxLength: 4 }))
}

/** Periods anywhere around a reservation, also off the grid. */
function stretches(at: number, reach: number): fc.Arbitrary<{ starts_at: string; ends_at: string }> {
  return fc
    .tuple(fc.integer({ min: -reach, max: reach }), fc.integer({ min: 1, max: reach }))
    .map(([from, length]) => ({ starts_at: isoOf(at + from), ends_at: isoOf(at + from + length) }))
}

/** Rate sets for a period, often none; some sell nothing or only months. */
function rateSetsFor(at: number, reach: number): fc.Arbitrary<RateSet[]> {
  const set = fc
    .tuple(stretches(at, reach), ratesOf, fc.integer({ min: 0, max: 5 }))
    .map(([stretch, rates, random]): RateSet => {
      const monthsAlone = { half_hour_cents: null, hour_cents: null, day_cents: null }
      return {
        ...stretch,
        ...(random === 0 ? { ends_at: null } : {}),
        rates: random === 1 ? { ...rates, ...monthsAlone } : rates,
      }
    })
  return fc.oneof({ weight: 2, arbitrary: fc.constant<RateSet[]>([]) }, fc.array(set, { maxLength: 3 }))
}

/** Periods with other reservations held, often none; prices with fractions, and free ones. */
function nthSpotsFor(at: number, reach: number): fc.Arbitrary<NthSpotPeriod[]> {
  const period = fc
    .tuple(
      stretches(at, reach),
      fc.integer({ min: 2, max: 5 }),
      fc.oneof(fc.integer({ min: -9999, max: 20_000 }), fc.constantFrom(-10_000, -5000, 0, 1, 5000)),
    )
    .map(([stretch, nth, percent_bps]): NthSpotPeriod => ({ ...stretch, nth, percent_bps }))
  return fc.oneof(fc.constant<NthSpotPeriod[]>([]), fc.array(period, { minLength: 1, maxLength: 3 }))
}

/** A lot without limits, so that every sold reservation has a price, with a start on the grid near a clock change. */
export function lots(reach: number): fc.Arbitrary<Omit<QuoteInput, 'ends_at'>> {
  return instants(30).chain(({ zone, at }) => {
    return fc.record({
      zone: fc.constant(zone),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      rates: ratesOf,
      min_reservation_price: fc.constantFrom(0, 0, 200, 1500),
      max_reservation_price: fc.constant(1e12),
      fee: fc.record({
        service_fee_bps: fc.constantFrom(0, 1, 333, 1000, 2500),
        service_fee_cents: fc.constantFrom(0, 0, 35),
      }),
      starts_at: fc.constant(isoOf(at)),
      rate_changes: changesFor(at, reach),
      rate_sets: rateSetsFor(at, reach),
      nth_spot: nthSpotsFor(at, reach),
    })
  })
}

const DAY = 1440

/** Lots with two lengths in half hours, a few days, or up to 70 days. */
export const reservations = lots(4 * DAY).chain((lot) => {
  const lengths = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 * 48 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 70 * 48 }) },
  )
  return fc.tuple(fc.constant(lot), lengths, lengths)
})

const noRates: QuoteRates = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }

/**
 * Without a minimum charge, and short enough for the slow search; ends need not lie on the grid. In half of them
 * nothing is sold for some hours.
 */
export const shortReservations = lots(1.5 * DAY).chain((lot) => {
  const lengths = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) },
    fc.integer({ min: 40, max: 55 }),
  )
  const gaps = fc
    .tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 30, max: 900 }))
    .map(([from, length]) => {
      const starts = minutesOf(lot.starts_at) + from
      return { starts_at: isoOf(starts), ends_at: isoOf(starts + length), rates: noRates }
    })
  const minutesLess = fc.integer({ min: 0, max: 29 })
  return fc.tuple(lengths, minutesLess, fc.option(gaps, { freq: 2 })).map(([halfHours, minutes, gap]) => {
    const ends_at = later(isoOf(minutesOf(lot.starts_at) - minutes), halfHours)
    const rate_sets = [...(lot.rate_sets ?? []), ...(gap ? [gap] : [])]
    return { ...lot, rate_sets, min_reservation_price: 0, ends_at }
  })
})

/** Returns an instant `halfHours` half hours later. */
export function later(instant: string, halfHours: number): string {
  return isoOf(minutesOf(instant) + halfHours * 30)
}
