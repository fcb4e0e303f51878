import { getPlacePageRoute, listPlacePagesRoute } from '@openspot/contract/lots/place-pages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { insertLandmarks, type NewLandmark } from '../places/landmarks.sql.ts'
import { placePage } from './place-pages.sql.ts'

let api: TestApi
let near: TestLot
let nearer: TestLot
const field: NewLandmark = {
  kind: 'VENUE',
  name: 'St. Mary’s Field',
  key: 'st marys field',
  shown_as: null,
  street: null,
  city: 'Chicago',
  region: 'IL',
  postal_code: null,
  country: 'US',
  lat: 41.9,
  lng: -87.65,
  line: null,
  time_zone: 'America/Chicago',
}
beforeAll(async () => {
  api = await testApi()
  const inCity = { region: 'IL', lng: -87.65 }
  near = await aLot(api, { ...inCity, name: 'Near Lot', lat: 41.91 })
  nearer = await aLot(api, { ...inCity, name: 'Nearer Lot', lat: 41.901 })
  await aLot(api, { ...inCity, name: 'Far Lot', lat: 41.92 })
  await aLot(api, { ...inCity, name: 'Secret Lot', lat: 41.9, is_private: true })
  await aLot(api, { ...inCity, name: 'Lot of another city', lat: 41.9, city: 'Cicero' })
  await insertLandmarks(api.deps.database.pool, [
    field,
    { ...field, name: 'The Yard', key: 'the yard', shown_as: 'St. Mary’s Field' },
    { ...field, kind: 'NEIGHBORHOOD', name: 'Nowhere', key: 'nowhere', lat: 42.5 },
    { ...field, kind: 'STREET', name: 'W Addison St', key: 'w addison st', line: [[41.9, -87.65]] },
    { ...field, kind: 'STATION', name: 'Station without a city', key: 'station without a city', city: null },
  ])
})
afterAll(() => api.close())

const path = 'us/il/chicago/st-mary-s-field'

test('places with a public lot within a mile in their city have a page, and their other names, streets, and other places do not', async () => {
  const all = [{ path, kind: 'VENUE', name: 'St. Mary’s Field' }]
  const { items } = await api.call(listPlacePagesRoute, { query: {} })
  expect(items).toEqual(all)
  const inChicago = await api.call(listPlacePagesRoute, { query: { city: 'us/il/chicago' } })
  expect(inChicago.items).toEqual(all)
  const inCicero = await api.call(listPlacePagesRoute, { query: { city: 'us/il/cicero' } })
  expect(inCicero.items).toEqual([])
})

test('the page of a place has the public lots within a mile in its city, the nearest first, with their distance in meters', async () => {
  const page = await api.call(getPlacePageRoute, { query: { path } })
  expect(page).toMatchObject({
    path,
    kind: 'VENUE',
    name: 'St. Mary’s Field',
    city: 'Chicago',
    region: 'IL',
    country: 'US',
    city_path: 'us/il/chicago',
    lat: 41.9,
    lng: -87.65,
  })
  expect(page.lots.map(({ public_id, distance_m }) => [public_id, distance_m])).toEqual([
    [nearer.public_id, 111],
    [near.public_id, 1112],
  ])
})

test.each([
  'us/il/chicago/nowhere',
  'us/il/chicago/the-yard',
  'us/il/chicago/w-addison-st',
  'us/il/cicero/st-mary-s-field',
])('%s has no page', async (other) => {
  await expect(api.call(getPlacePageRoute, { query: { path: other } })).rejects.toMatchObject({ status: 404 })
})

test('the page of a place is found by an index, and so are its lots', async () => {
  const { pool } = api.deps.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    // The test's tables are so small that a scan is cheaper.
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${placePage.text.replaceAll('$1', `'${path}'::text`).replaceAll('$2', "'ja-JP'")}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('landmarks_page')
    expect(plan).toContain('lots_city_path')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
