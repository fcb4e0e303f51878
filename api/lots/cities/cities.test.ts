import { getCityRoute, listCitiesRoute, listSitemapLotsRoute } from '@openspot/contract/lots/cities.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { cityByPath } from './cities.sql.ts'

let api: TestApi
let small: TestLot
let large: TestLot
let secret: TestLot
beforeAll(async () => {
  api = await testApi()
  small = await aLot(api, { name: 'Small Lot', region: 'IL', lat: 41.8, lng: -87.6 }, 1)
  large = await aLot(api, { name: 'Large Lot', region: 'IL', lat: 41.9, lng: -87.7, hour_cents: null }, 5)
  secret = await aLot(api, { region: 'IL', is_private: true })
  await aLot(api, { region: 'IL', trust_level: 'NEW' })
  await aLot(api, { region: 'MO', city: 'St. Louis' })
  await aLot(api, { region: null, country: 'DE', city: 'Köln' })
  await aLot(api, { region: 'IL', city: '—' })
  await aLot(api, { region: 'IL', city: null })
})
afterAll(() => api.close())

test('lists the cities of public lots with readable paths, and leaves out lots without a city', async () => {
  const { items } = await api.call(listCitiesRoute, {})
  expect(items).toEqual([
    { path: 'de/all/köln', name: 'Köln', region: null, country: 'DE', lot_count: 1 },
    { path: 'us/il/chicago', name: 'Chicago', region: 'IL', country: 'US', lot_count: 2 },
    { path: 'us/mo/st-louis', name: 'St. Louis', region: 'MO', country: 'US', lot_count: 1 },
  ])
})

test('a city shows its public lots, the largest first, and the middle of them', async () => {
  const city = await api.call(getCityRoute, { query: { path: 'us/il/chicago' } })
  expect(city).toMatchObject({ name: 'Chicago', lot_count: 2, spot_count: 6 })
  expect(city.lat).toBeCloseTo(41.85)
  expect(city.lng).toBeCloseTo(-87.65)
  expect(city.lots).toEqual([
    {
      public_id: large.public_id,
      name: 'Large Lot',
      street: '200 S Wells St',
      spot_count: 5,
      currency: 'USD',
      hour_cents: null,
      day_cents: 2000,
    },
    expect.objectContaining({ public_id: small.public_id, spot_count: 1, hour_cents: 400 }),
  ])
})

test('a city without public lots is not found', async () => {
  await expect(api.call(getCityRoute, { query: { path: 'us/il/springfield' } })).rejects.toMatchObject({
    status: 404,
  })
})

test('the sitemap names public lots only', async () => {
  const { public_ids } = await api.call(listSitemapLotsRoute, {})
  expect(public_ids).toContain(large.public_id)
  expect(public_ids).not.toContain(secret.public_id)
  expect(public_ids).toHaveLength(6)
})

test('a city is found by its index', async () => {
  const { pool } = api.deps.database
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain ${cityByPath.text.replaceAll('$1', "'us/il/chicago'::text").replaceAll('$2', "'ja-JP'")}`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('lots_city_path')
})
