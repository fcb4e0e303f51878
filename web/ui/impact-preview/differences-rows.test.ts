import type { BacktestDifference } from '@openspot/contract/booking/rule-sets.ts'
import { expect, test } from 'vitest'
import { t } from '@/testing/translate.ts'
import { changeText, differenceRows, toDifferenceRows } from './differences-rows.ts'

const one = (
  id: string,
  kind: BacktestDifference['kind'],
  before_cents: number | null,
  after_cents: number | null,
): BacktestDifference => ({
  reservation_id: id,
  user_id: 'u',
  driver: 'Ada Example',
  starts_at: '2026-03-06T00:00:00.000Z',
  ends_at: null,
  kind,
  rule: kind === 'REFUSED' ? 'max_duration_minutes' : null,
  message: 'Words, with a comma.',
  before_cents,
  after_cents,
})
const all = [
  one('a', 'MORE_EXPENSIVE', 400, 500),
  one('b', 'REFUSED', 900, null),
  one('c', 'LESS_EXPENSIVE', 900, 200),
  one('d', 'NEWLY_ALLOWED', null, 300),
]
const ids = (differences: readonly BacktestDifference[]) => differences.map((each) => each.reservation_id)

test('differences are filtered by kind and sorted by the size of their change', () => {
  expect(ids(toDifferenceRows(all, [], 'newest'))).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(toDifferenceRows(all, [], 'largest'))).toEqual(['b', 'c', 'd', 'a'])
  expect(ids(toDifferenceRows(all, ['MORE_EXPENSIVE', 'LESS_EXPENSIVE'], 'largest'))).toEqual(['c', 'a'])
})

test("CSV rows leave missing values empty and use the currency's decimals", () => {
  const rows = differenceRows(t, all.slice(0, 2), { currency: 'USD' }, 'America/Chicago')
  expect(rows[1]?.slice(1, 9)).toEqual([
    'Ada Example',
    '2026-03-05 18:00',
    '',
    'More expensive',
    '',
    '4.00',
    '5.00',
    'USD',
  ])
  expect(rows[2]?.slice(4, 8)).toEqual(['Refused', 'max_duration_minutes', '9.00', ''])
  expect(differenceRows(t, all.slice(0, 1), { currency: 'JPY' }, 'Asia/Tokyo')[1]?.slice(6, 9)).toEqual([
    '400',
    '500',
    'JPY',
  ])
})

test('changeText prefixes increases with a plus sign', () => {
  expect([100, 0, -100].map((cents) => changeText(t, cents, 'USD'))).toEqual(['+$1.00', '$0.00', '-$1.00'])
})
