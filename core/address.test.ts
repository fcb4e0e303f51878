import { expect, test } from 'vitest'
import { addressFieldsIn, addressLines, addressText } from './address.ts'

test('asks for an address in the order in which its country writes one', () => {
  expect(addressFieldsIn('US')).toEqual(['street', 'city', 'region', 'postal_code'])
  expect(addressFieldsIn('DE')).toEqual(['street', 'postal_code', 'city', 'region'])
  expect(addressFieldsIn('JP')).toEqual(['postal_code', 'region', 'city', 'street'])
})

test.each([
  [
    'US',
    { street: '226 S Wells St', city: 'Chicago', region: 'IL', postal_code: '60606' },
    '226 S Wells St, Chicago, IL 60606',
  ],
  [
    'CA',
    { street: '1 Yonge St', city: 'Toronto', region: 'ON', postal_code: 'M5E 1E5' },
    '1 Yonge St, Toronto, ON M5E 1E5',
  ],
  [
    'AU',
    { street: '1 Pitt St', city: 'Sydney', region: 'NSW', postal_code: '2000' },
    '1 Pitt St, Sydney NSW 2000',
  ],
  [
    'GB',
    { street: '10 Strand', city: 'London', region: null, postal_code: 'WC2N 5HR' },
    '10 Strand, London, WC2N 5HR',
  ],
  [
    'DE',
    { street: 'Invalidenstr. 1', city: 'Berlin', region: null, postal_code: '10115' },
    'Invalidenstr. 1, 10115 Berlin',
  ],
  [
    'JP',
    { street: '丸の内1-1', city: '千代田区', region: '東京都', postal_code: '100-0005' },
    '100-0005 東京都 千代田区, 丸の内1-1',
  ],
  [
    'US',
    { street: '226 S Wells St', city: 'Chicago', region: null, postal_code: null },
    '226 S Wells St, Chicago',
  ],
  ['US', { street: null, city: null, region: null, postal_code: '60606' }, '60606'],
])('writes an address in %s as its country does', (country, address, text) => {
  expect(addressText(address, country)).toBe(text)
})

test('an address without any field has no lines', () => {
  expect(addressLines({ street: '', city: null }, 'US')).toEqual([])
})
