import { expect, test } from 'vitest'
import { type QuoteInput, type QuoteResult, quote } from './quote.ts'

const lot: QuoteInput = {
  zone: 'America/New_York',
  currency: 'USD',
  rates: { half_hour_cents: 150, hour_cents: 250, day_cents: 1800, month_cents: 22_000 },
  min_reservation_price: 200,
  max_reservation_price: 100_000,
  fee: { service_fee_bps: 1000, service_fee_cents: 0 },
  starts_at: '2026-11-23T14:00:00.000Z',
  ends_at: '2026-11-23T16:30:00.000Z',
}
const none = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }
const noFee = { service_fee_bps: 0, service_fee_cents: 0 }

function lines(result: QuoteResult): string[] {
  if (!result.ok) return [result.code]
  return result.lines.map((line) => `${line.quantity} ${line.unit ?? line.kind} ${line.unit_cents}`)
}

const refusalOf = (input: Partial<QuoteInput>) => {
  const result = quote({ ...lot, ...input })
  return result.ok ? null : [result.code, result.field]
}

test('charges two hours and a half hour plus a fee rounded up for 2.5 hours', () => {
  const result = quote({ ...lot, fee: { service_fee_bps: 1001, service_fee_cents: 30 } })
  expect(lines(result)).toEqual(['2 HOUR 250', '1 HALF_HOUR 150', '1 SERVICE_FEE 96'])
  expect(result).toMatchObject({
    ok: true,
    subtotal_cents: 650,
    fee_cents: 96,
    total_cents: 746,
    currency: 'USD',
  })
})

test('charges at most a day for nine hours, and the line ends with the reservation', () => {
  const result = quote({ ...lot, ends_at: '2026-11-23T23:00Z', fee: noFee })
  expect(lines(result)).toEqual(['1 DAY 1800'])
  expect(result.ok && result.lines[0]?.ends_at).toBe('2026-11-23T23:00:00.000Z')
})

test('counts local days across clock changes', () => {
  const days = { ...none, day_cents: 1800, half_hour_cents: 1 }
  const over = {
    ...lot,
    rates: { ...days, half_hour_cents: 100 },
    fee: noFee,
    starts_at: '2026-10-31T16:00Z',
  }
  expect(lines(quote({ ...over, ends_at: '2026-11-01T17:00Z' }))).toEqual(['1 DAY 1800'])
  expect(lines(quote({ ...over, zone: 'UTC', ends_at: '2026-11-01T17:00Z' }))).toEqual([
    '1 DAY 1800',
    '2 HALF_HOUR 100',
  ])
})

test("counts two months from the 31st, clamped to the month's last day", () => {
  const months = { ...lot, rates: { ...none, month_cents: 9000 }, fee: noFee, starts_at: '2026-01-31T17:00Z' }
  expect(lines(quote({ ...months, ends_at: '2026-03-31T16:00Z' }))).toEqual(['2 MONTH 9000'])
  expect(lines(quote({ ...months, ends_at: '2026-03-31T16:30Z' }))).toEqual(['3 MONTH 9000'])
  const from29th = { ...months, starts_at: '2026-01-29T17:00Z', ends_at: '2026-03-29T16:00Z' }
  expect(lines(quote(from29th))).toEqual(['2 MONTH 9000'])
})

test('counts February as a month of 28 days', () => {
  const february = { ...lot, rates: { ...none, month_cents: 9000, day_cents: 500 }, fee: noFee }
  const times = { starts_at: '2026-02-01T17:00Z', ends_at: '2026-03-01T18:00Z' }
  expect(lines(quote({ ...february, ...times }))).toEqual(['1 MONTH 9000', '1 DAY 500'])
})

test('among equally cheap covers prefers the fewest blocks, then the longest first', () => {
  const ties = {
    ...lot,
    fee: noFee,
    rates: { half_hour_cents: 100, hour_cents: 200, day_cents: 2400, month_cents: null },
  }
  expect(lines(quote(ties))).toEqual(['2 HOUR 200', '1 HALF_HOUR 100'])
  expect(lines(quote({ ...ties, ends_at: '2026-11-24T15:00Z' }))).toEqual(['1 DAY 2400', '1 HOUR 200'])
  // A cheap hour at 14:00 and a cheap day at 14:30 cost as much as continuing by half hours at 15:00, with fewer
  // blocks.
  const cheap = (from: string, to: string, unit: 'HOUR' | 'DAY', cents: number) => {
    return {
      starts_at: `2026-11-23T${from}Z`,
      ends_at: `2026-11-23T${to}Z`,
      amount_cents: -cents,
      units: [unit],
    }
  }
  const overlapping = quote({
    ...ties,
    rates: { half_hour_cents: 500, hour_cents: 5000, day_cents: 10_000, month_cents: null },
    ends_at: '2026-11-23T16:00Z',
    rate_changes: [cheap('14:00', '14:30', 'HOUR', 4500), cheap('14:30', '15:00', 'DAY', 9000)],
  })
  expect(lines(overlapping)).toEqual(['1 HOUR 500', '1 DAY 1000'])
})

test('adds a line up to the minimum charge and refuses more than the maximum charge', () => {
  const cheap = quote({ ...lot, ends_at: '2026-11-23T14:30Z' })
  expect(lines(cheap)).toEqual(['1 HALF_HOUR 150', '1 MINIMUM 50', '1 SERVICE_FEE 20'])
  expect(cheap).toMatchObject({ subtotal_cents: 200, total_cents: 220 })
  expect(quote({ ...lot, max_reservation_price: 649 })).toMatchObject({
    code: 'price_above_maximum',
    field: 'ends_at',
    params: { subtotal_cents: 650, max_reservation_price: 649 },
  })
  expect(quote({ ...lot, max_reservation_price: 650 }).ok).toBe(true)
})

test('charges no fee for a free reservation', () => {
  const free = { ...lot, rates: { ...none, hour_cents: 0 }, min_reservation_price: 0 }
  expect(quote({ ...free, fee: { service_fee_bps: 1000, service_fee_cents: 50 } })).toMatchObject({
    total_cents: 0,
  })
})

test('quotes the requested month of an open-ended reservation, counted from the first start', () => {
  const monthly = { ...lot, ends_at: null, starts_at: '2027-01-31T17:00Z', fee: noFee }
  expect(quote(monthly)).toMatchObject({ total_cents: 22_000, ends_at: '2027-02-28T17:00:00.000Z' })
  const change = {
    starts_at: '2027-02-01T00:00Z',
    ends_at: '2027-03-01T00:00Z',
    percent_bps: 1000,
    id: 'feb',
  }
  const second = quote({ ...monthly, month_index: 1, rate_changes: [change] })
  expect(second).toMatchObject({ starts_at: '2027-02-28T17:00:00.000Z', ends_at: '2027-03-31T16:00:00.000Z' })
  expect(second).toMatchObject({
    total_cents: 24_200,
    lines: [{ code: 'block_changed', params: { changes: 'feb' } }],
  })
})

test('charges the rate in effect when each block starts, and uses an evening price while it lasts', () => {
  const evening = {
    id: 'evening',
    starts_at: '2026-11-23T17:00Z',
    ends_at: '2026-11-23T17:30Z',
    percent_bps: -5000,
  }
  const over = { ...lot, rates: { ...none, hour_cents: 251 }, fee: noFee, rate_changes: [evening] }
  // From 15:30 one hour at 251; only an hour at 17:00 would leave a gap from 16:30, so another full-price hour lies
  // between.
  const result = quote({ ...over, starts_at: '2026-11-23T15:30Z', ends_at: '2026-11-23T18:00Z' })
  expect(lines(result)).toEqual(['2 HOUR 251', '1 HOUR 126'])
  expect(result.ok && result.lines[1]).toMatchObject({
    code: 'block_changed',
    params: { base_cents: 251, changes: 'evening' },
    starts_at: '2026-11-23T17:00:00.000Z',
  })
})

test('keeps blocks with the same price for different reasons on separate lines', () => {
  const changes = [
    { id: 'early', starts_at: '2026-11-23T14:00Z', ends_at: '2026-11-23T15:00Z', amount_cents: 20 },
    { id: 'late', starts_at: '2026-11-23T15:00Z', ends_at: '2026-11-23T17:00Z', percent_bps: 1000 },
  ]
  const over = { ...lot, rates: { ...none, half_hour_cents: 200 }, fee: noFee, rate_changes: changes }
  const result = quote({ ...over, ends_at: '2026-11-23T16:00Z' })
  expect(result.ok && result.lines.map(({ quantity, params }) => [quantity, params.changes])).toEqual([
    [2, 'early'],
    [2, 'late'],
  ])
})

test('adds up simultaneous changes in any order, never below zero, and only for their units', () => {
  const period = { starts_at: '2026-11-01T00:00Z', ends_at: '2026-12-01T00:00Z' }
  const changes = [
    { ...period, id: 'a', percent_bps: 2000 },
    { ...period, id: 'b', amount_cents: -10, units: ['HOUR'] as const },
    { ...period, id: 'c', percent_bps: -1000 },
  ]
  const over = { ...lot, rates: { ...none, hour_cents: 250, half_hour_cents: 150 }, fee: noFee }
  const expected = ['2 HOUR 265', '1 HALF_HOUR 165']
  expect(lines(quote({ ...over, rate_changes: changes }))).toEqual(expected)
  expect(lines(quote({ ...over, rate_changes: changes.toReversed() }))).toEqual(expected)
  const gift = quote({
    ...over,
    min_reservation_price: 0,
    rate_changes: [{ ...period, percent_bps: -20_000 }],
  })
  expect(gift).toMatchObject({ ok: true, total_cents: 0 })
})

test('refuses hours in a lot that sells only months, and everything in a lot without prices', () => {
  const months = { ...none, month_cents: 9000 }
  expect(refusalOf({ rates: months })).toEqual(['rate_missing', 'ends_at'])
  expect(refusalOf({ rates: months, ends_at: '2026-12-23T14:00Z' })).toBeNull()
  expect(refusalOf({ rates: none })).toEqual(['rate_missing', 'rates'])
  expect(refusalOf({ rates: { ...none, hour_cents: 1 }, ends_at: null })).toEqual([
    'rate_missing',
    'rates.month_cents',
  ])
})

test('refuses invalid input with the field name and never throws', () => {
  expect(refusalOf({ ends_at: lot.starts_at })).toEqual(['reservation_reversed', 'ends_at'])
  expect(refusalOf({ ends_at: '2036-01-01T00:00Z' })).toEqual(['reservation_too_long', 'ends_at'])
  expect(refusalOf({ ends_at: '2026-11-23T16:30' })).toEqual(['instant_unreadable', 'ends_at'])
  expect(refusalOf({ starts_at: 'soon' })).toEqual(['instant_unreadable', 'starts_at'])
  expect(refusalOf({ rate_changes: [{ starts_at: '', ends_at: '' }] })).toEqual([
    'instant_unreadable',
    'rate_changes',
  ])
  expect(refusalOf({ zone: 'Mars/Base' })).toEqual(['zone_unknown', 'zone'])
  expect(refusalOf({ currency: 'usd' })).toEqual(['currency_unknown', 'currency'])
  expect(refusalOf({ rates: { ...none, hour_cents: 2.5 } })).toEqual(['amount_wrong', 'rates'])
  expect(refusalOf({ min_reservation_price: -1 })).toEqual(['amount_wrong', 'min_reservation_price'])
  expect(refusalOf({ max_reservation_price: Number.NaN })).toEqual(['amount_wrong', 'max_reservation_price'])
  expect(refusalOf({ fee: { ...noFee, service_fee_bps: -1 } })).toEqual([
    'amount_wrong',
    'fee.service_fee_bps',
  ])
  expect(refusalOf({ fee: { ...noFee, service_fee_cents: 0.5 } })).toEqual([
    'amount_wrong',
    'fee.service_fee_cents',
  ])
  expect(refusalOf({ rounding_minutes: 7 })).toEqual(['amount_wrong', 'rounding_minutes'])
  expect(refusalOf({ month_index: -1 })).toEqual(['amount_wrong', 'month_index'])
  const change = { starts_at: lot.starts_at, ends_at: '2026-12-01T00:00Z', percent_bps: 0.5 }
  expect(refusalOf({ rate_changes: [change] })).toEqual(['amount_wrong', 'rate_changes'])
})

test('prices a currency without decimals in its own minor unit', () => {
  const yen = { ...lot, currency: 'JPY', min_reservation_price: 0, max_reservation_price: 50_000 }
  expect(quote({ ...yen, rates: { ...none, hour_cents: 400 } })).toMatchObject({
    subtotal_cents: 1200,
    fee_cents: 120,
  })
})

test('charges a started block in full, and starts blocks on the finer grid of a 15-minute lot', () => {
  const over = { ...lot, rates: { ...none, half_hour_cents: 100 }, fee: noFee }
  expect(lines(quote({ ...over, ends_at: '2026-11-23T14:30:01Z' }))).toEqual(['2 HALF_HOUR 100'])
  const change = { starts_at: '2026-11-23T14:15Z', ends_at: '2026-11-23T14:30Z', amount_cents: -90 }
  const quarter = { ...over, ends_at: '2026-11-23T15:15Z', rate_changes: [change] }
  expect(lines(quote(quarter))).toEqual(['3 HALF_HOUR 100'])
  expect(
    lines(
      quote({ ...quarter, ends_at: '2026-11-23T14:45Z', rounding_minutes: 15, min_reservation_price: 0 }),
    ),
  ).toEqual(['1 HALF_HOUR 100', '1 HALF_HOUR 10'])
})
