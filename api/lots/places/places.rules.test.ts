import { expect, test } from 'vitest'
import { rankPlaces, readTyped } from './places.rules.ts'

const loop = {
  likeness: 1,
  name: 'Chicago Loop',
  key: 'chicago loop',
  detail: 'Illinois, US',
  lat: 41.8819,
  lng: -87.6278,
  address: { street: null, city: 'Chicago Loop', region: 'IL', postal_code: null, country: 'US' },
  line: null,
  time_zone: 'America/Chicago',
  is_exact: true,
  is_named: false,
}
const ranked = (...more: Parameters<typeof rankPlaces>[0]) =>
  rankPlaces(more, readTyped('Chicago Loop'), null).map(({ kind, detail }) => [kind, detail])

test('a place that is known as a city and as a neighborhood is suggested once', () => {
  const district = {
    ...loop,
    kind: 'NEIGHBORHOOD',
    detail: 'Downtown Chicago',
    lat: 41.8786,
    lng: -87.6251,
  } as const
  expect(ranked({ ...loop, kind: 'CITY' }, district)).toEqual([['CITY', 'Illinois, US']])
  expect(ranked(district, { ...loop, kind: 'CITY' })).toEqual([['CITY', 'Illinois, US']])
})

test('places with the same name that are elsewhere, or of another kind, are all suggested', () => {
  const elsewhere = { ...loop, kind: 'NEIGHBORHOOD', detail: 'Chicago Loop, WI', lat: 43.07 } as const
  const station = { ...loop, kind: 'STATION', detail: 'State St' } as const
  expect(ranked({ ...loop, kind: 'CITY' }, elsewhere, station)).toHaveLength(3)
})
