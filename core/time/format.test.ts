import { expect, test } from 'vitest'
import {
  formatDay,
  formatLength,
  formatMinutes,
  formatReservationTime,
  formatTime,
  formatTimeLeft,
  nameOtherZone,
  type TimeFormat,
} from './format.ts'

const london: TimeFormat = { zone: 'Europe/London', now: '2026-11-21T09:00Z', locale: 'en-GB' }
const newYork: TimeFormat = { ...london, zone: 'America/New_York' }

const reservation = (starts_at: string, ends_at: string | null) => ({ starts_at, ends_at })

test('formats a reservation today with its times and length', () => {
  expect(formatReservationTime(reservation('2026-11-21T14:00Z', '2026-11-21T16:30Z'), london)).toBe(
    'Today 14:00 – 16:30 · 2 h 30',
  )
})

test('names both days of a longer reservation, and the year only if it differs', () => {
  expect(formatReservationTime(reservation('2026-11-22T22:00Z', '2026-11-25T23:00Z'), london)).toBe(
    'Tomorrow 22:00 – Wed 25 Nov 23:00 · 3 days 1 h',
  )
  expect(formatReservationTime(reservation('2026-11-21T20:00Z', '2026-11-22T06:00Z'), london)).toBe(
    'Today 20:00 – tomorrow 06:00 · 10 h',
  )
  expect(formatDay('2027-01-04T12:00Z', london)).toBe('Mon 4 Jan 2027')
  expect(formatDay('2026-11-20T12:00Z', london)).toBe('Yesterday')
})

test('an end at midnight belongs to the previous day, and an open end is omitted', () => {
  expect(formatReservationTime(reservation('2026-11-21T22:00Z', '2026-11-22T00:00Z'), london)).toBe(
    'Today 22:00 – 00:00 · 2 h',
  )
  expect(formatReservationTime(reservation('2026-12-01T08:00Z', null), london)).toBe('From Tue 1 Dec 08:00')
})

test("names the lot's time zone if the reader's clock differs", () => {
  const words = formatReservationTime(reservation('2026-11-21T14:00Z', '2026-11-21T16:30Z'), {
    ...newYork,
    reader_zone: 'Europe/London',
  })
  expect(words).toBe('Today 09:00 – 11:30 · 2 h 30 · Eastern Time')
  expect(nameOtherZone('2026-11-21T14:00Z', { ...newYork, reader_zone: 'America/Toronto' })).toBeNull()
  expect(nameOtherZone('2026-11-21T14:00Z', newYork)).toBeNull()
})

test('distinguishes the repeated hour, and counts a day of 25 hours as one day', () => {
  expect(formatReservationTime(reservation('2026-11-01T05:30Z', '2026-11-01T06:30Z'), newYork)).toBe(
    'Sun 1 Nov 01:30 GMT-4 – 01:30 GMT-5 · 1 h',
  )
  expect(formatLength('2026-10-31T16:00Z', '2026-11-01T17:00Z', newYork)).toBe('1 day')
  expect(formatLength('2026-10-31T16:00Z', '2026-11-01T16:00Z', newYork)).toBe('24 h')
})

test('the locale decides the clock and the names of days', () => {
  expect(formatTime('2026-11-21T14:05Z', { ...london, locale: 'en-US' })).toBe('2:05 PM')
  expect(
    formatReservationTime(reservation('2026-11-21T14:00Z', '2026-11-24T14:00Z'), { ...london, locale: 'de' }),
  ).toBe('Heute 14:00 – Di. 24. Nov. 14:00 · 3 Tage')
})

test('formats lengths briefly and rounds the time left up', () => {
  expect([45, 60, 125, 0].map((minutes) => formatMinutes(minutes, 'en-GB'))).toEqual([
    '45 min',
    '1 h',
    '2 h 05',
    '0 min',
  ])
  const left = (now: string) => formatTimeLeft('2026-11-21T16:30Z', { ...london, now })
  expect(left('2026-11-21T15:10:30Z')).toBe('1 h 20 left')
  expect(left('2026-11-21T16:29:59.900Z')).toBe('1 min left')
  expect(left('2026-11-21T16:30Z')).toBe('just ended')
  expect(left('2026-11-21T16:41Z')).toBe('ended 11 min ago')
})
