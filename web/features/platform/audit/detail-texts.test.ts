import { translatorFor } from '@openspot/messages/translator.ts'
import { expect, test } from 'vitest'
import { detailName, storedName } from './detail-names.ts'
import { detailValue } from './detail-texts.ts'

const t = translatorFor('en-US')
const valueOf = (name: string, value: unknown, currency = 'USD') => detailValue({ t, currency }, name, value)
const text = (name: string, value: unknown, currency?: string) => {
  const shown = valueOf(name, value, currency)
  return shown !== null && 'text' in shown ? shown.text : shown
}

test('a value is named as the field in which staff enter it, and others by their stored name in words', () => {
  expect(detailName(t, 'day_cents')).toBe('Day')
  expect(detailName(t, 'is_private')).toBe('Private')
  expect(detailName(translatorFor('de-DE'), 'currency')).toBe('Währung')
  expect(detailName(t, 'retired_by')).toBe('Retired by')
  // Not what every object inherits.
  expect(detailName(t, 'constructor')).toBe('Constructor')
  expect(['proration_cents', 'spot_ids', 'grace_days'].map(storedName)).toEqual([
    'Proration',
    'Spot IDs',
    'Grace days',
  ])
})

test('amounts are money of their lot, shares are percentages, and durations have their unit', () => {
  expect(text('day_cents', 1600)).toBe('$16.00')
  expect(text('day_cents', 1600, 'JPY')).toBe('¥1,600')
  expect(text('max_reservation_price', 100_000)).toBe('$1,000.00')
  expect(text('platform_share_bps', 1250)).toBe('12.5%')
  expect(text('hold_minutes', 1)).toBe('1 minute')
  expect(text('cancel_until_minutes_after_start', 15)).toBe('15 minutes')
  expect(text('fine_due_days', 14)).toBe('14 days')
  expect(text('lat', 41.87811)).toBe('41.87811')
  expect(text('version', 2026)).toBe('2026')
})

test('states have the words of the screens, and what has a name is known by it', () => {
  expect(text('role', 'SUPER_ADMIN')).toBe('Owner')
  expect(text('reasons', [{ reason: 'NO_RIGHT_TO_PARK', warnings: 1 }])).toBe(
    'Reason: No right to park; Warnings: 1',
  )
  expect(text('reason', 'Too few drivers')).toBe('Too few drivers')
  expect(text('features', ['EV_CHARGER', 'COVERED'])).toBe('EV charger, Covered')
  expect(text('rule_set', { id: '0198', name: 'Tenants' })).toBe('Tenants')
  expect(text('rates', { hour_cents: 500, day_cents: null })).toBe('Hour: $5.00; Day: None')
  expect(
    text('boundary', [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ]),
  ).toBe('Outline with 3 corners')
  expect(text('region', 'IL')).toBe('IL')
})

test('an amount without a known currency is not shown in dollars, and IDs are shown as what they are called', () => {
  const shown = (name: string, value: unknown) =>
    detailValue({ t, currency: null, names: { '0198-roof': 'Roof', '0198-ann': 'Ann Example' } }, name, value)
  expect(shown('amount_cents', 1600)).toEqual({ text: '1,600 in the smallest unit of the currency' })
  expect(shown('zone_id', '0198-roof')).toEqual({ text: 'Roof' })
  expect(shown('membership_ids', ['0198-ann', '0198-gone'])).toEqual({ text: 'Ann Example, 0198-gone' })
})

test('values are instants, truths, texts, or nothing', () => {
  expect(valueOf('at', '2026-03-01T10:00:00.000Z')).toEqual({ at: '2026-03-01T10:00:00.000Z' })
  expect(valueOf('on', '2026-03-01')).toEqual({ text: '2026-03-01' })
  expect(valueOf('is_open', false)).toEqual({ is: false })
  expect(valueOf('count', 0)).toEqual({ text: '0' })
  for (const nothing of [null, undefined, '', []]) expect(valueOf('note', nothing)).toBeNull()
})
