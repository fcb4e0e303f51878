import { expect, test } from 'vitest'
import { computeSpotLayout } from '../geo/spot-layout.ts'
import { aFeature, aFile, aSquare, squareRing } from '../testing/lot-files.ts'
import { readGeoJson } from './geojson.ts'
import { readFeatures } from './read-features.ts'

/** Reads a text in which each feature is one lot, unless polygons are split. */
const readAll = (text: string, splits = false) => {
  const file = readGeoJson(text, splits)
  if (!file.ok) throw new Error(file.refusal.code)
  return readFeatures(file)
}
const read = (...features: unknown[]) => readAll(aFile(...features))

test('converts a feature into a lot with rates in cents', () => {
  const [feature] = read(
    aSquare(0, {
      name: ' Frey ',
      spots: 100,
      managed_by: 'Ellis',
      half_hour: 1.1,
      daily_max: 8.5,
      evening: 5,
    }),
  )
  expect(feature).toMatchObject({ place: { number: 1, part: 1, parts: 1 }, notes: [], refusal: null })
  expect(feature?.draft).toMatchObject({
    name: 'Frey',
    facts: { managed_by: 'Ellis' },
    rates: { half_hour_cents: 110, hour_cents: null, day_cents: 850, month_cents: null },
    is_counted: true,
    properties: { evening: 5 },
  })
  expect(feature?.draft?.spots).toHaveLength(100)
  expect(new Set(feature?.draft?.spots.map((spot) => spot.label)).size).toBe(100)
})

test('fills the outline with spots if there is no count', () => {
  const [feature] = read(aSquare(0, { name: 'Open', spots: null }))
  const layout = computeSpotLayout({ type: 'Polygon', coordinates: [squareRing()] })
  expect(feature?.draft?.is_counted).toBe(false)
  expect(layout.ok && layout.spots).toEqual(feature?.draft?.spots)
  expect(feature?.draft?.spots.length).toBeGreaterThan(100)
})

test('accepts the maximum number of spots', () => {
  const [feature] = read(aSquare(0, { spots: 30_000 }))
  const spots = feature?.draft?.spots ?? []
  expect(spots).toHaveLength(30_000)
  expect(new Set(spots.map((spot) => spot.label)).size).toBe(30_000)
  expect(Math.max(...spots.map((spot) => spot.label.length))).toBeLessThanOrEqual(20)
})

test('a sliver gets one spot and a note', () => {
  const sliver = [
    [-85.67, 42.96],
    [-85.66999, 42.96],
    [-85.66999, 42.9602],
    [-85.67, 42.96],
  ]
  const [feature] = read(aFeature({ type: 'Polygon', coordinates: [sliver] }))
  expect(feature?.draft?.spots).toEqual([{ label: 'A1', level: 1, ring: null }])
  expect(feature?.notes).toMatchObject([{ code: 'sliver' }])
})

test('rejects a duplicate feature', () => {
  const twice = read(aSquare(1), aSquare(2), aSquare(1))
  expect(twice[2]?.refusal).toMatchObject({ code: 'same', number: 1 })
})

test('a feature of several polygons is one lot with all its spots and the outline of the largest', () => {
  const small = squareRing(1).map(([lng = 0, lat = 0], at) => [
    lng - (at === 1 || at === 2 ? 0.0003 : 0),
    lat,
  ])
  const polygons = [[small], [squareRing(2)]]
  const features = read(
    aFeature({ type: 'MultiPolygon', coordinates: polygons }, { name: 'Two', capacity: '60' }),
  )
  expect(features).toMatchObject([{ draft: { name: 'Two', is_counted: true, rings: [squareRing(2)] } }])
  const [{ draft, notes } = { draft: null, notes: [] }] = features
  expect(draft?.spots).toHaveLength(60)
  expect(new Set(draft?.spots.map(({ label }) => label)).size).toBe(60)
  expect(notes).toEqual([{ code: 'several_polygons', count: 2 }])
})

test('if they are split, each polygon of a feature becomes a lot, without altitudes and with closed rings', () => {
  const rings = [squareRing(1), squareRing(2).slice(0, -1)].map((ring) => [
    ring.map((corner) => [...corner, 0]),
  ])
  const text = aFile(aFeature({ type: 'MultiPolygon', coordinates: rings }, { name: 'Two', spots: 9 }))
  const features = readAll(text, true)
  expect(features.map(({ place, draft }) => [place, draft?.name])).toEqual([
    [{ number: 1, part: 1, parts: 2 }, 'Two 1'],
    [{ number: 1, part: 2, parts: 2 }, 'Two 2'],
  ])
  expect(features[1]?.draft?.rings).toEqual([squareRing(2)])
  expect(features[1]?.notes).toEqual([{ code: 'spots_of_all', count: 9, parts: 2 }])
})

test('a feed of ParkAPI has a lot at each place, and names those without one', () => {
  const feed = {
    last_downloaded: '2026-01-01T00:00:00',
    last_updated: '2026-01-01T00:00:00',
    lots: [
      {
        id: 'a',
        name: 'Old Town',
        coords: { lat: 51.05, lng: 13.74 },
        total: 250,
        free: 10,
        state: 'open',
        forecast: false,
        opening_hours: '24/7',
        address: 'Main St 1',
      },
      { id: 'b', name: 'Nowhere', coords: null, total: 3, state: 'nodata', forecast: false },
    ],
  }
  const features = readAll(JSON.stringify(feed))
  expect(features).toMatchObject([
    {
      draft: {
        name: 'Old Town',
        lat: 51.05,
        lng: 13.74,
        rings: null,
        is_counted: true,
        facts: { street: 'Main St 1', opening_hours: null },
      },
    },
    { refusal: { code: 'no_geometry' } },
  ])
  expect(features[0]?.draft?.spots).toHaveLength(250)
})

test('a price for events is ignored, with what to do instead', () => {
  const [feature] = read(aSquare(0, { name: 'Arena', daily_max: 12, event_rate: 40 }))
  expect(feature).toMatchObject({ notes: [], draft: { rates: { day_cents: 1200 } } })
  expect(feature?.outcomes).toContainEqual({
    property: 'event_rate',
    outcome: 'ignored',
    reason: { code: 'event_rate' },
  })
})

test('a curb zone of the Curb Data Specification is a lot with its number of spaces', () => {
  const geometry = { type: 'Polygon', coordinates: [squareRing(3)] }
  const zone = { curb_zone_id: 'z', geometry, user_zone_id: '4711', street_name: 'River Ave', num_spaces: 4 }
  const [feature] = readAll(JSON.stringify({ version: '1.0', data: { zones: [zone] } }))
  expect(feature?.draft).toMatchObject({ name: '4711', is_counted: true, facts: { street: 'River Ave' } })
  expect(feature?.outcomes.map(({ property, outcome }) => [property, outcome])).toEqual([
    ['curb_zone_id', 'ignored'],
    ['user_zone_id', 'taken'],
    ['street_name', 'taken'],
    ['num_spaces', 'taken'],
  ])
  expect(feature?.draft?.spots).toHaveLength(4)
})

test.each(['name', 'spots', 'monthly'])(
  'a deeply nested %s is refused with its reason, without being written out',
  (property) => {
    // JSON.stringify could not write it.
    const text = aFile(aSquare(0, { [property]: 'DEEP' })).replace(
      '"DEEP"',
      '['.repeat(20_000) + ']'.repeat(20_000),
    )
    expect(readAll(text)[0]?.refusal).toMatchObject({ value: '[…]' })
  },
)

test.each([
  ['an object without a text', '{"toString":1}', '{…}'],
  ['deeply nested', '['.repeat(20_000) + ']'.repeat(20_000), '[…]'],
])('a geometry whose type is %s is refused', (_what, type, written) => {
  const text = aFile(aFeature({ type: 'TYPE', coordinates: [] })).replace('"TYPE"', type)
  expect(readAll(text)[0]?.refusal).toEqual({ code: 'geometry_wrong', type: written })
})
