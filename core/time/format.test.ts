import { expect, test } from 'vitest'
import {
  formatClock,
  formatDay,
  formatInFull,
  formatInFullWithZone,
  formatLength,
  formatMinutes,
  formatReservationTime,
  formatTimeLeft,
  nameOtherZone,
  type TimeFormat,
} from './format.ts'

const newYork: TimeFormat = { zone: 'America/New_York', now: '2026-11-21T14:00Z', locale: 'en-US' }

const reservation = (starts_at: string, ends_at: string | null) => ({ starts_at, ends_at })
const format = (times: { starts_at: string; ends_at: string | null }, timeFormat = newYork) =>
  formatReservationTime(times, timeFormat, (start) => `From ${start}`)

test('formats a reservation today with its times and length', () => {
  expect(format(reservation('2026-11-21T19:00Z', '2026-11-21T21:30Z'))).toBe(
    'Today, 2:00 PM – 4:30 PM · 2 hr 30 min',
  )
})

test('names both days of a longer reservation, and the year only if it differs', () => {
  expect(format(reservation('2026-11-23T03:00Z', '2026-11-26T04:00Z'))).toBe(
    'Tomorrow, 10:00 PM – Wed, Nov 25, 11:00 PM · 3 days 1 hr',
  )
  expect(format(reservation('2026-11-22T01:00Z', '2026-11-22T11:00Z'))).toBe(
    'Today, 8:00 PM – tomorrow, 6:00 AM · 10 hr',
  )
  expect(formatDay('2027-01-04T12:00Z', newYork)).toBe('Mon, Jan 4, 2027')
  expect(formatDay('2026-11-20T17:00Z', newYork)).toBe('Yesterday')
})

test('an end at midnight belongs to the previous day, and an open end is left to the message', () => {
  expect(format(reservation('2026-11-22T03:00Z', '2026-11-22T05:00Z'))).toBe(
    'Today, 10:00 PM – 12:00 AM · 2 hr',
  )
  expect(format(reservation('2026-12-01T13:00Z', null))).toBe('From Tue, Dec 1, 8:00 AM')
})

test("names the lot's time zone if the reader's clock differs", () => {
  const text = format(reservation('2026-11-21T14:00Z', '2026-11-21T16:30Z'), {
    ...newYork,
    reader_zone: 'Europe/London',
  })
  expect(text).toBe('Today, 9:00 AM – 11:30 AM · 2 hr 30 min · Eastern Time')
  expect(nameOtherZone('2026-11-21T14:00Z', { ...newYork, reader_zone: 'America/Toronto' })).toBeNull()
  expect(nameOtherZone('2026-11-21T14:00Z', newYork)).toBeNull()
})

test('distinguishes the repeated hour, and counts a day of 25 hours as one day', () => {
  expect(format(reservation('2026-11-01T05:30Z', '2026-11-01T06:30Z'))).toBe(
    'Sun, Nov 1, 1:30 AM GMT-4 – 1:30 AM GMT-5 · 1 hr',
  )
  expect(formatLength('2026-10-31T16:00Z', '2026-11-01T17:00Z', newYork)).toBe('1 day')
  expect(formatLength('2026-10-31T16:00Z', '2026-11-01T16:00Z', newYork)).toBe('24 hr')
})

// One moment in each locale that the product has to be able to show.
test.each([
  ['en-US', 'Today, 2:05 PM – Tue, Nov 24, 2:05 PM · 3 days', 'November 21, 2026 at 2:05 PM', '2 hr 5 min'],
  ['en-GB', 'Today, 14:05 – Tue 24 Nov, 14:05 · 3 days', '21 November 2026 at 14:05', '2 hrs 5 mins'],
  ['de-DE', 'Heute, 14:05 – Di., 24. Nov., 14:05 · 3 Tage', '21. November 2026 um 14:05', '2 Std., 5 Min.'],
  ['ja-JP', '今日 14:05 – 11月24日(火) 14:05 · 3 日', '2026年11月21日 14:05', '2 時間5 分'],
  ['ar', 'اليوم، 2:05 م – الثلاثاء، 24 نوفمبر، 2:05 م · 3 أيام', '21 نوفمبر 2026 في 2:05 م', '2 س و5 د'],
])('formats times as people in %s write them', (locale, times, moment, length) => {
  const london: TimeFormat = { zone: 'Europe/London', now: '2026-11-21T09:00Z', locale }
  expect(format(reservation('2026-11-21T14:05Z', '2026-11-24T14:05Z'), london)).toBe(times)
  expect(formatInFull('2026-11-21T14:05Z', london)).toBe(moment)
  expect(formatMinutes(125, locale)).toBe(length)
})

test('names the zone of a moment that is read elsewhere, and the offset of an hour that a clock change repeats', () => {
  const chicago = { zone: 'America/Chicago', locale: 'en-US' }
  expect(formatInFullWithZone('2026-11-26T20:05Z', chicago)).toBe('November 26, 2026 at 2:05 PM Central Time')
  expect(formatInFullWithZone('2026-11-01T06:30Z', chicago)).toBe('November 1, 2026 at 1:30 AM GMT-5')
  expect(formatInFullWithZone('2026-11-01T07:30Z', chicago)).toBe('November 1, 2026 at 1:30 AM GMT-6')
})

test('formats lengths briefly and rounds the time left up', () => {
  expect([45, 60, 125, 0].map((minutes) => formatMinutes(minutes, 'en-US'))).toEqual([
    '45 min',
    '1 hr',
    '2 hr 5 min',
    '0 min',
  ])
  const left = (now: string) => formatTimeLeft('2026-11-21T16:30Z', { ...newYork, now })
  expect(left('2026-11-21T15:10:30Z')).toEqual({ is_over: false, length: '1 hr 20 min' })
  expect(left('2026-11-21T16:29:59.900Z')).toEqual({ is_over: false, length: '1 min' })
  expect(left('2026-11-21T16:30Z')).toEqual({ is_over: true, length: null })
  expect(left('2026-11-21T16:41Z')).toEqual({ is_over: true, length: '11 min' })
})

test('Spanish times have AM and PM, so that a sentence that ends with one has a single period', () => {
  expect(formatClock(15 * 60, 'es-US')).toBe('3:00 PM')
  expect(formatClock(9 * 60 + 30, 'es-MX')).toBe('9:30 AM')
})
