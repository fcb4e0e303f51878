import { expect, test } from 'vitest'
import { datePattern, firstDayOfWeek } from './calendar.ts'

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
  ['en-US', 'ddd, MMM D', 'ddd, MMM D, YYYY'],
  ['en-GB', 'ddd D MMM', 'ddd, D MMM YYYY'],
  ['de-DE', 'ddd, D. MMM', 'ddd, D. MMM YYYY'],
  ['ja-JP', 'M[月]D[日(]ddd[)]', 'YYYY[年]M[月]D[日(]ddd[)]'],
])('a date field in %s shows the parts in the order of its region', (locale, short, long) => {
  expect([datePattern(locale, false), datePattern(locale, true)]).toEqual([short, long])
})
