import { expect, test } from 'vitest'
import { readSearch, readWhen, searchPath } from './search-query.ts'

const now = '2026-11-21T13:10:00.000Z'

test('Without a time the next half hour for two hours is meant', () => {
  expect(readWhen({}, now)).toEqual({
    starts_at: '2026-11-21T13:30:00.000Z',
    ends_at: '2026-11-21T15:30:00.000Z',
  })
})

test('An address from yesterday asks for the default, and an end before its start is mended', () => {
  const yesterday = { starts_at: '2026-11-20T13:00:00Z', ends_at: '2026-11-20T15:00:00Z' }
  expect(readWhen(yesterday, now).starts_at).toBe('2026-11-21T13:30:00.000Z')
  const reversed = { starts_at: '2026-11-22T13:00:00Z', ends_at: '2026-11-22T12:00:00Z' }
  expect(readWhen(reversed, now).ends_at).toBe('2026-11-22T15:00:00.000Z')
})

test('A search survives its own address', () => {
  const raw = { place: 'The Loop', lat: '41.88', lng: '-87.63', walk_minutes: '10', sort: 'distance' }
  const query = readSearch(raw, now)
  if (!query) throw new Error('not read')
  const again = readSearch(Object.fromEntries(new URL(searchPath(query), 'http://x').searchParams), now)
  expect(again).toEqual(query)
})

test('A search by the month, by name or on a part of the map survives its address as well', () => {
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

test('What is not known among the filters is left out, and by name nothing is measured', () => {
  const query = readSearch(
    { q: 'Wells', types: 'HELICOPTER,COMPACT', max_cents: 'much', sort: 'distance' },
    now,
  )
  expect(query).toMatchObject({ types: ['COMPACT'], max_cents: null, sort: 'price' })
})

test('Without a place there is no search', () => {
  expect(readSearch({ q: 'W' }, now)).toBeNull()
  expect(readSearch({ lat: '91', lng: '0' }, now)).toBeNull()
  expect(readSearch({}, now)).toBeNull()
})
