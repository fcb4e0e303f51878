import { listPlacesRoute } from '@openspot/contract/lots/lots.ts'
import { GeocoderStandIn } from '@openspot/page-vendors-stand-in/geocoder.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { insertPlaces } from './places.sql.ts'

let api: TestApi
let geocoder: GeocoderStandIn
let url: string
beforeEach(async () => {
  geocoder = new GeocoderStandIn()
  url = await geocoder.listen()
})
afterEach(async () => {
  await api.close()
  await geocoder.close()
})

const find = (q: string) => api.call(listPlacesRoute, { query: { q } })
const canal = {
  kind: 'ADDRESS',
  name: '12 South Canal Street',
  reader_name: null,
  detail: 'Chicago, 60606, US',
  lat: 41.8815,
  lng: -87.6394,
  time_zone: 'America/Chicago',
  is_exact: true,
  address: {
    street: '12 South Canal Street',
    city: 'Chicago',
    region: 'IL',
    postal_code: '60606',
    country: 'US',
  },
}

test.each([
  ['OPENSPOT_PHOTON_URL', 'Photon'],
  ['OPENSPOT_NOMINATIM_URL', 'Nominatim'],
])('with %s, finds addresses and landmarks by the protocol of %s and names their source', async (name) => {
  api = await testApi({ [name]: url })
  expect(await find('12 Canal')).toEqual({ items: [canal], attribution: '© OpenStreetMap contributors' })
  expect((await find('willis tower')).items).toMatchObject([
    { name: 'Willis Tower', detail: '233 South Wacker Drive, Chicago, 60606, US' },
  ])
})

test('lists cities and postal codes first, and asks no geocoder about a few letters or without the setting', async () => {
  api = await testApi({ OPENSPOT_PHOTON_URL: url })
  const city = {
    kind: 'CITY',
    name: 'Canal Winchester',
    key: 'canal winchester',
    region: 'OH',
    country: 'US',
    population: 8000,
    time_zone: 'America/New_York',
  } as const
  await insertPlaces(api.deps.database.pool, [{ ...city, lat: 39.8, lng: -82.8 }])
  const found = await find('canal')
  expect(found.items.map(({ kind }) => kind)).toEqual(['CITY', 'ADDRESS'])
  expect(found.items[0]).toMatchObject({ address: { city: 'Canal Winchester', region: 'OH', country: 'US' } })
  await find('can')
  expect(geocoder.asked).toEqual(['canal'])
  await api.close()
  api = await testApi()
  expect(await find('12 Canal')).toEqual({ items: [], attribution: null })
  expect(geocoder.asked).toEqual(['canal'])
})

const faults: Record<string, (of: GeocoderStandIn) => void> = {
  'answers with an error': (of) => {
    of.status = 503
  },
  'sends what is no JSON': (of) => {
    of.text = '<html>'
  },
  'sends more than half a megabyte': (of) => {
    of.text = JSON.stringify({ features: ['x'.repeat(600_000)] })
  },
  'redirects to another address': (of) => {
    of.redirect = 'http://127.0.0.1:1/'
  },
  'never answers': (of) => {
    of.silent = true
  },
}
test.each(Object.entries(faults))(
  'a geocoder that %s costs only its addresses, and is left alone for half a minute',
  async (_, breakIt) => {
    api = await testApi({ OPENSPOT_PHOTON_URL: url })
    breakIt(geocoder)
    expect((await find('12 Canal')).items).toEqual([])
    Object.assign(geocoder, { status: null, silent: false, text: null, redirect: null })
    expect((await find('12 Canal')).items).toEqual([])
    expect(geocoder.asked).toHaveLength(1)
    api.ports.advance({ minutes: 1 })
    expect((await find('12 Canal')).items).toEqual([canal])
  },
)

test('leaves out results without a point, a country, or a name', async () => {
  api = await testApi({ OPENSPOT_PHOTON_URL: url })
  const feature = (properties: object, coordinates: unknown = [-87, 41]) => ({
    properties: { name: 'Yard', countrycode: 'US', ...properties },
    geometry: { coordinates },
  })
  const features = [
    feature({}, null),
    feature({}, [-87, 95]),
    feature({ countrycode: 'ZZ' }),
    feature({ name: 5 }),
    null,
    feature({}),
  ]
  geocoder.text = JSON.stringify({ features })
  expect((await find('yard of all')).items).toMatchObject([{ name: 'Yard', detail: 'US' }])
})
