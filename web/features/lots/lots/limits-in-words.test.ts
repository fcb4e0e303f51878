import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { expect, test } from 'vitest'
import { isMonthlyAllowed, limitsInWords } from './limits-in-words.ts'

const t = translatorFor('en-US')
const limitsOf = (rules: Partial<Rules>, is_of_group = false) => ({
  rules: { ...noRules, ...rules },
  zone_names: ['Roof', 'Yard'],
  long_term_days: 45,
  is_of_group,
})
const words = (rules: Partial<Rules>, is_of_group = false) => limitsInWords(t, limitsOf(rules, is_of_group))

test('a lot without limits says nothing', () => {
  expect(words({})).toEqual([])
})

test.each<[Partial<Rules>, string]>([
  [{ min_duration_minutes: 90 }, 'A reservation must be at least 1 hr 30 min.'],
  [{ max_duration_minutes: 10_080 }, 'A reservation can be at most 7 days.'],
  [{ max_ahead_days: 0 }, 'You can book only for today.'],
  [{ max_ahead_days: 30 }, 'You can book up to 30 days ahead.'],
  [{ max_short_reservations: 1 }, 'You can have 1 reservation of up to 45 days at a time.'],
  [{ max_long_reservations: 0 }, 'You can’t book more than 45 days or by the month.'],
  [{ max_hours: { hours: 60, per: 'WEEK' } }, 'You can park for up to 60 hours a week.'],
  [{ spot_types: ['STANDARD', 'COMPACT'] }, 'You can book only these spot types: Standard and Compact.'],
  [{ zone_ids: ['a', 'b'] }, 'You can book only in these parts of the lot: Roof and Yard.'],
  [
    { nth_spot_prices: [{ nth: 2, percent_bps: -500 }] },
    'The 2nd spot that you book for the same time, and each one after it, costs 5% less.',
  ],
])('%j reads as a sentence', (rules, sentence) => {
  expect(words(rules)).toEqual([sentence])
})

test('a member of a group learns that the reservations of the group count together', () => {
  expect(words({ max_short_reservations: 2 }, true)).toEqual([
    'You can have 2 reservations of up to 45 days at a time.',
    'Reservations of everyone in your group count toward these limits.',
  ])
  expect(words({ max_ahead_days: 3 }, true)).toHaveLength(1)
})

test('monthly parking is not promised where a limit rules it out', () => {
  expect(isMonthlyAllowed(null)).toBe(true)
  expect(isMonthlyAllowed(limitsOf({ max_short_reservations: 1 }))).toBe(true)
  expect(isMonthlyAllowed(limitsOf({ max_duration_minutes: 1440 }))).toBe(false)
  expect(isMonthlyAllowed(limitsOf({ max_long_reservations: 0 }))).toBe(false)
})
