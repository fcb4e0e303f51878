import { expect, test } from 'vitest'
import { isPlateRegion, plateRegionsIn } from './regions.ts'

const countsIn = (country: string) =>
  plateRegionsIn(country).map((one) => `${one.country ?? 'countries'} ${one.regions.length}`)

test('the regions of a plate are those of the country first, then those of its neighbors', () => {
  expect(countsIn('US')).toEqual(['US 56', 'CA 13', 'MX 32'])
  expect(countsIn('PR')).toEqual(['US 56', 'CA 13', 'MX 32'])
  expect(countsIn('CA')).toEqual(['CA 13', 'US 56', 'MX 32'])
  expect(countsIn('MX')).toEqual(['MX 32', 'US 56', 'CA 13'])
  expect(countsIn('AU')).toEqual(['AU 8'])
  expect(countsIn('DE')).toEqual(['countries 44'])
})

test('a country whose plates show no region has none', () => {
  expect(['GB', 'JP', 'XX', ''].map((country) => plateRegionsIn(country))).toEqual([[], [], [], []])
})

test('within the regions that a form offers, each code is there once', () => {
  for (const country of ['US', 'AU', 'DE']) {
    const codes = plateRegionsIn(country).flatMap(({ regions }) => regions.map(({ code }) => code))
    expect(new Set(codes).size).toBe(codes.length)
  }
})

test('only a known code or an empty text is a region', () => {
  expect(['', 'IL', 'il', 'ON', 'JAL', 'NSW', 'DE', 'GB'].every(isPlateRegion)).toBe(true)
  expect(['ILL', 'ZZ', 'Illinois', ' IL', 'US-IL', '-', '1'].some(isPlateRegion)).toBe(false)
})
