import { expect, test } from 'vitest'
import { type QuoteInput, type QuoteResult, quote } from './quote.ts'

const none = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }
const lot: QuoteInput = {
  zone: 'America/New_York',
  currency: 'USD',
  rates: { ...none, half_hour_cents: 150, hour_cents: 250 },
  min_reservation_price: 0,
  max_reservation_price: 100_000,
  fee: { service_fee_bps: 0, service_fee_cents: 0 },
  starts_at: '2026-11-23T14:00:00.000Z',
  ends_at: '2026-11-23T18:00:00.000Z',
}
const at = (time: string) => `2026-11-23T${time}:00.000Z`
const during = (from: string, to: string) => ({ starts_at: at(from), ends_at: at(to) })

function lines(result: QuoteResult): string[] {
  if (!result.ok) return [result.code, result.field]
  return result.lines.map((line) => `${line.quantity} ${line.unit ?? line.kind} ${line.unit_cents}`)
}

const refusalOf = (input: Partial<QuoteInput>) => {
  const result = quote({ ...lot, ...input })
  return result.ok ? null : result
}

test("a host's rate set replaces all of the lot's rates while its time range lasts", () => {
  const host = { id: 'sublease', ...during('15:00', '17:00'), rates: { ...none, hour_cents: 180 } }
  const result = quote({ ...lot, rate_sets: [host] })
  expect(lines(result)).toEqual(['1 HOUR 250', '2 HOUR 180', '1 HOUR 250'])
  expect(result.ok && result.lines.map(({ params }) => params)).toEqual([
    { base_cents: 250, changes: '' },
    { base_cents: 180, changes: '', rate_set: 'sublease' },
    { base_cents: 250, changes: '' },
  ])
})

test('changes apply on top of a rate set, the later listed set wins, and an open-ended set continues', () => {
  const early = { ...during('13:00', '16:00'), rates: { ...none, hour_cents: 100 } }
  const late = { starts_at: at('15:00'), ends_at: null, rates: { ...none, hour_cents: 200 } }
  const rate_changes = [{ id: 'event', ...during('17:00', '18:00'), percent_bps: 5000 }]
  const sold = (rate_sets: QuoteInput['rate_sets'] & {}) => lines(quote({ ...lot, rate_sets, rate_changes }))
  expect(sold([early, late])).toEqual(['1 HOUR 100', '2 HOUR 200', '1 HOUR 300'])
  expect(sold([late, early])).toEqual(['2 HOUR 100', '1 HOUR 200', '1 HOUR 300'])
})

test('equal prices from two rate sets stay two lines, each naming its set', () => {
  const rates = { ...none, hour_cents: 200 }
  const rate_sets = [
    { id: 'a', ...during('14:00', '16:00'), rates },
    { id: 'b', ...during('16:00', '18:00'), rates },
  ]
  expect(lines(quote({ ...lot, rate_sets }))).toEqual(['2 HOUR 200', '2 HOUR 200'])
})

test('refuses a time at which nothing is sold unless an earlier block covers it', () => {
  const closed = { ...during('15:30', '17:00'), rates: none }
  expect(refusalOf({ rate_sets: [closed] })).toMatchObject({
    code: 'rate_missing',
    field: 'ends_at',
    params: { covered_until: at('16:00') },
  })
  expect(refusalOf({ rate_sets: [closed], ends_at: at('16:00') })).toBeNull()
  const days = { ...none, hour_cents: 250, day_cents: 900 }
  expect(lines(quote({ ...lot, rates: days, rate_sets: [closed] }))).toEqual(['1 DAY 900'])
  const fromStart = { ...during('13:00', '14:30'), rates: none }
  expect(refusalOf({ rate_sets: [fromStart] })).toMatchObject({ code: 'rate_missing', field: 'starts_at' })
  const all = { starts_at: at('10:00'), ends_at: null, rates: none }
  expect(refusalOf({ rate_sets: [all] })).toMatchObject({ code: 'rate_missing', field: 'rates' })
})

test('hours never force the purchase of a month, but a cheaper month is used', () => {
  const months = { ...during('16:00', '17:00'), rates: { ...none, month_cents: 9000 } }
  expect(refusalOf({ rate_sets: [months] })).toMatchObject({
    code: 'rate_missing',
    field: 'ends_at',
    reason: { code: 'only_months_of_part' },
  })
  const cheap = { ...during('16:00', '17:00'), rates: { ...none, month_cents: 100 } }
  const days = { ...lot.rates, day_cents: 900 }
  expect(lines(quote({ ...lot, rates: days, rate_sets: [cheap] }))).toEqual(['2 HOUR 250', '1 MONTH 100'])
  expect(lines(quote({ ...lot, rates: days, rate_sets: [months] }))).toEqual(['1 DAY 900'])
})

test('of consecutive months from the 31st, each costs the rate in effect when it starts, or is not sold', () => {
  const host = {
    id: 'winter',
    starts_at: '2026-02-15T00:00Z',
    ends_at: null,
    rates: { ...none, month_cents: 7000 },
  }
  const times = { starts_at: '2026-01-31T17:00:00.000Z', ends_at: '2026-03-31T16:00:00.000Z' }
  const months = { ...lot, ...times, rates: { ...none, month_cents: 9000 } }
  const nth_spot = [
    { starts_at: '2026-02-15T00:00Z', ends_at: '2026-04-01T00:00Z', nth: 2, percent_bps: 1000 },
  ]
  expect(lines(quote({ ...months, rate_sets: [host], nth_spot }))).toEqual([
    '1 MONTH 9000',
    '1 MONTH 7000',
    '1 NTH_SPOT 700',
  ])
  const closed = { ...host, rates: none }
  expect(refusalOf({ ...months, rate_sets: [closed] })).toMatchObject({
    code: 'rate_missing',
    field: 'ends_at',
    params: { covered_until: '2026-03-14T22:30:00.000Z' },
  })
})

test('a lot without rates sells what a host sells', () => {
  const host = { ...during('13:00', '19:00'), rates: { ...none, hour_cents: 180, month_cents: 5000 } }
  expect(lines(quote({ ...lot, rates: none, rate_sets: [host] }))).toEqual(['4 HOUR 180'])
  const monthly = { ...lot, ends_at: null, rates: none }
  expect(lines(quote({ ...monthly, rate_sets: [host] }))).toEqual(['1 MONTH 5000'])
  // The second month starts after the time range.
  expect(lines(quote({ ...monthly, rate_sets: [host], month_index: 1 }))).toEqual([
    'rate_missing',
    'rates.month_cents',
  ])
})

test('the nth-spot surcharge is one line after the parking lines, before minimum and fee', () => {
  const nth_spot = [
    { ...during('15:00', '16:00'), nth: 2, percent_bps: 5000 },
    { ...during('16:00', '19:00'), nth: 3, percent_bps: 10_000 },
  ]
  const fee = { service_fee_bps: 1000, service_fee_cents: 0 }
  const rates = { ...none, hour_cents: 250 }
  const result = quote({ ...lot, rates, nth_spot, fee, min_reservation_price: 2000 })
  expect(lines(result)).toEqual(['4 HOUR 250', '1 NTH_SPOT 625', '1 MINIMUM 375', '1 SERVICE_FEE 200'])
  expect(result.ok && result.lines[1]).toEqual({
    kind: 'NTH_SPOT',
    code: 'nth_spot',
    params: { nth: 2, percent_bps: 5000 },
    quantity: 1,
    unit_cents: 625,
    amount_cents: 625,
    starts_at: lot.starts_at,
    ends_at: lot.ends_at,
  })
  expect(result).toMatchObject({ subtotal_cents: 2000, total_cents: 2200 })
})

test('an nth-spot discount can make the reservation free', () => {
  const all = during('13:00', '19:00')
  const less = quote({ ...lot, nth_spot: [{ ...all, nth: 2, percent_bps: -3333 }] })
  // 250 minus 33.33% is 166.675, rounded to 167 per block.
  expect(lines(less)).toEqual(['4 HOUR 250', '1 NTH_SPOT -332'])
  const free = quote({ ...lot, nth_spot: [{ ...all, nth: 2, percent_bps: -10_000 }] })
  expect(free).toMatchObject({ ok: true, subtotal_cents: 0, total_cents: 0 })
  expect(quote({ ...lot, nth_spot: [{ ...all, nth: 2, percent_bps: 0 }] })).toEqual(quote(lot))
})

test('chooses the cheapest cover including the nth-spot surcharge, such as a day that starts before it applies', () => {
  const days = { ...lot.rates, day_cents: 1100 }
  const nth_spot = [{ ...during('15:00', '19:00'), nth: 2, percent_bps: 10_000 }]
  expect(lines(quote({ ...lot, rates: days }))).toEqual(['4 HOUR 250'])
  expect(lines(quote({ ...lot, rates: days, nth_spot }))).toEqual(['1 DAY 1100'])
})

test('a month of an open-ended reservation costs the rate in effect when the month starts', () => {
  const monthly = { ...lot, ends_at: null, rates: { ...none, month_cents: 9000 } }
  const nth_spot = [{ starts_at: at('14:00'), ends_at: '2026-12-24T00:00Z', nth: 2, percent_bps: 1000 }]
  expect(lines(quote({ ...monthly, nth_spot }))).toEqual(['1 MONTH 9000', '1 NTH_SPOT 900'])
  expect(lines(quote({ ...monthly, nth_spot, month_index: 1 }))).toEqual(['1 MONTH 9000', '1 NTH_SPOT 900'])
  expect(lines(quote({ ...monthly, nth_spot, month_index: 2 }))).toEqual(['1 MONTH 9000'])
})

test('refuses invalid periods with the name of the field', () => {
  const set = { ...during('14:00', '15:00'), rates: none }
  const field = (input: Partial<QuoteInput>) => {
    const refused = refusalOf(input)
    return refused && [refused.code, refused.field]
  }
  expect(field({ rate_sets: [{ ...set, starts_at: 'soon' }] })).toEqual(['instant_unreadable', 'rate_sets'])
  expect(field({ rate_sets: [{ ...set, rates: { ...none, hour_cents: -1 } }] })).toEqual([
    'amount_wrong',
    'rate_sets',
  ])
  const nth = { ...during('14:00', '15:00'), nth: 2, percent_bps: 100 }
  expect(field({ nth_spot: [{ ...nth, ends_at: '' }] })).toEqual(['instant_unreadable', 'nth_spot'])
  for (const wrong of [
    { nth: 1 },
    { nth: 2.5 },
    { percent_bps: -10_001 },
    { percent_bps: 0.5 },
    { percent_bps: 100_001 },
  ]) {
    expect(field({ nth_spot: [{ ...nth, ...wrong }] })).toEqual(['amount_wrong', 'nth_spot'])
  }
})
