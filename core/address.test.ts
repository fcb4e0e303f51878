import { expect, test } from 'vitest'
import { addressFieldsIn } from './address.ts'

test('asks for an address in the order in which its country writes one', () => {
  expect(addressFieldsIn('US')).toEqual(['street', 'city', 'region', 'postal_code'])
  expect(addressFieldsIn('DE')).toEqual(['street', 'postal_code', 'city', 'region'])
  expect(addressFieldsIn('JP')).toEqual(['postal_code', 'region', 'city', 'street'])
})
