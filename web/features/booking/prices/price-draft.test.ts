import type { CalendarPrice } from '@openspot/contract/booking/prices.ts'
import { expect, test } from 'vitest'
import { t } from '@/testing/translate.ts'
import { readPercent } from '@/ui/percent-field.tsx'
import { type PriceDraft, priceBody, priceDraft, readChange } from './price-draft.ts'
import { isOver } from './price-text.ts'

const lot = { time_zone: 'America/Chicago', currency: 'USD' }
const now = '2026-03-05T20:00:00.000Z'
const price: CalendarPrice = {
  id: 'p',
  lot_id: 'l',
  name: 'Fair',
  starts_at: '2026-03-06T00:00:00.000Z',
  ends_at: '2026-03-06T04:00:00.000Z',
  repeat_frequency: 'WEEKLY',
  weekdays: ['THU'],
  until_on: '2026-04-30',
  percent_bps: -1250,
  amount_cents: null,
  units: ['HOUR'],
  zone_ids: ['z'],
  is_published: true,
  is_guidance: false,
  version: 1,
  created_by: null,
  created_at: now,
  changed_at: now,
}

test('a price round-trips through its form', () => {
  const body = priceBody(t, priceDraft(t, lot, now, price), lot)
  expect(price).toMatchObject(body ?? {})
  expect(Object.keys(body ?? {})).toHaveLength(11)
  const amount = { ...price, percent_bps: null, amount_cents: 250, units: null, zone_ids: null }
  expect(priceBody(t, priceDraft(t, lot, now, amount), lot)).toMatchObject({
    percent_bps: null,
    amount_cents: 250,
    units: null,
    zone_ids: null,
  })
})

test('a new price covers one local day and cannot be sent before it has a name and a change', () => {
  const draft = priceDraft(t, lot, '2026-03-07T20:00:00.000Z', null)
  // The day of the clock change has 23 hours.
  expect(draft.recurrence).toMatchObject({
    starts_at: '2026-03-08T06:00:00.000Z',
    ends_at: '2026-03-09T05:00:00.000Z',
  })
  expect(priceBody(t, draft, lot)).toBe(null)
  expect(priceBody(t, { ...draft, name: 'Fair', percent: '20' }, lot)).toMatchObject({ percent_bps: 2000 })
  expect(priceBody(t, { ...draft, name: '  ', percent: '20' }, lot)).toBe(null)
  const all: PriceDraft['units'] = ['HALF_HOUR', 'HOUR', 'DAY', 'MONTH']
  expect(priceBody(t, { ...draft, name: 'Fair', percent: '20', units: all }, lot)?.units).toBe(null)
})

test.each([
  ['12.5', 1250],
  ['12,5', 1250],
  ['7', 700],
  ['0.05', 5],
  ['12.', 1200],
  ['12.555', null],
  ['-3', null],
  ['', null],
  ['ten', null],
])('the percentage %s is %s basis points', (text, bps) => {
  expect(readPercent(text)).toBe(bps)
})

test('direction and kind determine the sign, and zero or invalid input is no change', () => {
  const draft = { way: 'LESS', by: 'AMOUNT', percent: '50', amount: '1.50' } as const
  expect(readChange(t, draft, 'USD')).toEqual({ percent_bps: null, amount_cents: -150 })
  expect(readChange(t, { ...draft, by: 'PERCENT' }, 'USD')).toEqual({
    percent_bps: -5000,
    amount_cents: null,
  })
  for (const amount of ['', '0', '-2', 'x']) expect(readChange(t, { ...draft, amount }, 'USD')).toBe(null)
  expect(readChange(t, { ...draft, by: 'PERCENT', percent: '0' }, 'USD')).toBe(null)
})

test('a repeating price is over when its last period has ended', () => {
  const at = (moment: string) => isOver(price, lot.time_zone, moment)
  expect(at('2026-04-30T12:00:00.000Z')).toBe(false)
  // The last one starts on Thursday at 18:00; a longer one would run into Friday.
  expect(at('2026-05-01T03:59:00.000Z')).toBe(false)
  expect(at('2026-05-01T05:00:00.000Z')).toBe(true)
  const late = { ...price, ends_at: '2026-03-06T08:00:00.000Z' }
  expect(isOver(late, lot.time_zone, '2026-05-01T05:30:00.000Z')).toBe(false)
  expect(isOver(late, lot.time_zone, '2026-05-01T07:00:00.000Z')).toBe(true)
  expect(isOver({ ...price, until_on: null }, lot.time_zone, '2036-01-01T00:00:00.000Z')).toBe(false)
  const once = { ...price, repeat_frequency: 'NEVER', weekdays: [], until_on: null } as const
  expect(isOver({ ...once, weekdays: [] }, lot.time_zone, '2026-03-06T03:59:00.000Z')).toBe(false)
  expect(isOver({ ...once, weekdays: [] }, lot.time_zone, '2026-03-06T04:00:00.000Z')).toBe(true)
})
