import type { Rules } from '@openspot/contract/booking/rule-sets.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { expect, test } from 'vitest'
import { t } from '@/testing/translate.ts'
import { lengthDraft, readLength } from './length-draft.ts'
import { nextNth, readRules, rulesDraft } from './rules-draft.ts'
import { rulesText, whoText } from './rules-text.ts'

const rules: Rules = {
  max_short_reservations: 2,
  max_long_reservations: 0,
  min_duration_minutes: 30,
  max_duration_minutes: 1440,
  max_ahead_days: 14,
  max_hours: { hours: 40, per: 'WEEK' },
  spot_types: ['STANDARD', 'COMPACT'],
  zone_ids: ['roof'],
  nth_spot_prices: [
    { nth: 2, percent_bps: 2550 },
    { nth: 3, percent_bps: -10_000 },
  ],
}
const set = { name: 'Residents', is_default: true, version: 3, revision: 5, rules, fine_terms: null }

test('rules round-trip through their form', () => {
  expect(readRules(rulesDraft(t, set, 'USD'))).toEqual(rules)
  expect(readRules(rulesDraft(t, null, 'USD'))).toEqual(noRules)
})

test.each([
  [null, { count: null, unit: 'HOURS' }],
  [0, { count: 0, unit: 'HOURS' }],
  [45, { count: 45, unit: 'MINUTES' }],
  [90, { count: 90, unit: 'MINUTES' }],
  [120, { count: 2, unit: 'HOURS' }],
  [1500, { count: 25, unit: 'HOURS' }],
  [2880, { count: 2, unit: 'DAYS' }],
])('%s minutes are shown in the largest unit that gives a whole number', (minutes, draft) => {
  expect(lengthDraft(minutes, 'HOURS')).toEqual(draft)
  expect(readLength(lengthDraft(minutes, 'HOURS'))).toBe(minutes)
})

test('an incomplete price of a further spot makes the form invalid', () => {
  const draft = rulesDraft(t, null, 'USD')
  const row = nextNth([])
  expect(row).toMatchObject({ nth: 2, percent: '' })
  expect(readRules({ ...draft, nth: [row] })).toBe(null)
  expect(readRules({ ...draft, nth: [{ ...row, percent: '50', nth: null }] })).toBe(null)
  expect(readRules({ ...draft, nth: [{ ...row, percent: '50', way: 'LESS' }] })?.nth_spot_prices).toEqual([
    { nth: 2, percent_bps: -5000 },
  ])
  const after = nextNth([{ ...row, nth: 4, key: 7 }])
  expect(after).toMatchObject({ nth: 5, key: 8 })
})

test('rules are formatted as sentences, including deleted zones', () => {
  const zones = [
    {
      id: 'roof',
      lot_id: 'l',
      name: 'Roof',
      spot_count: 1,
      version: 1,
      rates: { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null },
    },
  ]
  expect(rulesText(t, rules, zones)).toEqual([
    'At most 2 short reservations at a time',
    'No long reservations',
    'Minimum duration: 30 minutes',
    'Maximum duration: 1 day',
    'Book at most 14 days in advance',
    'At most 40 hours a week',
    'Spot types: Standard and Compact',
    'Zones: Roof',
    '25.5% more from the 2nd spot at a time',
    '100% less from the 3rd spot at a time',
  ])
  expect(rulesText(t, rules, [])).toContain('Zones: deleted zone')
  expect(rulesText(t, noRules, zones)).toEqual(['No limits.'])
})

test('whoText says whom a rule set applies to and names the first groups', () => {
  const groups = ['1A', '2B', '3C', '4D', '5E'].map((name) => ({ id: name, name }))
  expect(whoText(t, { is_default: false, groups: [] })).toBe('No one yet')
  expect(whoText(t, { is_default: true, groups: groups.slice(0, 2) })).toBe(
    'Everyone else · Groups: 1A and 2B',
  )
  expect(whoText(t, { is_default: false, groups })).toBe('Groups: 1A, 2B, 3C and 2 more')
})
