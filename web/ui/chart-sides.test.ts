import { expect, test } from 'vitest'
import { scaleOf, scaleWidth } from './chart-sides.ts'

test('a scale has room for its longest label, and at most 140 pixels', () => {
  expect(scaleWidth(['0', '50', '100'])).toBe(41)
  expect(scaleWidth(['$0.00', '$1,000.00'])).toBe(83)
  expect(scaleWidth(['6 days 6 hr 40 min and more'])).toBe(140)
})

test('a scale may show the next round number above the greatest value, and quarters', () => {
  expect(scaleOf([0, 640])).toContain(1000)
  expect(scaleOf([0, 640])).toContain(480)
  expect(scaleOf([])).toEqual([0, 0, 1, 1, 1, 1, 1, 1])
})
