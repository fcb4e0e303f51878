import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoOf, minutesOf } from '../time/instant.ts'
import { findLonger, longerBound, MAX_LONGER_MINUTES, MIN_LONGER_MINUTES } from './longer.ts'
import { quote } from './quote.ts'
import type { QuoteInput } from './types.ts'

const starts = minutesOf('2026-11-23T15:00:00.000Z')
const rates = { half_hour_cents: null, hour_cents: 900, day_cents: 3600, month_cents: null }
const input = (more: Partial<QuoteInput['rates']> = {}): Omit<QuoteInput, 'ends_at'> => ({
  zone: 'America/Chicago',
  currency: 'USD',
  rates: { ...rates, ...more },
  min_reservation_price: 0,
  max_reservation_price: 100_000,
  fee: { service_fee_bps: 0, service_fee_cents: 99 },
  starts_at: isoOf(starts),
})
const pricer = (of: Omit<QuoteInput, 'ends_at'>) => (end: number) => {
  const result = quote({ ...of, ends_at: isoOf(end) })
  return result.ok ? result.total_cents : null
}

test('offers the whole day when four hours already cost as much', () => {
  const priceAt = pricer(input())
  const ends_min = starts + 4 * 60
  const total_cents = priceAt(ends_min) ?? 0
  const times = { ends_min, total_cents, step_minutes: 30, until_min: Number.POSITIVE_INFINITY }
  expect(findLonger(times, priceAt)).toEqual({ ends_min: starts + 24 * 60, extra_cents: 0 })
  // Only as long as the spot is free.
  const until_min = starts + 9 * 60
  expect(findLonger({ ...times, until_min }, priceAt)).toEqual({ ends_min: until_min, extra_cents: 0 })
})

test('offers nothing when each further hour costs as much as the first', () => {
  const priceAt = pricer(input({ day_cents: null }))
  const times = { ends_min: starts + 120, step_minutes: 30, until_min: Number.POSITIVE_INFINITY }
  expect(findLonger({ ...times, total_cents: priceAt(starts + 120) ?? 0 }, priceAt)).toBeNull()
})

test('what is offered is longer, within the bounds of price and time, and no later end would be', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 2000 }),
      fc.option(fc.integer({ min: 500, max: 6000 }), { nil: null }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(15, 30, 60),
      fc.integer({ min: 0, max: 2000 }),
      (hour_cents, day_cents, steps, step_minutes, free) => {
        const priceAt = pricer({ ...input({ hour_cents, day_cents }), rounding_minutes: step_minutes })
        const ends_min = starts + steps * step_minutes
        const total_cents = priceAt(ends_min)
        if (total_cents === null) return
        const until_min = ends_min + free
        const found = findLonger({ ends_min, total_cents, step_minutes, until_min }, priceAt)
        const isOffered = (end: number) => {
          const price = priceAt(end)
          return price !== null && price - total_cents <= longerBound(total_cents)
        }
        const ends: number[] = []
        const last = Math.min(until_min, ends_min + MAX_LONGER_MINUTES)
        for (let end = ends_min + step_minutes; end <= last; end += step_minutes)
          if (end >= ends_min + MIN_LONGER_MINUTES && isOffered(end)) ends.push(end)
        expect(found?.ends_min ?? null).toBe(ends.at(-1) ?? null)
        if (!found) return
        expect(found.extra_cents).toBe((priceAt(found.ends_min) ?? 0) - total_cents)
        expect(found.extra_cents).toBeGreaterThanOrEqual(0)
        expect(found.extra_cents).toBeLessThanOrEqual(longerBound(total_cents))
      },
    ),
  )
})
