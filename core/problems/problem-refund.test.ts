import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemRefund } from './problem-refund.ts'

const of = (reported_at: string, more: Partial<Parameters<typeof problemRefund>[0]> = {}) =>
  problemRefund({
    starts_at: '2026-05-01T10:00:00.000Z',
    ends_at: '2026-05-01T14:00:00.000Z',
    reported_at,
    full_refund_minutes: 60,
    left_cents: 1000,
    cancellation_cents: 0,
    ...more,
  })

test.each([
  ['before the start', '2026-05-01T09:50:00.000Z', 'full', 1000],
  ['60 minutes after the start', '2026-05-01T11:00:00.000Z', 'full', 1000],
  ['61 minutes after the start', '2026-05-01T11:01:00.000Z', 'rest', 746],
  ['half of the time', '2026-05-01T12:00:00.000Z', 'rest', 500],
  ['after the end', '2026-05-01T14:05:00.000Z', 'rest', 0],
])('a spot reported as taken %s gives back %s', (_when, at, rule, refund_cents) => {
  expect(of(at)).toEqual({ rule, refund_cents })
})

test('a monthly reservation gets what canceling gives, later than the full refund', () => {
  expect(of('2026-05-08T10:00:00.000Z', { ends_at: null, cancellation_cents: 700 })).toEqual({
    rule: 'rest',
    refund_cents: 700,
  })
})

test('the refund is never less than that of canceling, never more than what is left, and never grows with time', () => {
  const cents = fc.integer({ min: 0, max: 2_000_000_000 })
  const minute = fc.integer({ min: -30, max: 3000 })
  fc.assert(
    fc.property(cents, cents, minute, minute, (left_cents, cancellation_cents, first, second) => {
      const at = (minutes: number) =>
        new Date(Date.parse('2026-05-01T10:00:00.000Z') + minutes * 60_000).toISOString()
      const more = { left_cents, cancellation_cents }
      const early = of(at(Math.min(first, second)), more).refund_cents
      const late = of(at(Math.max(first, second)), more).refund_cents
      expect(early).toBeGreaterThanOrEqual(late)
      expect(late).toBeGreaterThanOrEqual(Math.min(left_cents, cancellation_cents))
      expect(early).toBeLessThanOrEqual(left_cents)
    }),
  )
})
