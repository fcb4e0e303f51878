import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { instants } from '../testing/time.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { plusLocalMonths } from '../time/zone.ts'
import { type CancellationInput, type CancellationPreview, previewCancellation } from './cancellation.ts'

const fixed: CancellationInput = {
  zone: 'America/New_York',
  starts_at: '2026-11-21T14:00Z',
  ends_at: '2026-11-21T18:00Z',
  now: '2026-11-21T14:15Z',
  paid_cents: 1100,
  refunded_cents: 0,
}
const monthly: CancellationInput = {
  ...fixed,
  starts_at: '2026-10-25T14:00Z',
  ends_at: null,
  paid_cents: 31_000,
  period: { starts_at: '2026-10-25T14:00Z', ends_at: '2026-11-25T15:00Z' },
}

test('refunds everything up to 15 minutes after the start by default', () => {
  expect(previewCancellation(fixed)).toEqual({
    rule: 'before_deadline',
    params: { cancel_until_minutes_after_start: 15 },
    lines: [{ kind: 'PAID', amount_cents: 1100, params: {} }],
    refund_cents: 1100,
    kept_cents: 0,
    deadline_at: '2026-11-21T14:15:00.000Z',
  })
})

test('refunds nothing for a fixed reservation after the deadline and reports the unused minutes', () => {
  expect(previewCancellation({ ...fixed, now: '2026-11-21T14:15:01Z' })).toMatchObject({
    rule: 'after_deadline',
    params: { unused_minutes: 224 },
    lines: [{ kind: 'PAID' }, { kind: 'KEPT', amount_cents: -1100 }],
    refund_cents: 0,
    kept_cents: 1100,
  })
})

test('takes the deadline from the lot setting, which may lie before the start', () => {
  const dayBefore = { ...fixed, cancel_until_minutes_after_start: -1440 }
  expect(previewCancellation({ ...dayBefore, now: '2026-11-20T14:00Z' }).refund_cents).toBe(1100)
  expect(previewCancellation({ ...dayBefore, now: '2026-11-20T14:01Z' }).refund_cents).toBe(0)
})

test('refunds the unused local days of a monthly reservation and counts a started day as used', () => {
  // Ten days of that month have started, one of them 25 hours long.
  expect(previewCancellation({ ...monthly, now: '2026-11-04T15:00Z' })).toMatchObject({
    rule: 'monthly_prorated',
    params: { used_days: 10, all_days: 31, unused_days: 21 },
    refund_cents: 21_000,
    kept_cents: 10_000,
  })
  expect(previewCancellation({ ...monthly, now: '2026-11-04T15:01Z' })).toMatchObject({
    params: { used_days: 11 },
  })
  expect(previewCancellation({ ...monthly, now: '2026-12-25T15:00Z' }).refund_cents).toBe(0)
  const odd = previewCancellation({ ...monthly, paid_cents: 100, now: '2026-11-04T15:00Z' })
  expect(odd).toMatchObject({ refund_cents: 67, kept_cents: 33 })
})

test('refunds a prepaid month in full before it starts', () => {
  const next = { starts_at: '2026-11-25T15:00Z', ends_at: '2026-12-25T15:00Z' }
  const preview = previewCancellation({ ...monthly, period: next, now: '2026-11-20T12:00Z' })
  expect(preview).toMatchObject({ refund_cents: 31_000, kept_cents: 0, params: { used_days: 0 } })
})

test('subtracts earlier refunds first', () => {
  const some = { ...monthly, refunded_cents: 5000, now: '2026-11-04T15:00Z' }
  expect(previewCancellation(some)).toMatchObject({ refund_cents: 16_000, kept_cents: 10_000 })
  expect(previewCancellation({ ...some, refunded_cents: 25_000 })).toMatchObject({
    refund_cents: 0,
    kept_cents: 6000,
  })
})

test('throws RangeError for invalid amounts and periods', () => {
  expect(() => previewCancellation({ ...fixed, paid_cents: 1.5 })).toThrow(RangeError)
  expect(() => previewCancellation({ ...fixed, refunded_cents: 1101 })).toThrow('More was refunded than paid')
  expect(() => previewCancellation({ ...fixed, ends_at: null, now: '2026-12-01T00:00Z' })).toThrow(
    'paid period',
  )
  const empty = { starts_at: '2026-10-25T14:00Z', ends_at: '2026-10-25T14:00Z' }
  expect(() => previewCancellation({ ...monthly, period: empty })).toThrow('no length')
})

type Preview = (input: CancellationInput) => CancellationPreview

const cases = instants(1).chain(({ zone, at }) => {
  return fc
    .record({
      minutes: fc.constantFrom(15, 0, -1440, 120),
      now: fc.integer({ min: -3000, max: 60_000 }),
      length: fc.option(fc.integer({ min: 30, max: 20_000 })),
      paid: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 9e15 })),
      refunded: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ minutes, now, length, paid, refunded }): CancellationInput => {
      return {
        zone,
        starts_at: isoOf(at),
        ends_at: length === null ? null : isoOf(at + length),
        now: isoOf(at + now),
        paid_cents: paid,
        refunded_cents: Number((BigInt(paid) * BigInt(refunded)) / 100n),
        cancel_until_minutes_after_start: minutes,
        period: { starts_at: isoOf(at), ends_at: isoOf(plusLocalMonths(zone, at, 1)) },
      }
    })
})

/**
 * The refund is at most what remains, equals the sum of its lines, never grows over time, and is full until the
 * deadline.
 */
function isFair(preview: Preview) {
  return fc.property(cases, fc.integer({ min: 0, max: 20_000 }), (input, wait) => {
    const result = preview(input)
    const left = input.paid_cents - input.refunded_cents
    expect(Number.isSafeInteger(result.refund_cents)).toBe(true)
    expect(result.refund_cents).toBeGreaterThanOrEqual(0)
    expect(result.refund_cents).toBeLessThanOrEqual(left)
    expect(result.refund_cents + result.kept_cents).toBe(left)
    expect(result.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(result.refund_cents)
    if (minutesOf(input.now) <= minutesOf(result.deadline_at)) expect(result.refund_cents).toBe(left)
    const later = preview({ ...input, now: isoOf(minutesOf(input.now) + wait) })
    expect(later.refund_cents).toBeLessThanOrEqual(result.refund_cents)
  })
}

test('a refund is never negative, never more than what remains, and never grows over time', {
  timeout: 20_000,
}, () => {
  fc.assert(isFair(previewCancellation), { numRuns: 3000 })
})

test('the refund property detects ignored earlier refunds, fractional amounts, and refunds outside the period', () => {
  const broken: Preview[] = [
    (input) => previewCancellation({ ...input, refunded_cents: 0 }),
    (input) => {
      const result = previewCancellation(input)
      return { ...result, refund_cents: result.refund_cents * 0.99 }
    },
    (input) => {
      const result = previewCancellation(input)
      const days = (minutesOf(input.now) - minutesOf(input.starts_at)) / 1440
      return { ...result, refund_cents: Math.floor(input.paid_cents * (1 - days / 30)) }
    },
  ]
  for (const preview of broken) expect(notices(isFair(preview), 2000)).toBe(true)
})
