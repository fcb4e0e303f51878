import { expect, test } from 'vitest'
import { isoOf, minutesOf } from '../time/instant.ts'
import { occurrences, type Recurrence, recurrenceFault, type Span } from './recurrence.ts'
import { spanOnWall } from './wall.ts'

const CHICAGO = 'America/Chicago'
const night: Recurrence = {
  starts_at: '2026-10-01T03:00Z', // 22:00 on September 30
  ends_at: '2026-10-01T11:00Z',
  repeat_frequency: 'DAILY',
  weekdays: [],
  until_on: null,
}
const say = (spans: Span[]) => spans.map(({ from, to }) => `${isoOf(from).slice(0, 16)} ${(to - from) / 60}h`)
const spansOf = (zone: string, recurrence: Recurrence, from: string, to: string) =>
  say(occurrences(zone, recurrence, minutesOf(from), minutesOf(to)))

test('a nightly recurrence stays 22:00 to 06:00 across clock changes and then lasts 9 or 7 hours', () => {
  expect(spansOf(CHICAGO, night, '2026-10-31T12:00Z', '2026-11-02T12:00Z')).toEqual([
    '2026-11-01T03:00 9h',
    '2026-11-02T04:00 8h',
  ])
  expect(spansOf(CHICAGO, night, '2027-03-13T12:00Z', '2027-03-15T12:00Z')).toEqual([
    '2027-03-14T04:00 7h',
    '2027-03-15T03:00 8h',
  ])
})

test('omits an occurrence that a skipped hour leaves empty, and shortens one that it cuts', () => {
  const early = { ...night, starts_at: '2026-03-01T08:15Z', ends_at: '2026-03-01T09:00Z' } // 02:15 to 03:00
  expect(spansOf(CHICAGO, early, '2026-03-07T00:00Z', '2026-03-10T00:00Z')).toEqual([
    '2026-03-07T08:15 0.75h',
    '2026-03-09T07:15 0.75h',
  ])
  const longer = { ...early, ends_at: '2026-03-01T10:00Z' } // to 04:00; 02:15 is taken as 03:15
  expect(spansOf(CHICAGO, longer, '2026-03-08T00:00Z', '2026-03-09T00:00Z')).toEqual([
    '2026-03-08T08:15 0.75h',
  ])
})

test('in a repeated hour, a single recurrence keeps its instants and a repeating one means the first', () => {
  const second: Recurrence = {
    ...night,
    starts_at: '2026-11-01T07:00Z', // 01:00 for the second time
    ends_at: '2026-11-01T07:30Z',
    repeat_frequency: 'NEVER',
  }
  expect(spansOf(CHICAGO, second, '2026-11-01T00:00Z', '2026-11-02T00:00Z')).toEqual([
    '2026-11-01T07:00 0.5h',
  ])
  const daily: Recurrence = { ...second, repeat_frequency: 'DAILY' }
  expect(spansOf(CHICAGO, daily, '2026-11-01T00:00Z', '2026-11-02T00:00Z')).toEqual(['2026-11-01T06:00 0.5h'])
})

test('handles a skipped midnight and a skipped date', () => {
  const day: Recurrence = { ...night, starts_at: '2018-11-01T03:00Z', ends_at: '2018-11-02T03:00Z' }
  expect(spansOf('America/Sao_Paulo', day, '2018-11-03T12:00Z', '2018-11-05T12:00Z')).toEqual([
    '2018-11-03T03:00 24h',
    '2018-11-04T03:00 23h',
    '2018-11-05T02:00 24h',
  ])
  const office: Recurrence = { ...night, starts_at: '2011-12-28T19:00Z', ends_at: '2011-12-29T03:00Z' }
  expect(spansOf('Pacific/Apia', office, '2011-12-29T12:00Z', '2012-01-01T00:00Z')).toEqual([
    '2011-12-29T19:00 8h',
    '2011-12-30T19:00 8h', // December 31 there: the 30th was skipped
    '2011-12-31T19:00 8h',
  ])
})

test('counts weekdays from the first local date, up to and including the last day', () => {
  const weekends: Recurrence = {
    ...night,
    starts_at: '2026-09-30T03:00Z', // still Tuesday there
    ends_at: '2026-09-30T04:00Z',
    repeat_frequency: 'WEEKLY',
    weekdays: ['SUN', 'SAT'],
    until_on: '2026-10-10',
  }
  expect(spansOf(CHICAGO, weekends, '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
    '2026-10-04T03:00 1h',
    '2026-10-05T03:00 1h',
    '2026-10-11T03:00 1h',
  ])
  const same: Recurrence = { ...weekends, weekdays: [], until_on: '2026-10-06' }
  expect(spansOf(CHICAGO, same, '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
    '2026-09-30T03:00 1h',
    '2026-10-07T03:00 1h',
  ])
})

test('an infinite range works for one-time recurrences and recurrences with a last day, and throws otherwise', () => {
  const closed: Recurrence = { ...night, ends_at: null, repeat_frequency: 'NEVER' }
  const forEver = Number.POSITIVE_INFINITY
  const from = minutesOf(night.starts_at)
  expect(occurrences(CHICAGO, closed, from + 1e6, forEver)).toEqual([{ from, to: forEver }])
  expect(occurrences(CHICAGO, closed, Number.NEGATIVE_INFINITY, from)).toEqual([])
  expect(occurrences(CHICAGO, { ...night, until_on: '2026-10-09' }, -forEver, forEver)).toHaveLength(10)
  expect(() => occurrences(CHICAGO, night, from, forEver)).toThrow('repeats forever')
  expect(() => occurrences(CHICAGO, { ...night, ends_at: null }, from, from + 1)).toThrow('cannot repeat')
  expect(() => occurrences(CHICAGO, { ...night, until_on: 'soon' }, from, from + 1)).toThrow('Not a date')
  expect(() => occurrences(CHICAGO, { ...night, starts_at: 'soon' }, from, from + 1)).toThrow(RangeError)
  expect(() => occurrences('Mars/Base', night, from, from + 1)).toThrow('Not a time zone')
})

const once: Partial<Recurrence> = { repeat_frequency: 'NEVER' }
const weekly: Partial<Recurrence> = { repeat_frequency: 'WEEKLY' }
const twice: Partial<Recurrence> = { starts_at: '2026-11-01T06:30Z', ends_at: '2026-11-01T07:10Z' }

test.each<[string, Partial<Recurrence>, string | null]>([
  ['a night', {}, null],
  ['24 hours daily', { ends_at: '2026-10-02T03:00Z' }, null],
  ['more than 24 hours daily', { ends_at: '2026-10-02T03:01Z' }, 'ends_at'],
  // From October 31 at 22:00 to November 1 at 22:00.
  ['24 hours that last 25', { starts_at: '2026-11-01T03:00Z', ends_at: '2026-11-02T04:00Z' }, null],
  [
    'a minute more than 24 hours that last 25',
    { starts_at: '2026-11-01T03:00Z', ends_at: '2026-11-02T04:01Z' },
    'ends_at',
  ],
  ['a week weekly', { ...weekly, ends_at: '2026-10-08T03:00Z' }, null],
  ['more than a week weekly', { ...weekly, ends_at: '2026-10-08T03:01Z' }, 'ends_at'],
  [
    'two days to the next weekday',
    { ...weekly, weekdays: ['SUN', 'FRI'], ends_at: '2026-10-03T03:00Z' },
    null,
  ],
  ['more than that', { ...weekly, weekdays: ['SUN', 'FRI'], ends_at: '2026-10-03T03:01Z' }, 'ends_at'],
  ['a month, once', { ...once, ends_at: '2026-11-01T03:00Z' }, null],
  ['for ever, once', { ...once, ends_at: null }, null],
  ['for ever, repeated', { ends_at: null }, 'ends_at'],
  ['no length', { ends_at: '2026-10-01T03:00Z' }, 'ends_at'],
  ['no length, once', { ...once, ends_at: '2026-10-01T03:00Z' }, 'ends_at'],
  ['reversed', { ...once, ends_at: '2026-10-01T02:00Z' }, 'ends_at'],
  ['a one-time recurrence in the repeated hour', { ...once, ...twice }, null],
  ['the hour that comes twice, daily', twice, 'ends_at'],
  ['an unreadable start', { starts_at: '2026-10-01T03:00' }, 'starts_at'],
  ['an unreadable end', { ends_at: 'tomorrow' }, 'ends_at'],
  ['a start with seconds', { starts_at: '2026-10-01T03:00:30Z' }, 'starts_at'],
  ['an end with seconds', { ends_at: '2026-10-01T11:00:00.500Z' }, 'ends_at'],
  ['weekdays on a daily repeat', { weekdays: ['MON'] }, 'weekdays'],
  ['weekdays on a one-time recurrence', { ...once, weekdays: ['MON'] }, 'weekdays'],
  ['a weekday twice', { ...weekly, weekdays: ['MON', 'TUE', 'MON'] }, 'weekdays'],
  ['until its first day, which is a day earlier there', { until_on: '2026-09-30' }, null],
  ['until the day before', { until_on: '2026-09-29' }, 'until_on'],
  ['until its first Friday', { ...weekly, weekdays: ['FRI'], until_on: '2026-10-02' }, null],
  ['until before its first Friday', { ...weekly, weekdays: ['FRI'], until_on: '2026-10-01' }, 'until_on'],
  ['a last day that is no date', { until_on: '2026-11-31' }, 'until_on'],
  ['a last day that is an instant', { until_on: '2026-11-30T00:00Z' }, 'until_on'],
  ['a last day that means never', { until_on: '9999-12-31' }, 'until_on'],
])('recurrenceFault: %s', (_name, change, field) => {
  const fault = recurrenceFault(CHICAGO, { ...night, ...change })
  expect(fault?.field ?? null).toBe(field)
})

test('a fault has the code of its reason, and an unknown zone throws RangeError', () => {
  const say = (change: Partial<Recurrence>) => recurrenceFault(CHICAGO, { ...night, ...change })?.reason.code
  expect(say({ ends_at: null })).toBe('repeat_without_end')
  expect(say({ ends_at: '2026-10-02T03:01Z' })).toBe('daily_too_long')
  expect(() => recurrenceFault('Mars/Base', night)).toThrow(RangeError)
})

test('spanOnWall returns null for a skipped or reversed time', () => {
  // Wall minutes of March 8, 2026, when 02:00 becomes 03:00.
  const at = (clock: string) => minutesOf(`2026-03-08T${clock}Z`)
  expect(spanOnWall(CHICAGO, at('02:00'), at('03:00'))).toBeNull()
  expect(spanOnWall(CHICAGO, at('02:15'), at('03:00'))).toBeNull()
  expect(spanOnWall(CHICAGO, at('02:15'), at('03:30'))).toEqual({
    from: minutesOf('2026-03-08T08:15Z'),
    to: minutesOf('2026-03-08T08:30Z'),
  })
})
