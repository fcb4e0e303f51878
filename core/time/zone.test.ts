import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { instants, zones } from '../testing/time.ts'
import { findMinutesOf, isoOf, minutesOf } from './instant.ts'
import {
  atLocal,
  isZone,
  localDate,
  localDaysBetween,
  localParts,
  localWeekday,
  offsetMinutes,
  plusLocalDays,
  plusLocalMonths,
  startOfDate,
  startOfLocalDay,
} from './zone.ts'

const zoned = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(zone)
const minutes = (moment: { epochMilliseconds: number }) => moment.epochMilliseconds / 60_000

test('offset, parts, start of day, days, and months agree with Temporal in every zone, especially near changes', {
  timeout: 20_000,
}, () => {
  fc.assert(
    fc.property(
      instants(),
      fc.integer({ min: -40, max: 400 }),
      fc.integer({ min: -14, max: 26 }),
      ({ zone, at }, days, months) => {
        const oracle = zoned(zone, at)
        expect(offsetMinutes(zone, at)).toBe(oracle.offsetNanoseconds / 60e9)
        const parts = localParts(zone, at)
        expect([parts.year, parts.month, parts.day, parts.hour, parts.minute]).toEqual([
          oracle.year,
          oracle.month,
          oracle.day,
          oracle.hour,
          oracle.minute,
        ])
        expect(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].indexOf(parts.weekday) + 1).toBe(
          oracle.dayOfWeek,
        )
        expect(localWeekday(zone, at)).toBe(parts.weekday)
        expect(localDate(zone, at)).toBe(oracle.toPlainDate().toString())
        expect(startOfLocalDay(zone, at)).toBe(minutes(oracle.startOfDay()))
        expect(startOfDate(zone, localDate(zone, at))).toBe(startOfLocalDay(zone, at))
        expect(plusLocalDays(zone, at, days)).toBe(minutes(oracle.add({ days })))
        expect(plusLocalMonths(zone, at, months)).toBe(minutes(oracle.add({ months })))
        expect(atLocal(zone, parts)).toBe(minutes(oracle.toPlainDateTime().toZonedDateTime(zone)))
        expect(localDaysBetween(zone, at, plusLocalDays(zone, at, days))).toBe(
          oracle.toPlainDate().until(oracle.add({ days }).toPlainDate()).days,
        )
      },
    ),
    { numRuns: 3000 },
  )
})

test('finds every clock change from 2020 to 2037 to the minute', () => {
  for (const zone of zones) {
    let change = zoned(zone, minutesOf('2020-01-01T00:00Z')).getTimeZoneTransition('next')
    while (change && change.year < 2037) {
      const at = minutes(change)
      for (const near of [at - 1, at, at + 1]) {
        expect(offsetMinutes(zone, near)).toBe(zoned(zone, near).offsetNanoseconds / 60e9)
      }
      change = change.getTimeZoneTransition('next')
    }
  }
})

test('counts months from the first start and clamps to the end of the month', () => {
  const start = atLocal('America/New_York', { year: 2026, month: 1, day: 31, hour: 9 })
  const dates = [1, 2, 3, 13].map((months) =>
    localDate('America/New_York', plusLocalMonths('America/New_York', start, months)),
  )
  expect(dates).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2027-02-28'])
})

test('a day without midnight starts at the clock change, and a skipped date gives the next day', () => {
  expect(isoOf(startOfDate('America/Santiago', '2026-09-06'))).toBe('2026-09-06T04:00:00.000Z')
  expect(isoOf(startOfDate('Pacific/Apia', '2011-12-30'))).toBe('2011-12-30T10:00:00.000Z')
})

test('isZone accepts only IANA names', () => {
  for (const name of [...zones, 'UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    expect(isZone(name), name).toBe(true)
  }
  for (const name of ['', 'EST', '+05:00', 'Europe', 'Europe/Nowhere', '../etc/passwd', 'Europe/London ']) {
    expect(isZone(name), name).toBe(false)
  }
  expect(() => localParts('Mars/Base', 0)).toThrow('Not a time zone: Mars/Base')
})

test('ISO strings and minutes convert both ways, and a text without an offset is rejected', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (millis) => {
      const iso = Temporal.Instant.fromEpochMilliseconds(millis).toString({ fractionalSecondDigits: 3 })
      expect(isoOf(minutesOf(iso))).toBe(iso)
    }),
    { numRuns: 2000 },
  )
  expect(minutesOf('2026-11-21T14:00:30+05:45')).toBe(minutesOf('2026-11-21T08:15Z') + 0.5)
  for (const text of [
    '',
    '2026-11-21',
    '2026-11-21T14:00',
    '2026-02-30T00:00Z',
    '2026-11-21T24:00Z',
    'now',
  ]) {
    expect(findMinutesOf(text), text).toBeNull()
  }
  expect(() => minutesOf('2026-11-21T14:00')).toThrow(RangeError)
})
