import fc from 'fast-check'
import { expect, test } from 'vitest'
import { occurrences } from '../recurrence/recurrence.ts'
import { instants } from '../testing/time.ts'
import { MINUTES_PER_DAY, minutesOf } from '../time/instant.ts'
import { localParts } from '../time/zone.ts'
import { hourKey, hoursOfWeek } from './suggest.ts'
import { changedHours, firstTimes, guidedHours, nextApply, weeklyPrices } from './weekly-prices.ts'

const guided = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 167 }), fc.constantFrom(-1000, 500, 1000)), { maxLength: 80 })
  .map(
    (pairs) =>
      new Map(pairs.map(([at, bps]) => [hourKey(hoursOfWeek[at] ?? { weekday: 'MON', hour: 0 }), bps])),
  )

test('weekly prices have the percentages of their hours again when they are read, in every time zone', () => {
  fc.assert(
    fc.property(guided, instants(1), (hours, { zone, at }) => {
      const stored = weeklyPrices(hours).map((price) => {
        return { ...price, ...firstTimes(zone, Math.floor(at), price) }
      })
      expect(guidedHours(zone, stored)).toEqual(hours)
      expect(changedHours(hours, guidedHours(zone, stored))).toEqual([])
    }),
  )
})

test('a weekly price is in effect in exactly its local hours', () => {
  fc.assert(
    fc.property(guided, instants(1), (hours, { zone, at }) => {
      const from = Math.floor(at) + 8 * MINUTES_PER_DAY
      for (const price of weeklyPrices(hours)) {
        const times = { ...firstTimes(zone, Math.floor(at), price), weekdays: price.weekdays }
        const spans = occurrences(
          zone,
          { ...times, repeat_frequency: 'WEEKLY', until_on: null },
          from,
          from + 7 * MINUTES_PER_DAY,
        )
        for (const { from: starts } of spans) {
          const { weekday, hour } = localParts(zone, starts)
          // A clock change skips or repeats an hour, and then a price begins later or lasts longer.
          if (
            localParts(zone, starts - 1440).offset_minutes !== localParts(zone, starts + 1440).offset_minutes
          )
            continue
          expect([weekday, hour]).toEqual([weekday, price.from_hour])
          expect(price.weekdays).toContain(weekday)
          expect(hours.get(hourKey({ weekday, hour }))).toBe(price.percent_bps)
        }
      }
    }),
    { numRuns: 50 },
  )
})

test('joins hours and weekdays with the same percentage into one price', () => {
  const hours = new Map(
    ['MON', 'TUE', 'FRI'].flatMap((weekday) =>
      [17, 18, 19].map((hour) => [`${weekday} ${hour}`, 1000] as [string, number]),
    ),
  )
  hours.set('FRI 20', 500)
  expect(weeklyPrices(hours)).toEqual([
    { weekdays: ['MON', 'TUE', 'FRI'], from_hour: 17, until_hour: 20, percent_bps: 1000 },
    { weekdays: ['FRI'], from_hour: 20, until_hour: 21, percent_bps: 500 },
  ])
})

test('the next scheduled change is on a Monday morning of the lot, and always later', () => {
  fc.assert(
    fc.property(instants(1), ({ zone, at }) => {
      const next = minutesOf(nextApply(zone, at))
      expect(next).toBeGreaterThan(at)
      expect(next - at).toBeLessThanOrEqual(8 * MINUTES_PER_DAY)
      expect(localParts(zone, next).weekday).toBe('MON')
    }),
  )
  // Monday, November 2, 2026, is the day after the clocks of Chicago went back.
  expect(nextApply('America/Chicago', minutesOf('2026-10-30T12:00Z'))).toBe('2026-11-02T10:00:00.000Z')
  expect(nextApply('America/Chicago', minutesOf('2026-11-02T10:00Z'))).toBe('2026-11-09T10:00:00.000Z')
})
