import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { type OpeningHours, openSpans } from '../availability/opening-hours.ts'
import { monthFrom } from '../billing/month.ts'
import { writeCalendar } from '../icalendar/icalendar.ts'
import { quietUntil } from '../notifications/quiet-hours.ts'
import { occurrences, type Recurrence } from '../recurrence/recurrence.ts'
import { isoOf, minutesOf } from './instant.ts'
import { atLocal, localDate } from './zone.ts'

/**
 * What the product makes of local times on the days when clocks change, compared with Temporal. RFC 5545 (3.3.5): a local time that
 * the clock skips has the offset before the gap, and one that occurs twice is the first.
 */

const CHICAGO = 'America/Chicago'
// On March 8, 2026, 02:00 to 03:00 is skipped in Chicago, and on November 1, 01:00 to 02:00 occurs twice.
const utc = (at: number) => isoOf(at).slice(0, 16)
/** The instant of a local time such as `2026-11-01T01:30` by Temporal. */
const oracle = (zone: string, local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().epochMilliseconds / 60_000

const local = (text: string) => {
  const { year, month, day, hour, minute } = Temporal.PlainDateTime.from(text)
  return { year, month, day, hour, minute }
}

test.each([
  ['before the gap', CHICAGO, '2026-03-08T01:59', '2026-03-08T07:59'],
  ['the first minute of the gap', CHICAGO, '2026-03-08T02:00', '2026-03-08T08:00'],
  ['in the gap', CHICAGO, '2026-03-08T02:30', '2026-03-08T08:30'],
  ['after the gap', CHICAGO, '2026-03-08T03:00', '2026-03-08T08:00'],
  ['before the repeated hour', CHICAGO, '2026-11-01T00:59', '2026-11-01T05:59'],
  ['in the repeated hour', CHICAGO, '2026-11-01T01:30', '2026-11-01T06:30'],
  ['after the repeated hour', CHICAGO, '2026-11-01T02:00', '2026-11-01T08:00'],
  ['in a zone without changes', 'America/Phoenix', '2026-03-08T02:30', '2026-03-08T09:30'],
  ['in a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
  ['in a repeated half hour', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
  ['at a midnight that is skipped', 'America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00'],
  ['at a midnight that is repeated', 'America/Havana', '2026-11-01T00:00', '2026-11-01T04:00'],
  ['where winter has the other offset', 'Europe/Dublin', '2026-10-25T01:30', '2026-10-25T00:30'],
])('a local time %s (%s, %s) is %s', (_, zone, text, expected) => {
  expect(utc(atLocal(zone, local(text)))).toBe(expected)
  expect(utc(oracle(zone, text))).toBe(expected)
})

/** Says from when to when a lot is open whose hours on a day of the month are the given ones, by Temporal. */
function nights(zone: string, ranges: readonly (readonly [day: string, opens: string, closes: string])[]) {
  return ranges.map(([day, opens, closes]) => {
    const date = Temporal.PlainDate.from(day)
    const ends = closes <= opens ? date.add({ days: 1 }) : date
    return `${utc(oracle(zone, `${day}T${opens}`))} to ${utc(oracle(zone, `${ends.toString()}T${closes}`))}`
  })
}

describe('opening hours', () => {
  const only = (day: keyof OpeningHours, opens: string, closes: string): OpeningHours => ({
    [day]: [{ opens, closes }],
  })
  test.each([
    ['a night into a closed day', only('MON', '22:00', '04:00'), '2026-11-23', '22:00', '04:00', 6],
    [
      'a night from Sunday into a closed Monday',
      only('SUN', '22:00', '04:00'),
      '2026-11-22',
      '22:00',
      '04:00',
      6,
    ],
    ['24 hours into a closed day', only('MON', '12:00', '12:00'), '2026-11-23', '12:00', '12:00', 24],
    ['a night that ends at midnight', only('MON', '22:00', '00:00'), '2026-11-23', '22:00', '00:00', 2],
    [
      'a night in which the clock is set back',
      only('SAT', '22:00', '04:00'),
      '2026-10-31',
      '22:00',
      '04:00',
      7,
    ],
    [
      'a night in which the clock is set forward',
      only('SAT', '22:00', '04:00'),
      '2026-03-07',
      '22:00',
      '04:00',
      5,
    ],
    ['a night that ends in the gap', only('SAT', '22:00', '02:30'), '2026-03-07', '22:00', '02:30', 4.5],
    [
      'a night that ends in the repeated hour',
      only('SAT', '22:00', '01:30'),
      '2026-10-31',
      '22:00',
      '01:30',
      3.5,
    ],
    ['a day that begins in the gap', only('SUN', '02:30', '10:00'), '2026-03-08', '02:30', '10:00', 6.5],
    [
      'a day that begins in the repeated hour',
      only('SUN', '01:30', '10:00'),
      '2026-11-01',
      '01:30',
      '10:00',
      9.5,
    ],
  ])('%s are open as long as the clock says', (_, hours, day, opens, closes, length) => {
    const from = minutesOf(`${day}T00:00Z`) - 1440
    const spans = openSpans(CHICAGO, hours, from, from + 5 * 1440)
    expect(spans.map((span) => `${utc(span.from)} to ${utc(span.to)}`)).toEqual(
      nights(CHICAGO, [[day, opens, closes]]),
    )
    expect(spans.map((span) => (span.to - span.from) / 60)).toEqual([length])
  })

  test('of which the clock skips everything are closed on that day', () => {
    const from = minutesOf('2026-03-08T00:00Z')
    expect(openSpans(CHICAGO, only('SUN', '02:00', '03:00'), from, from + 1440)).toEqual([])
  })
})

describe('a time that repeats', () => {
  test.each([
    ['daily in the gap', 'DAILY', '2026-03-06T02:30', '2026-03-06T05:00', 1],
    ['daily until the gap', 'DAILY', '2026-03-06T00:30', '2026-03-06T02:30', 1],
    ['daily in the repeated hour', 'DAILY', '2026-10-30T01:30', '2026-10-30T05:00', 1],
    ['daily until the repeated hour', 'DAILY', '2026-10-30T00:30', '2026-10-30T01:30', 1],
    ['daily over midnight', 'DAILY', '2026-10-30T22:00', '2026-10-31T06:00', 1],
    ['weekly in the gap', 'WEEKLY', '2026-03-01T02:30', '2026-03-01T05:00', 7],
    ['weekly in the repeated hour', 'WEEKLY', '2026-10-25T01:30', '2026-10-25T05:00', 7],
  ] as const)('%s begins and ends by the local clock', (_, repeat_frequency, starts, ends, days) => {
    const recurrence: Recurrence = {
      starts_at: isoOf(oracle(CHICAGO, starts)),
      ends_at: isoOf(oracle(CHICAGO, ends)),
      repeat_frequency,
      weekdays: [],
      until_on: null,
    }
    const from = minutesOf(recurrence.starts_at)
    const found = occurrences(CHICAGO, recurrence, from, from + 3 * days * 1440)
    const later = (text: string, index: number) =>
      utc(
        oracle(
          CHICAGO,
          Temporal.PlainDateTime.from(text)
            .add({ days: index * days })
            .toString(),
        ),
      )
    const expected = [0, 1, 2].map((index) => `${later(starts, index)} to ${later(ends, index)}`)
    expect(found.slice(0, 3).map((span) => `${utc(span.from)} to ${utc(span.to)}`)).toEqual(expected)
  })

  test.each([
    ['the 31st', '2026-01-31T09:00', ['02-28', '03-31', '04-30', '05-31', '06-30', '07-31']],
    ['the 30th', '2026-01-30T09:00', ['02-28', '03-30', '04-30', '05-30', '06-30', '07-30']],
    ['the 29th in a leap year', '2028-01-29T09:00', ['02-29', '03-29', '04-29', '05-29', '06-29', '07-29']],
    [
      'the 31st before a leap day',
      '2027-12-31T09:00',
      ['01-31', '02-29', '03-31', '04-30', '05-31', '06-30'],
    ],
    [
      'the 31st in the repeated hour',
      '2026-05-31T01:30',
      ['06-30', '07-31', '08-31', '09-30', '10-31', '11-30'],
    ],
    [
      'the 1st in the repeated hour',
      '2026-08-01T01:30',
      ['09-01', '10-01', '11-01', '12-01', '01-01', '02-01'],
    ],
    ['the 8th in the gap', '2025-12-08T02:30', ['01-08', '02-08', '03-08', '04-08', '05-08', '06-08']],
  ])('monthly from %s returns to that day and hour after shorter months', (_, first, dates) => {
    const anchor = oracle(CHICAGO, first)
    const ends: number[] = []
    for (let at = anchor; ends.length < dates.length; ) {
      at = monthFrom(CHICAGO, anchor, at, null).ends
      ends.push(at)
    }
    expect(ends.map((at) => localDate(CHICAGO, at).slice(5))).toEqual(dates)
    const start = Temporal.Instant.fromEpochMilliseconds(anchor * 60_000).toZonedDateTimeISO(CHICAGO)
    expect(ends).toEqual(dates.map((_, index) => start.add({ months: index + 1 }).epochMilliseconds / 60_000))
  })
})

test.each([
  ['in the evening', 22 * 60, 7 * 60, '2026-11-01T04:00', '2026-11-01T13:00'],
  ['at the second 1:10 AM, after the first 1:30 AM', 90, 360, '2026-11-01T07:10', '2026-11-01T12:00'],
  ['at the second 1:10 AM, after they ended at the first 1:30 AM', 1320, 90, '2026-11-01T07:10', null],
  ['after a skipped beginning', 150, 360, '2026-03-08T08:29', null],
  ['when a skipped beginning would have been', 150, 360, '2026-03-08T08:30', '2026-03-08T11:00'],
  ['before a skipped end', 1320, 150, '2026-03-08T08:10', '2026-03-08T08:30'],
])('quiet hours %s', (_, from_minute, until_minute, at, until) => {
  const ends = quietUntil({ from_minute, until_minute, time_zone: CHICAGO }, new Date(`${at}Z`))
  expect(ends?.toISOString().slice(0, 16) ?? null).toBe(until)
})

test('a calendar file has both occurrences of a repeated hour as different times', () => {
  const event = {
    uid: 'a',
    sequence: 1,
    status: 'CONFIRMED',
    // 01:30 for the first and for the second time.
    starts_at: '2026-11-01T01:30-05:00',
    ends_at: '2026-11-01T01:30-06:00',
    summary: '',
    description: '',
    location: '',
    lat: 41.8,
    lng: -87.6,
    url: 'https://openspot.example/',
  } as const
  const text = writeCalendar([event], { now: event.starts_at })
  expect(/DTSTART:(\S+)/.exec(text)?.[1]).toBe('20261101T063000Z')
  expect(/DTEND:(\S+)/.exec(text)?.[1]).toBe('20261101T073000Z')
})
