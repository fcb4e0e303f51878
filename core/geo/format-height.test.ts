import { expect, test } from 'vitest'
import { formatHeight } from './format-height.ts'

test.each([
  ['en-US', ['6 ft 8 in', '7 ft', '6 ft 10 in']],
  ['en-GB', ['6 ft 8 in', '7 ft', '6 ft 10 in']],
  ['de-DE', ['2,03 m', '2,13 m', '2,10 m']],
])('formats a clearance in %s with the units of its signs, rounded down', (locale, texts) => {
  expect([2032, 2134, 2100].map((mm) => formatHeight(mm, locale))).toEqual(texts)
})
