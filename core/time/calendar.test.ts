import { expect, test } from 'vitest'
import { calendarFormats, firstDayOfWeek, formatCalendarDate } from './calendar.ts'

test.each([
  ['en-US', 0],
  ['es-US', 0],
  ['en-GB', 1],
  ['de-DE', 1],
  ['ja-JP', 0],
  ['ar', 6],
  ['ar-SA', 0],
])('a week in %s begins on day %d', (locale, day) => {
  expect(firstDayOfWeek(locale)).toBe(day)
})

test.each([
  ['en-US', 'Sun, Mar 29', 'Sun, Mar 29, 2026'],
  ['en-GB', 'Sun 29 Mar', 'Sun, 29 Mar 2026'],
  ['de-DE', 'So., 29. März', 'So., 29. März 2026'],
  ['ja-JP', '3月29日(日)', '2026年3月29日(日)'],
  ['ar', 'الأحد، 29 مارس', 'الأحد، 29 مارس 2026'],
])('a date field in %s is written as in its region', (locale, short, long) => {
  expect([
    formatCalendarDate('2026-03-29', locale, false),
    formatCalendarDate('2026-03-29', locale, true),
  ]).toEqual([short, long])
})

test.each([
  ['en-US', ['Su', 'March 2026', 'Mar', '2026', 'Sunday, March 29, 2026']],
  ['en-GB', ['Su', 'March 2026', 'Mar', '2026', 'Sunday, 29 March 2026']],
  ['de-DE', ['So', 'März 2026', 'Mär', '2026', 'Sonntag, 29. März 2026']],
  ['ja-JP', ['日', '2026年3月', '3月', '2026年', '2026年3月29日日曜日']],
  ['ar', ['ح', 'مارس 2026', 'مارس', '2026', 'الأحد، 29 مارس 2026']],
])('a calendar in %s has the names of its language', (locale, texts) => {
  const { weekday: weekdayOf, month, monthOfYear, year, day } = calendarFormats(locale)
  expect([weekdayOf, month, monthOfYear, year, day].map((format) => format('2026-03-29'))).toEqual(texts)
})
