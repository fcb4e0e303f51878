import { expect, test } from 'vitest'
import { byUrgency, platformAttentionKinds } from './attention.ts'

const now = new Date('2026-11-29T12:00:00Z')
const item = (kind: (typeof platformAttentionKinds)[number], due_at: string | null = null) => ({
  kind,
  due_at,
})
const order = (...items: ReturnType<typeof item>[]) =>
  byUrgency(items, platformAttentionKinds, now).map(({ kind }) => kind)

test('a failed payout without a deadline comes before an unpaid plan whose deadline is weeks away', () => {
  expect(
    order(item('ERRORS'), item('UNPAID_PLANS', '2026-12-20T12:00:00.000Z'), item('FAILED_PAYOUTS')),
  ).toEqual(['FAILED_PAYOUTS', 'UNPAID_PLANS', 'ERRORS'])
})

test('deadlines within three days come before everything else, the earliest first', () => {
  expect(
    order(
      item('FAILED_PAYOUTS'),
      item('UNPAID_PLANS', '2026-12-02T11:00:00.000Z'),
      item('DISPUTES', '2026-11-30T12:00:00.000Z'),
    ),
  ).toEqual(['DISPUTES', 'UNPAID_PLANS', 'FAILED_PAYOUTS'])
})

test('a deadline that has passed still comes first', () => {
  expect(order(item('FAILED_PAYOUTS'), item('DISPUTES', '2026-11-28T12:00:00.000Z'))).toEqual([
    'DISPUTES',
    'FAILED_PAYOUTS',
  ])
})
