import { isoOf } from '@openspot/core/time/instant.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import { offerOf, plainSpot, plainTerms } from '../pricing/offer.ts'
import { knownOffer } from './known-offers.ts'

const cents = fc.option(fc.integer({ min: 0, max: 900 }), { freq: 4 })
const lot = fc.record({
  // Clocks change on March 8 and 29, 2026.
  time_zone: fc.constantFrom('America/Chicago', 'Europe/London', 'Asia/Kathmandu'),
  half_hour_cents: cents,
  hour_cents: cents,
  day_cents: fc.option(fc.integer({ min: 500, max: 3000 })),
  month_cents: fc.option(fc.integer({ min: 4000, max: 9000 })),
  min_reservation_price: fc.constantFrom(0, 700),
  max_reservation_price: fc.constantFrom(5000, 100_000),
  takes_bookings: fc.constantFrom(true, true, true, false),
})

test('remembers prices by length, and returns what a quote of the same times returns', () => {
  fc.assert(
    fc.property(
      lot,
      fc.array(
        fc.record({
          start: fc.integer({ min: 0, max: 50 * 48 }),
          half_hours: fc.integer({ min: 1, max: 500 }),
        }),
        {
          minLength: 5,
          maxLength: 12,
        },
      ),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 5, maxLength: 5 }),
      (columns, asked, lengths) => {
        const row = {
          ...columns,
          currency: 'USD',
          day_from_hours: null,
          month_from_days: null,
          opening_hours: null,
          overnight_allowed: true,
          service_fee_bps: 500,
          service_fee_cents: 99,
          snap_minutes: 30,
        } as LotRow
        const terms = plainTerms(row)
        const first = Date.UTC(2026, 1, 20) / 60_000
        for (const [nth, { start, half_hours }] of asked.entries()) {
          // Some lengths repeat, so that they are known.
          const minutes = 30 * (nth % 2 === 0 ? (lengths[nth % lengths.length] ?? 1) : half_hours)
          for (const from of [first + start * 30, first + start * 30 + 1440]) {
            const times = { starts_at: isoOf(from), ends_at: isoOf(from + minutes) }
            const now = new Date(first * 60_000)
            expect(knownOffer(terms, plainSpot, times, now).price).toEqual(
              offerOf(terms, plainSpot, times, now).price,
            )
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})
