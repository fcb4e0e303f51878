import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekdays } from '../enums.ts'
import { quote } from '../quote/quote.ts'
import { occurrences, type Recurrence } from '../recurrence/recurrence.ts'
import { instants } from '../testing/time.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { type CalendarPrice, calendarPeriods, calendarPriceFault, rateChangesFor } from './calendar-prices.ts'

const zone = 'America/New_York'
const evenings: CalendarPrice = {
  id: 'evenings',
  name: 'Friday evenings',
  starts_at: '2026-10-30T22:00Z',
  ends_at: '2026-10-31T03:00Z',
  repeat_frequency: 'WEEKLY',
  weekdays: ['FRI'],
  until_on: null,
  percent_bps: 2000,
  amount_cents: null,
  units: null,
  zone_ids: null,
}
const game: CalendarPrice = {
  ...evenings,
  id: 'game',
  name: 'Game day',
  starts_at: '2026-11-06T17:00Z',
  ends_at: '2026-11-07T05:00Z',
  repeat_frequency: 'NEVER',
  weekdays: [],
  percent_bps: null,
  amount_cents: 500,
  units: ['HOUR', 'HALF_HOUR'],
  zone_ids: ['north'],
}
const [from, to] = [minutesOf('2026-10-30T00:00Z'), minutesOf('2026-11-10T00:00Z')]

test('calendarPeriods expands prices in local time, ordered by their start', () => {
  const periods = calendarPeriods(zone, [game, evenings], from, to)
  expect(periods.map(({ id, starts_at, ends_at }) => [id, starts_at, ends_at])).toEqual([
    ['evenings', '2026-10-30T22:00:00.000Z', '2026-10-31T03:00:00.000Z'],
    ['game', '2026-11-06T17:00:00.000Z', '2026-11-07T05:00:00.000Z'],
    // One hour later in UTC because daylight saving time has ended; Friday evening is still from 18:00 to 23:00 local
    // time.
    ['evenings', '2026-11-06T23:00:00.000Z', '2026-11-07T04:00:00.000Z'],
  ])
  expect(periods[1]).toEqual({
    id: 'game',
    name: 'Game day',
    starts_at: '2026-11-06T17:00:00.000Z',
    ends_at: '2026-11-07T05:00:00.000Z',
    percent_bps: null,
    amount_cents: 500,
    units: ['HOUR', 'HALF_HOUR'],
    zone_ids: ['north'],
  })
})

test('a price limited to zones applies only to spots in those zones', () => {
  const idsFor = (zone_id: string | null) =>
    rateChangesFor(zone, [game, evenings], zone_id, minutesOf('2026-11-06T00:00Z'), to).map(({ id }) => id)
  expect(idsFor('north')).toEqual(['game', 'evenings'])
  expect(idsFor('south')).toEqual(['evenings'])
  expect(idsFor(null)).toEqual(['evenings'])
})

test('the quote applies the changes, and its lines name them', () => {
  const times = { starts_at: '2026-11-06T22:00:00.000Z', ends_at: '2026-11-07T00:00:00.000Z' }
  const result = quote({
    zone,
    currency: 'USD',
    rates: { half_hour_cents: null, hour_cents: 250, day_cents: null, month_cents: null },
    min_reservation_price: 0,
    max_reservation_price: 100_000,
    fee: { service_fee_bps: 0, service_fee_cents: 0 },
    ...times,
    rate_changes: rateChangesFor(
      zone,
      [game, evenings],
      'north',
      minutesOf(times.starts_at),
      minutesOf(times.ends_at),
    ),
  })
  expect(result.ok && result.lines.map(({ unit_cents, params }) => [unit_cents, params.changes])).toEqual([
    [750, 'game'],
    [800, 'game evenings'],
  ])
})

test('calendarPeriods ends an open-ended price at the end of the range', () => {
  const endless = { ...game, ends_at: null }
  expect(calendarPeriods(zone, [endless], from, to)[0]?.ends_at).toBe(isoOf(to))
})

/** Recurrences that started within the three weeks before an instant and last half hours to a day. */
function recurrencesBefore(at: number): fc.Arbitrary<Recurrence> {
  return fc
    .record({
      before: fc.integer({ min: 0, max: 21 * 48 }),
      length: fc.integer({ min: 1, max: 40 }),
      repeat_frequency: fc.constantFrom('NEVER', 'DAILY', 'WEEKLY'),
      weekdays: fc.subarray([...weekdays]),
      is_endless: fc.boolean(),
    })
    .map(({ before, length, is_endless, ...rest }): Recurrence => {
      const starts = at - before * 30
      const ends_at = is_endless && rest.repeat_frequency === 'NEVER' ? null : isoOf(starts + length * 30)
      const days = rest.repeat_frequency === 'WEEKLY' ? rest.weekdays : []
      return { ...rest, weekdays: days, starts_at: isoOf(starts), ends_at, until_on: null }
    })
}

test('calendarPeriods returns the whole occurrences of each price in order, across clock changes', () => {
  const input = instants(30).chain(({ zone, at }) => {
    const recurrences = fc.array(recurrencesBefore(at), { maxLength: 4 })
    return fc.tuple(fc.constant({ zone, at }), recurrences, fc.integer({ min: 0, max: 6000 }))
  })
  fc.assert(
    fc.property(input, ([{ zone, at }, recurrences, length]) => {
      const prices = recurrences.map(
        (recurrence, id): CalendarPrice => ({ ...evenings, ...recurrence, id: String(id) }),
      )
      const periods = calendarPeriods(zone, prices, at, at + length)
      for (const price of prices) {
        const expected = occurrences(zone, price, at, at + length).map(({ from, to }) => {
          return [isoOf(from), isoOf(to === Number.POSITIVE_INFINITY ? at + length : to)]
        })
        const found = periods.filter(({ id }) => id === price.id)
        expect(found.map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual(expected)
      }
      const starts = periods.map(({ starts_at }) => starts_at)
      expect(starts).toEqual([...starts].sort())
    }),
    { numRuns: 1000 },
  )
})

test('calendarPriceFault requires exactly one nonzero change, a percentage or an amount', () => {
  const faultOf = (percent_bps: number | null, amount_cents: number | null) =>
    calendarPriceFault({ percent_bps, amount_cents })?.field ?? null
  for (const percent of [-10_000, -1, 1, 100_000]) expect(faultOf(percent, null)).toBeNull()
  for (const amount of [-10_000_000, -1, 1, 10_000_000]) expect(faultOf(null, amount)).toBeNull()
  for (const percent of [-10_001, 0, 0.5, 100_001, Number.NaN])
    expect(faultOf(percent, null)).toBe('percent_bps')
  for (const amount of [-10_000_001, 0, 1.5, 10_000_001]) expect(faultOf(null, amount)).toBe('amount_cents')
  expect(faultOf(null, null)).toBe('percent_bps')
  expect(faultOf(100, 100)).toBe('amount_cents')
})
