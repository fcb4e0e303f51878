import { expect, test } from 'vitest'
import { readClearance } from './read-clearance.ts'

test.each([
  ['2.1', 2100],
  ['2,1 m', 2100],
  ['190 cm', 1900],
  [`6'10"`, 2082],
  ['7 ft', 2133],
  ['6 ft 6 in', 1981],
  ['0.5', null],
  ['none', null],
  ['210', null],
])('the clearance %j is %j mm, rounded down', (text, mm) => {
  expect(readClearance(text)).toBe(mm)
})
