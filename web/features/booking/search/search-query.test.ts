import { expect, test } from 'vitest'
import { readWhen } from '@/lib/when.ts'
import { readSearch, searchInput, searchPath } from './search-query.ts'

const now = '2026-11-21T13:10:00.000Z'

test('without a time, the search starts at the next half hour for two hours', () => {
  expect(readWhen({}, now)).toEqual({
    starts_at: '2026-11-21T13:30:00.000Z',
    ends_at: '2026-11-21T15:30:00.000Z',
  })
})

test('an outdated time falls back to the default, and a reversed end is corrected', () => {
  const yesterday = { starts_at: '2026-11-20T13:00:00Z', ends_at: '2026-11-20T15:00:00Z' }
  expect(readWhen(yesterday, now).starts_at).toBe('2026-11-21T13:30:00.000Z')
  const reversed = { starts_at: '2026-11-22T13:00:00Z', ends_at: '2026-11-22T12:00:00Z' }
  expect(readWhen(reversed, now).ends_at).toBe('2026-11-22T15:00:00.000Z')
})

test('a search round-trips through its URL', () => {
  const raw = { place: 'The Loop', lat: '41.88', lng: '-87.63', walk_minutes: '10', sort: 'distance' }
  const query = readSearch(raw, now)
  if (!query) throw new Error('not read')
  const again = readSearch(Object.fromEntries(new URL(searchPath(query), 'http://x').searchParams), now)
  expect(again).toEqual(query)
})

test('searches by month, name, and map area round-trip through their URLs', () => {
  const filters = { types: 'COMPACT,STANDARD', features: 'COVERED', min_cents: '500', max_cents: '2000' }
  for (const raw of [
    { q: 'Wells garage', by: 'month', ...filters },
    { box: '-87.64,41.87,-87.62,41.89', lat: '41.88', lng: '-87.63', sort: 'walk' },
  ]) {
    const query = readSearch(raw, now)
    if (!query) throw new Error('not read')
    const again = readSearch(Object.fromEntries(new URL(searchPath(query), 'http://x').searchParams), now)
    expect(again).toEqual(query)
  }
  expect(readWhen({ by: 'month' }, now).ends_at).toBeNull()
})

test('ignores unknown filters, and a search by name does not sort by distance', () => {
  const query = readSearch(
    { q: 'Wells', types: 'HELICOPTER,COMPACT', max_cents: 'much', sort: 'distance' },
    now,
  )
  expect(query).toMatchObject({ types: ['COMPACT'], max_cents: null, sort: 'best' })
})

test('there is no search without a place', () => {
  expect(readSearch({ q: 'W' }, now)).toBeNull()
  expect(readSearch({ lat: '91', lng: '0' }, now)).toBeNull()
  expect(readSearch({}, now)).toBeNull()
})

test('a search asks for the nearest lots at any distance, unless a walk was chosen', () => {
  const around = { lat: '41.88', lng: '-87.63' }
  const inputOf = (raw: Record<string, string>) => {
    const query = readSearch({ ...around, ...raw }, now)
    return query && searchInput(query).query
  }
  expect(inputOf({})).toMatchObject({ radius_m: 5000, narrow: true })
  expect(inputOf({ walk_minutes: '60' })).not.toHaveProperty('narrow')
  expect(inputOf({ walk_minutes: '10' })).toMatchObject({ radius_m: 615 })
  expect(inputOf({ walk_minutes: '10' })).not.toHaveProperty('narrow')
})
