import { readFileSync } from 'node:fs'
import { PlainError } from '@openspot/core/plain-error.ts'
import { aFeature, aFile, aSquare, squareRing } from '@openspot/core/testing/lot-files.ts'
import { expect, test } from 'vitest'
import { readFeatures } from './read-features.ts'

const read = (...features: unknown[]) => readFeatures(aFile(...features))
const polygon = (...rings: unknown[]) => aFeature({ type: 'Polygon', coordinates: rings }, { name: 'Odd' })
const [sw = [], se = [], ne = [], nw = []] = squareRing()

test.each<[string, unknown, string]>([
  ['no feature', 7, 'It is not a GeoJSON Feature.'],
  ['a feature without a geometry', aFeature(null), 'It has no geometry. Draw its outline, or set a point.'],
  [
    'a line',
    aFeature({ type: 'LineString', coordinates: [sw, ne] }),
    'It is a LineString; a lot must be a Point, a Polygon, or a MultiPolygon.',
  ],
  [
    'a point of text',
    aFeature({ type: 'Point', coordinates: ['8', '50'] }),
    'Its coordinates are not a longitude and latitude.',
  ],
  [
    'bicycle parking',
    aSquare(0, { amenity: 'bicycle_parking' }),
    'It is not for cars: amenity is bicycle_parking.',
  ],
  [
    'odd properties',
    aFeature({ type: 'Polygon', coordinates: [squareRing()] }, 'x'),
    'Its properties are not an object.',
  ],
  ['no coordinates', aFeature({ type: 'Polygon' }), 'It has no coordinates.'],
  ['coordinates of text', polygon([['a', 'b']]), 'Its coordinates are not rings of [longitude, latitude].'],
  ['a ring of numbers', polygon([1, 2, 3]), 'Its coordinates are not rings of [longitude, latitude].'],
  ['two corners', polygon([sw, ne, sw]), 'An outline needs at least three different corners.'],
  ['an empty ring', polygon([]), 'The outline is empty. Draw its corners.'],
  ['a crossing', polygon([sw, ne, se, nw, sw]), 'The outline crosses itself. Move the corners apart.'],
  [
    'a line',
    polygon([sw, [-85.6697, 42.96], se, sw]),
    'All corners lie on one line, so the outline encloses nothing.',
  ],
  [
    'latitude first',
    polygon(squareRing().map(([lng = 0, lat = 0]) => [lat, lng - 30])),
    'The corner 42.96, -115.67 is not a longitude and latitude.',
  ],
  ['a negative price', aSquare(0, { half_hour: -1.25 }), 'half_hour is -1.25; a price cannot be negative.'],
  [
    'a negative price in words',
    aSquare(0, { half_hour: '-1.25' }),
    'half_hour is -1.25; a price cannot be negative.',
  ],
  [
    'a part of a cent',
    aSquare(0, { daily_max: 1.255 }),
    'daily_max is 1.255. USD has 2 decimals at most. Leave out thousands separators.',
  ],
  [
    'a price out of reach',
    aSquare(0, { monthly: 1e6 }),
    'monthly is 1000000; a price can be at most $100,000.00.',
  ],
  [
    'a price beyond numbers',
    aSquare(0, { monthly: 1e300 }),
    'monthly is 1e+300. Enter the amount in digits, for example 12.50.',
  ],
  [
    'a price that is a list',
    aSquare(0, { monthly: [90] }),
    'monthly must be an amount in dollars, not [90].',
  ],
  ['a name that is a number', aSquare(0, { name: 12 }), 'name must be a string, not 12.'],
  ['a name too long', aSquare(0, { name: 'x'.repeat(121) }), 'name is longer than 120 characters.'],
  ['a million spots', aSquare(0, { spots: 1e6 }), 'spots is 1,000,000; a lot can have at most 30,000.'],
  ['no spots', aSquare(0, { spots: 0 }), 'spots must be a whole number of at least 1, not 0.'],
  ['half a spot', aSquare(0, { spots: 2.5 }), 'spots must be a whole number of at least 1, not 2.5.'],
  [
    'spots in words',
    aSquare(0, { spots: 'many' }),
    'spots must be a whole number of at least 1, not "many".',
  ],
])('rejects %s in plain words and keeps the rest', (_what, broken, refusal) => {
  const features = read(aSquare(1), broken, aSquare(2))
  expect(features.map((feature) => feature.refusal)).toEqual([null, refusal, null])
  expect(features[1]?.label).toBe('feature 2')
})

test('labels each lot of a split feature, and offers to split one that is not', () => {
  const two = aFeature(
    { type: 'MultiPolygon', coordinates: [[squareRing(1)], [squareRing(2)]] },
    { name: 'Two', spots: 9 },
  )
  expect(readFeatures(aFile(two), { splits: true }).map(({ label, notes }) => [label, notes])).toEqual([
    ['feature 1, polygon 1', ['spots is 9 for 2 polygons, so as many spots as fit are created.']],
    ['feature 1, polygon 2', ['spots is 9 for 2 polygons, so as many spots as fit are created.']],
  ])
  expect(read(two)[0]?.notes).toEqual([
    'Its 2 polygons are one lot with the outline of the largest. Use --split if each is a lot.',
  ])
})

test('names the feature of which another is a duplicate', () => {
  const twice = read(aSquare(1), aSquare(2), aSquare(1))
  expect(twice[2]?.refusal).toBe('It is the same as feature 1: both have the same name and place.')
})

test('source_key depends only on outline and name', () => {
  const key = (feature: unknown) => read(feature)[0]?.draft?.source_key
  const first = key(aSquare(1, { name: 'A', monthly: 90 }))
  expect(key(aSquare(1, { monthly: 91, name: 'A', notes: 'new' }))).toBe(first)
  expect(key(aSquare(1, { name: 'B', monthly: 90 }))).not.toBe(first)
  expect(key(aSquare(2, { name: 'A', monthly: 90 }))).not.toBe(first)
})

test.each([
  ['', 'The file is not JSON: it is empty.'],
  ['{"type":', 'The file is not JSON: '],
  ['[]', 'The file is not GeoJSON. '],
  ['{"type":"Topology"}', 'The file is not GeoJSON. '],
  ['{"type":"FeatureCollection","features":{}}', 'The file is not GeoJSON. '],
  [aFile(), 'The file has no features'],
])('rejects the whole file %j', (text, message) => {
  expect(() => readFeatures(text)).toThrow(PlainError)
  expect(() => readFeatures(text)).toThrow(message)
})

test('reads the supplied data files completely if they are present', () => {
  const file = (name: string) => new URL(`../../../shared/data/lots/${name}`, import.meta.url)
  let rapids: string
  let chicago: string
  try {
    rapids = readFileSync(file('grand-rapids.geojson'), 'utf8')
    chicago = readFileSync(file('chicago-il.geojson'), 'utf8')
  } catch {
    // They are next to this checkout, not in it.
    return
  }
  const lots = readFeatures(rapids)
  expect(lots).toHaveLength(49)
  expect(lots.filter((lot) => lot.refusal !== null)).toEqual([])
  const events = lots
    .flatMap(({ outcomes }) => outcomes)
    .filter(({ reason }) => reason?.startsWith('event_rate is'))
  expect([events.length, lots.flatMap((lot) => lot.notes).length]).toEqual([22, 2])
  const split = readFeatures(chicago, { splits: true })
  expect(split.filter((lot) => lot.draft !== null)).toHaveLength(31)
  expect(readFeatures(chicago)).toHaveLength(1)
})
