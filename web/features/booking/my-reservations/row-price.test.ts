import { expect, test } from 'vitest'
import { rowPrice } from './row-price.ts'

const booked = {
  status: 'ACTIVE',
  total_cents: 1250,
  currency: 'USD',
  invoice_id: 'an-invoice',
  continues_id: null,
} as const

test('a reservation in the list shows its total', () => {
  expect(rowPrice(booked)).toEqual({ cents: 1250, currency: 'USD' })
})

test('a reservation without a price is shown as free', () => {
  expect(rowPrice({ ...booked, total_cents: 0 })).toBe('free')
})

test('no part of a moved reservation is shown as free because the other part has the price', () => {
  // Until the later part begins, the earlier one has the invoices and the price; then the later one has them.
  expect(rowPrice({ ...booked, total_cents: 0, continues_id: 'the-earlier-part' })).toBeNull()
  expect(rowPrice({ ...booked, total_cents: 0, invoice_id: null })).toBeNull()
})

test('a canceled or expired reservation shows no price and is not shown as free', () => {
  expect(rowPrice({ ...booked, status: 'CANCELED' })).toBeNull()
  expect(rowPrice({ ...booked, status: 'EXPIRED', total_cents: 0 })).toBeNull()
})
