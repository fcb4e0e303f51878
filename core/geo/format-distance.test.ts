import { expect, test } from 'vitest'
import { formatDistance } from './format-distance.ts'

const meters = [3, 106, 640, 1609, 5000]

test.each([
  ['en-US', ['10 ft', '350 ft', '0.4 mi', '1 mi', '3.1 mi']],
  ['es-US', ['10 ft', '350 ft', '0.4 mi', '1 mi', '3.1 mi']],
  ['en-GB', ['10 yd', '120 yd', '0.4 mi', '1 mi', '3.1 mi']],
  ['de-DE', ['10 m', '110 m', '640 m', '1,6 km', '5 km']],
  ['ja-JP', ['10 m', '110 m', '640 m', '1.6 km', '5 km']],
  ['ar', ['10 أمتار', '110 أمتار', '640 مترًا', '1.6 كم', '5 كم']],
])('formats distances in %s with the units of its region', (locale, texts) => {
  expect(meters.map((one) => formatDistance(one, locale))).toEqual(texts)
})
