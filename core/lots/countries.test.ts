import { expect, test } from 'vitest'
import { countries, isCountry } from './countries.ts'

test('has each of the 249 codes of ISO 3166-1 once, with a name in English', () => {
  expect(new Set(countries).size).toBe(249)
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  expect(countries.filter((code) => names.of(code) === undefined)).toEqual([])
})

test.each(['ZZ', 'UK', 'EU', 'SU', 'us', ''])('does not know %j', (code) => {
  expect(isCountry(code)).toBe(false)
})

test.each(['US', 'GB', 'SE', 'SS', 'BQ'])('knows %j', (code) => {
  expect(isCountry(code)).toBe(true)
})
