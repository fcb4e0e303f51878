import { expect, test } from 'vitest'
import { noRules } from './no-rules.ts'
import { rulesFault } from './rules-problem.ts'
import type { Rules } from './types.ts'

const faultOf = (rules: Partial<Rules>) => rulesFault({ ...noRules, ...rules })?.field ?? null

test('accepts valid rules, including rules without limits', () => {
  expect(faultOf({})).toBeNull()
  const rules: Rules = {
    max_short_reservations: 0,
    max_long_reservations: 3,
    min_duration_minutes: 60,
    max_duration_minutes: 60,
    max_ahead_days: 0,
    max_hours: { hours: 1, per: 'WEEK' },
    spot_types: ['COMPACT'],
    zone_ids: ['north'],
    nth_spot_prices: [
      { nth: 3, percent_bps: -10_000 },
      { nth: 2, percent_bps: 100_000 },
    ],
  }
  expect(faultOf(rules)).toBeNull()
})

test('rejects negative and fractional limits', () => {
  for (const field of [
    'max_short_reservations',
    'max_long_reservations',
    'max_ahead_days',
    'min_duration_minutes',
  ] as const) {
    for (const wrong of [-1, 0.5, Number.NaN]) expect(faultOf({ [field]: wrong })).toBe(field)
  }
  for (const wrong of [-1, 0, 1.5]) {
    expect(faultOf({ max_duration_minutes: wrong })).toBe('max_duration_minutes')
    expect(faultOf({ max_hours: { hours: wrong, per: 'DAY' } })).toBe('max_hours')
  }
})

test('rejects a minimum length above the maximum length', () => {
  expect(rulesFault({ ...noRules, min_duration_minutes: 61, max_duration_minutes: 60 })).toEqual({
    field: 'max_duration_minutes',
    reason: { code: 'lengths_reversed', min: 61, max: 60 },
  })
})

test('rejects empty lists of spot types and zones', () => {
  expect(faultOf({ spot_types: [] })).toBe('spot_types')
  expect(faultOf({ zone_ids: [] })).toBe('zone_ids')
})

test('rejects nth-spot prices below the second spot, repeated, or outside the range', () => {
  const price = { nth: 2, percent_bps: 100 }
  expect(faultOf({ nth_spot_prices: [price, { nth: 3, percent_bps: 100 }, price] })).toBe('nth_spot_prices')
  for (const wrong of [
    { nth: 1 },
    { nth: 2.5 },
    { percent_bps: -10_001 },
    { percent_bps: 100_001 },
    { percent_bps: 0.5 },
  ]) {
    expect(faultOf({ nth_spot_prices: [{ ...price, ...wrong }] })).toBe('nth_spot_prices')
  }
})
