import { expect, test } from 'vitest'
import { monthlyEarnings } from './earnings.ts'

test('is the price times the spots and the occupied days of a month, less the platform’s share', () => {
  const half = { spots: 2, day_cents: 2000, occupied_percent: 50, platform_share_bps: 1000 }
  // 2 × $20 × 15.2 days × 90%.
  expect(monthlyEarnings(half)).toBe(54_800)
  expect(monthlyEarnings({ ...half, platform_share_bps: 0 })).toBe(60_800)
  expect(monthlyEarnings({ ...half, occupied_percent: 0 })).toBe(0)
})
