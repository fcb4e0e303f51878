import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { type QuoteInput, quote } from '../quote/quote.ts'
import { later, reservations } from '../testing/quotes.ts'
import { openReservationsAround, reservationsAround } from '../testing/rules.ts'
import { instants } from '../testing/time.ts'
import { minutesOf } from '../time/instant.ts'
import { nthSpotPeriods } from './nth-spot.ts'
import type { HeldReservation } from './types.ts'

const nthSpotPrices = fc
  .uniqueArray(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 })
  .chain((nths) =>
    fc.tuple(
      ...nths.map((nth) =>
        fc.integer({ min: -10_000, max: 20_000 }).map((percent_bps) => ({ nth, percent_bps })),
      ),
    ),
  )

test('the nth at each moment is the number of reservations held then plus one', { timeout: 20_000 }, () => {
  const input = instants(30).chain(({ at }) =>
    fc.tuple(
      reservationsAround(at, 1),
      fc.array(openReservationsAround(at, 3), { maxLength: 6 }),
      nthSpotPrices,
    ),
  )
  fc.assert(
    fc.property(input, ([times, held, nth_spot_prices]) => {
      const periods = nthSpotPeriods({ nth_spot_prices }, times, held, times.ends_at)
      for (let at = minutesOf(times.starts_at); at < minutesOf(times.ends_at); at += 30) {
        const isWithin = ({ starts_at, ends_at }: HeldReservation) =>
          minutesOf(starts_at) <= at && (ends_at === null || at < minutesOf(ends_at))
        const nth = held.filter(isWithin).length + 1
        const reached = nth_spot_prices.filter((price) => price.nth <= nth).sort((a, b) => b.nth - a.nth)[0]
        const percent_bps = reached?.percent_bps ?? 0
        const found = periods.filter(isWithin).map((period) => [period.nth, period.percent_bps])
        expect(found).toEqual(percent_bps === 0 ? [] : [[nth, percent_bps]])
      }
      const bounds = periods.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
      expect(bounds).toEqual([...bounds].sort())
      expect([times.starts_at, ...bounds].sort()[0]).toBe(times.starts_at)
    }),
    // Each takes two milliseconds, and each day has others.
    { numRuns: inject('depth') === 'full' ? 1000 : 400 },
  )
})

test('with other reservations held, longer never costs less and splitting is never cheaper', {
  timeout: 20_000,
}, () => {
  const input = reservations.chain(([lot, first, second]) => {
    const held = fc.array(openReservationsAround(minutesOf(lot.starts_at), 4), { minLength: 1, maxLength: 4 })
    return fc.tuple(
      fc.constant({ ...lot, rate_sets: [] }),
      fc.constant([first, second] as const),
      held,
      nthSpotPrices,
    )
  })
  fc.assert(
    fc.property(input, ([lot, [first, second], held, nth_spot_prices]) => {
      const priceOf = (starts_at: string, ends_at: string) => {
        const nth_spot = nthSpotPeriods({ nth_spot_prices }, { starts_at, ends_at }, held, ends_at)
        const input: QuoteInput = { ...lot, starts_at, ends_at, nth_spot }
        const price = quote(input)
        return price.ok ? price.total_cents : null
      }
      const middle = later(lot.starts_at, first)
      const ends_at = later(middle, second)
      const [a, b, whole] = [
        priceOf(lot.starts_at, middle),
        priceOf(middle, ends_at),
        priceOf(lot.starts_at, ends_at),
      ]
      if (a !== null) expect(whole).toBeGreaterThanOrEqual(a)
      if (a !== null && b !== null) expect(a + b).toBeGreaterThanOrEqual(whole ?? Number.POSITIVE_INFINITY)
    }),
    { numRuns: 1500 },
  )
})
