import { importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { readLotFileRoute } from '@openspot/contract/lots/lot-files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let owner: Person
beforeAll(async () => {
  api = await testApi()
  owner = await aPerson(api)
  await api.deps.database.pool.query(
    `insert into places (name, region, country, kind, lat, lng) values ('Grand Rapids', 'MI', 'US', 'CITY', 42.963, -85.668)`,
  )
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

/** A square of 60 meters in Grand Rapids. */
const ring = (east = 0) => {
  const [west, south] = [-85.67 + east, 42.96]
  const [right, north] = [west + 0.000738, south + 0.00054]
  return [
    [west, south],
    [right, south],
    [right, north],
    [west, north],
    [west, south],
  ]
}
const square = { type: 'Polygon', coordinates: [ring()] }
const aFile = (...features: { geometry: unknown; properties: object }[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: features.map((feature) => ({ type: 'Feature', ...feature })),
  })
const read = (text: string, feature?: number) =>
  api.call(readLotFileRoute, { body: { text, ...(feature === undefined ? {} : { feature }) } }, owner.token)
const said = async (text: string, feature?: number) => {
  const { lot } = await read(text, feature)
  if (!lot) throw new Error('no feature was read')
  const lines = lot.outcomes.map(({ property, outcome, reason }) => `${outcome} ${property}: ${reason ?? ''}`)
  return { ...lot, lines }
}

test('an outline of OpenStreetMap becomes a lot with about as many spots as its approximate capacity, and says so', async () => {
  const tags = {
    amenity: 'parking',
    name: 'Old Mill',
    capacity: '~100',
    'capacity:disabled': '4',
    maxheight: '2.1',
    opening_hours: 'Mo-Fr 07:00-19:00; PH off',
    operator: 'Mill Co',
    parking: 'underground',
    fee: 'yes',
    maxstay: '2 hours',
    access: 'customers',
    surface: 'asphalt',
  }
  const { document, lines } = await said(aFile({ geometry: square, properties: tags }))
  expect(lines).toEqual([
    'taken amenity: ',
    'guessed capacity: The number is approximate.',
    'taken capacity:disabled: ',
    'taken maxheight: ',
    'guessed opening_hours: Rules for holidays are left out.',
    'taken operator: ',
    'guessed parking: All spots get the feature “Indoor”.',
    'ignored fee: Prices are set under Prices.',
    'ignored maxstay: The longest parking time is set under Rules.',
    'guessed access: The lot is private, because its access is limited.',
    'ignored surface: Openspot has no place for it.',
    'taken name: ',
  ])
  if (!document) throw new Error('it was refused')
  const { lot } = await api.call(importLotRoute, { body: { document } }, owner.token)
  const hours = [{ opens: '07:00', closes: '19:00' }]
  expect(lot).toMatchObject({
    name: 'Old Mill',
    managed_by: 'Mill Co',
    clearance_mm: 2100,
    spot_count: 100,
    spot_features: ['INDOOR'],
    opening_hours: { MON: hours, TUE: hours, WED: hours, THU: hours, FRI: hours },
    time_zone: 'America/Detroit',
    boundary: [ring()],
    is_private: true,
    trust_level: 'NEW',
  })
  const { rows } = await api.deps.database.pool.query(
    `select type, count(*)::int from spots where lot_id = $1 group by type order by type::text`,
    [lot.id],
  )
  expect(rows).toEqual([
    { type: 'ACCESSIBLE', count: 4 },
    { type: 'STANDARD', count: 96 },
  ])
})

test('a point becomes a lot without an outline', async () => {
  const geometry = { type: 'Point', coordinates: [-85.67, 42.96] }
  const { document, lines } = await said(aFile({ geometry, properties: { name: 'Point', total: 12 } }))
  expect(lines).toEqual(['taken total: ', 'taken name: '])
  expect(document).toMatchObject({ details: { boundary: null, lat: 42.96, lng: -85.67 } })
  expect(document?.spots).toHaveLength(12)
  expect(document?.spots.every(({ shape }) => shape === null)).toBe(true)
  if (!document) throw new Error('it was refused')
  expect(await api.call(importLotRoute, { body: { document } }, owner.token)).toMatchObject({
    lot: { spot_count: 12, boundary: null, is_private: false },
  })
})

test('a MultiPolygon is one lot with the outline of its largest polygon, and at most as many spots as a new lot may have', async () => {
  const wide = ring(0.01).map(([lng = 0, lat = 0], at) => [lng + (at === 1 || at === 2 ? 0.0003 : 0), lat])
  const geometry = { type: 'MultiPolygon', coordinates: [[ring()], [wide]] }
  const { document, lines, notes } = await said(aFile({ geometry, properties: { capacity: 700 } }))
  expect(lines).toEqual([
    'taken capacity: ',
    'guessed number of spots: The lot gets 500 spots, the most it can have for now.',
  ])
  expect(notes).toEqual(['Its 2 polygons are one lot with the outline of the largest.'])
  expect(document).toMatchObject({ details: { name: 'Lot 1, Grand Rapids', boundary: [wide] } })
  expect(document?.spots).toHaveLength(500)
  if (!document) throw new Error('it was refused')
  expect(await api.call(importLotRoute, { body: { document } }, owner.token)).toMatchObject({
    lot: { spot_count: 500 },
  })
})

test('a number of spots that is more than a new lot may have is guessed where the file says it, and named once', async () => {
  const { lines } = await said(aFile({ geometry: square, properties: { name: 'Ramp', spots: 921 } }))
  expect(lines).toEqual([
    'taken name: ',
    'guessed spots: The lot gets 500 spots, the most it can have for now.',
  ])
})

test('a row of a table becomes a lot, and its reasons name the columns as the table does', async () => {
  const text = [
    'Name,Lat,Lng,Stalls,Hourly Rate,Surface',
    'Mill,42.9602,-85.6698,~12,2.50,gravel',
    'Far,,,3,,',
  ].join('\n')
  expect(await read(text)).toMatchObject({
    features: [
      { number: 1, name: 'Mill', label: 'row 2' },
      { number: 2, name: null, label: 'row 3' },
    ],
    lot: null,
  })
  const { document, lines } = await said(text, 1)
  expect(lines).toEqual([
    'guessed Stalls: The number is approximate.',
    'ignored Surface: Openspot has no place for it.',
    'taken Name: ',
    'taken Hourly Rate: ',
  ])
  expect(document?.settings).toMatchObject({ hour_cents: 250, currency: 'USD' })
  if (!document) throw new Error('it was refused')
  // Three lots of one person may wait for a review, and the tests before made them.
  const another = await aPerson(api)
  expect(await api.call(importLotRoute, { body: { document } }, another.token)).toMatchObject({
    lot: { name: 'Mill', city: 'Grand Rapids', spot_count: 12, boundary: null },
  })
  expect((await said(text, 2)).lines).toEqual([
    'refused the feature: It has no latitude and longitude. Add both, or create this lot by its address instead.',
  ])
})

test('a file of several features lists them, reads the chosen one, and says why one is no lot', async () => {
  const bicycles = { geometry: square, properties: { amenity: 'bicycle_parking' } }
  const text = aFile({ geometry: square, properties: { name: 'First' } }, bicycles)
  expect(await read(text)).toMatchObject({
    features: [
      { number: 1, name: 'First', label: 'feature 1' },
      { number: 2, name: null, label: 'feature 2' },
    ],
    lot: null,
  })
  const first = await said(text, 1)
  expect(first.lines).toEqual(['guessed number of spots: As many as fit into the outline.', 'taken name: '])
  const second = await said(text, 2)
  expect(second).toMatchObject({
    document: null,
    lines: ['refused the feature: It is not for cars: amenity is bicycle_parking.'],
  })
})

test('a file of another kind and a feature that is not in it are refused with their reason', async () => {
  const refused = (text: string, feature = 1) =>
    api.refusal(readLotFileRoute, { body: { text, feature } }, owner.token)
  expect(await refused('not a map')).toMatchObject({
    status: 400,
    field: 'text',
    message:
      'The file isn’t JSON, and no row of it names columns for latitude and longitude, or for an outline. Choose a map file, a feed of parking data, a table with such columns, or a file exported from a lot’s settings.',
  })
  expect(await refused('{"type": Feature')).toMatchObject({
    status: 400,
    field: 'text',
    message:
      'The file isn’t JSON. Choose a GeoJSON file, a feed of parking data, or a file exported from a lot’s settings.',
  })
  expect(await refused('{"type":"Topology"}')).toMatchObject({ status: 400, field: 'text' })
  expect(await refused(aFile({ geometry: square, properties: {} }), 2)).toMatchObject({
    status: 400,
    field: 'feature',
  })
})

test('an outline that would take long to lay out is refused with its reason', async () => {
  const wide = ring().map(([lng = 0, lat = 0], at) => [
    lng + (at === 1 || at === 2 ? 0.012 : 0),
    lat + (at === 2 || at === 3 ? 0.01 : 0),
  ])
  const detailed = Array.from({ length: 600 }, (_, at) => {
    const angle = (at / 600) * 2 * Math.PI
    return [-85.67 + 0.0005 * Math.cos(angle), 42.96 + 0.0005 * Math.sin(angle)]
  })
  for (const outline of [wide, detailed]) {
    const geometry = { type: 'Polygon', coordinates: [outline] }
    expect(await said(aFile({ geometry, properties: {} }))).toMatchObject({
      document: null,
      lines: [
        'refused the feature: Its outline has more than 500 corners or covers more than 1 km². Simplify it.',
      ],
    })
  }
})

test('properties named like those of every object, nested ones, and far too many are read, and the answer stays small', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x${at}`, 'y']))
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const text = aFile({
    geometry: square,
    properties: { name: 'Odd', valueOf: 1, long: 'z', ...many },
  }).replace(
    '"long":"z"',
    `"deep":${deep},"__proto__":"p","constructor":"c","amenity":"${'a'.repeat(100_000)}"`,
  )
  const { document, outcomes } = await said(text)
  expect(document).toBeNull()
  expect(JSON.stringify(outcomes).length).toBeLessThan(1000)

  const read = await said(text.replace(/"amenity":"a+",/, ''))
  expect(read.document).toMatchObject({ details: { name: 'Odd' } })
  expect(read.lines).toContain('ignored deep: Openspot has no place for it.')
  expect(read.lines).toContain('ignored constructor: Openspot has no place for it.')
  expect(read.lines).toHaveLength(199)
  expect(read.lines.at(-1)).toBe('ignored the feature: 9,808 more properties are not listed.')
})

test('a lot without a name is named by its number and the city near it', async () => {
  const far = { type: 'Point', coordinates: [-30, 30] }
  const text = aFile({ geometry: far, properties: {} }, { geometry: square, properties: {} })
  expect((await said(text, 1)).document?.details.name).toBe('Lot 1')
  expect((await said(text, 2)).document?.details.name).toBe('Lot 2, Grand Rapids')
})
