import { expect, test } from 'vitest'
import { countries } from '../lots/countries.ts'
import { currencies } from './currencies.ts'
import { currencyOf } from './currency-of-country.ts'

test('knows the currency of every country, except of Antarctica', () => {
  expect(countries.filter((country) => currencyOf(country) === null)).toEqual(['AQ'])
  expect(countries.map(currencyOf).filter((one) => one !== null && !currencies.includes(one))).toEqual([])
})

test('knows the currency of countries that share one, and of those that have their own', () => {
  const known = {
    US: 'USD',
    DE: 'EUR',
    GB: 'GBP',
    CH: 'CHF',
    LI: 'CHF',
    SV: 'USD',
    MX: 'MXN',
    JP: 'JPY',
    VE: 'VES',
  }
  for (const [country, currency] of Object.entries(known)) expect(currencyOf(country)).toBe(currency)
})

test('every currency is the one of some country, so none is missing from the table', () => {
  const used = new Set(countries.map(currencyOf))
  // VED is the Venezuelan bolívar without its name for cash, and SVC is no longer paid with.
  expect(currencies.filter((one) => !used.has(one))).toEqual(['SVC', 'VED'])
})
