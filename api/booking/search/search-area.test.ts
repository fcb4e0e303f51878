import { searchRoute } from '@openspot/contract/lots/lots.ts'
import { compareBest } from '@openspot/core/search/best.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember } from '../../testing/factories/people.ts'
import { clockOf } from '../../testing/factories/search-world.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ OPENSPOT_SEARCH_INDEX: '1' })
  await api.app.search_index?.load()
})
afterAll(() => api.close())
// Rate limits reset with time.
beforeEach(() => api.ports.advance({ minutes: 5 }))

type Query = Parameters<typeof find>[0]
const times = () => ({ starts_at: clockOf(api)(2), ends_at: clockOf(api)(4) })
const find = (
  query: Omit<Parameters<typeof api.call<typeof searchRoute>>[1]['query'], 'starts_at'>,
  token?: string,
) => api.call(searchRoute, { query: { ...times(), ...query } }, token)
const namesOf = async (query: Query, token?: string) =>
  (await find({ limit: 100, ...query }, token)).items.map(({ lot }) => lot.name)

test('includes the borders of a box and nothing beyond, also across the date line', async () => {
  const corners = [
    ['south-west', 51.5, 179.8],
    ['north-east', 51.9, -179.8],
    ['in the middle', 51.7, 179.95],
    ['too far south', 51.4999, 179.9],
    ['too far east', 51.6, -179.7999],
    ['too far west', 51.6, 179.7999],
  ] as const
  for (const [name, lat, lng] of corners) await aLot(api, { name, lat, lng })
  const box = '179.8,51.5,-179.8,51.9'
  expect((await namesOf({ box })).toSorted()).toEqual(['in the middle', 'north-east', 'south-west'])
  const west = '179.8,51.5,180,51.9'
  expect((await namesOf({ box: west })).toSorted()).toEqual(['in the middle', 'south-west'])
  // Distances are measured from the middle of the box unless a point is given.
  expect(await namesOf({ box, sort: 'distance' })).toHaveProperty('0', 'in the middle')
  const from = { lat: 51.5, lng: 179.8 }
  expect(await namesOf({ box, ...from, sort: 'distance' })).toEqual([
    'south-west',
    'in the middle',
    'north-east',
  ])
  const { items } = await find({ box, ...from, sort: 'distance' })
  expect(items[0]).toMatchObject({ distance_m: 0, walk_minutes: 1 })
  // The radius crosses the date line too.
  expect(await namesOf({ lat: 51.6, lng: -179.7999, radius_m: 5000 })).toEqual(['too far east'])
  expect(await namesOf({ lat: 51.7, lng: -179.99, radius_m: 5000 })).toEqual(['in the middle'])
})

test('finds lots by words of their name and address, in any order, case, and with wildcard characters', async () => {
  const place = { lat: 10, lng: 10 }
  await aLot(api, { ...place, name: 'Harbour Garage', street: '12 Quay Street', city: 'Leith' })
  await aLot(api, { ...place, name: 'Quay East', street: null, city: null })
  await aLot(api, { ...place, name: '100% Parking_Lot', street: '1 Odd\\Way' })
  const hidden = await aLot(api, { ...place, name: 'Quay Residents', is_private: true })
  const member = await aMember(api, hidden.lot_id, 'MEMBER')
  expect((await namesOf({ q: 'quay' })).toSorted()).toEqual(['Harbour Garage', 'Quay East'])
  expect((await namesOf({ q: 'QUAY' }, member.token)).toSorted()).toHaveLength(3)
  expect(await namesOf({ q: '  leith   garage ' })).toEqual(['Harbour Garage'])
  expect(await namesOf({ q: 'garage east' })).toEqual([])
  expect(await namesOf({ q: '0%' })).toEqual(['100% Parking_Lot'])
  expect(await namesOf({ q: 'g_l' })).toEqual(['100% Parking_Lot'])
  expect(await namesOf({ q: 'd\\w' })).toEqual(['100% Parking_Lot'])
  const found = await find({ q: 'harbour' })
  expect(found.items[0]).toMatchObject({ distance_m: null, walk_minutes: null, free_spots: 3 })
  const near = await find({ q: 'harbour', lat: 10, lng: 10.01, sort: 'distance' })
  expect(near.items[0]?.distance_m).toBeGreaterThan(1000)
})

test('returns the 100 lots with the most similar names if more match the words', async () => {
  for (let i = 0; i < 105; i++)
    await aLot(api, { name: `Zebra crossing number ${i}`, street: 'z', city: 'z' }, 1)
  await aLot(api, { name: 'Zebra' }, 1)
  const first = await find({ q: 'zebra', limit: 100 })
  expect(first.items.map(({ lot }) => lot.name)).toContain('Zebra')
  expect(first.items).toHaveLength(100)
  expect(first.next_cursor).toBeNull()
})

const refused: [string, object, string][] = [
  ['nothing said', {}, 'lat'],
  ['half a point', { lat: 1 }, 'lng'],
  ['the other half', { lng: 1, q: 'ab' }, 'lat'],
  ['a box and words', { box: '1,1,1.2,1.2', q: 'ab' }, 'box'],
  ['words of blanks', { q: '   ' }, 'q'],
  ['a word too short', { q: 'a' }, 'q'],
  ['a box of three', { box: '1,2,3' }, 'box'],
  ['a box of five', { box: '1,2,3,4,5' }, 'box'],
  ['a box of no numbers', { box: '1.2.3,1,1.2,1.2' }, 'box'],
  ['a box of dots', { box: '.,1,1.2,1.2' }, 'box'],
  ['a box off the globe', { box: '180.1,1,-179.9,1.2' }, 'box'],
  ['a box beyond the pole', { box: '1,89.9,1.2,90.1' }, 'box'],
  ['a box upside down', { box: '1,1.2,1.2,1' }, 'box'],
  ['a box without height', { box: '1,1,1.2,1' }, 'box'],
  ['a box without width', { box: '1,1,1,1.2' }, 'box'],
  ['a box from east to west', { box: '1.2,1,1,1.2' }, 'box'],
  ['a box too wide', { box: '1,1,1.6,1.2' }, 'box'],
  ['a box too high', { box: '1,1,1.2,1.6' }, 'box'],
  ['a box too wide over the date line', { box: '179.7,1,-179.7,1.2' }, 'box'],
  ['distance from nowhere', { q: 'ab', sort: 'distance' }, 'sort'],
  ['a walk from nowhere', { q: 'ab', sort: 'walk' }, 'sort'],
  ['an unknown order', { lat: 1, lng: 1, sort: 'beauty' }, 'sort'],
  ['an unknown type', { lat: 1, lng: 1, types: 'STANDARD,BOAT' }, 'types'],
  ['an unknown feature', { lat: 1, lng: 1, features: 'POOL' }, 'features'],
  ['small letters', { lat: 1, lng: 1, types: 'standard' }, 'types'],
  ['prices turned round', { lat: 1, lng: 1, min_cents: 500, max_cents: 400 }, 'max_cents'],
  ['a negative price', { lat: 1, lng: 1, min_cents: -1 }, 'min_cents'],
  ['a strange cursor', { lat: 1, lng: 1, cursor: 'abc' }, 'cursor'],
  ['a radius too wide', { lat: 1, lng: 1, radius_m: 5001 }, 'radius_m'],
]
test.each(refused)('rejects %s with 400 on its field', async (_, query, field) => {
  const answer = await api.refusal(searchRoute, { query: { ...times(), ...query } })
  expect(answer).toMatchObject({ status: 400, code: 'request_invalid', field })
})

test('names an unknown filter value together with the known ones', async () => {
  const answer = await api.refusal(searchRoute, { query: { ...times(), lat: 1, lng: 1, types: 'BOAT' } })
  expect(answer.message).toContain('“BOAT”')
  expect(answer.message).toContain('EXTRA_WIDE')
  expect(answer.details).toEqual({ word: 'BOAT' })
})

test('pages through results without gaps or repeats in every sort order', async () => {
  const middle = { lat: 40, lng: -100 }
  for (let i = 0; i < 23; i++) {
    await aLot(api, {
      name: `Row ${i}`,
      lat: middle.lat + (i % 5) * 0.003,
      // Many lots share a place and a price, and the order must still be unique.
      lng: middle.lng + (i % 2) * 0.001,
      hour_cents: 300 + (i % 3) * 50,
    })
  }
  for (const sort of ['best', 'price', 'distance', 'walk'] as const) {
    const query = { ...middle, radius_m: 5000, sort }
    const whole = await find({ ...query, limit: 100 })
    expect(whole.items).toHaveLength(23)
    const pieces: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await find({ ...query, limit: 4, ...(cursor ? { cursor } : {}) })
      pieces.push(...page.items.map(({ lot }) => lot.id))
      cursor = page.next_cursor
    } while (cursor)
    expect(pieces).toEqual(whole.items.map(({ lot }) => lot.id))
    const of = { price: 'total_cents', distance: 'distance_m', walk: 'walk_minutes' } as const
    const compare = (one: (typeof whole.items)[number], other: (typeof whole.items)[number]) =>
      sort === 'best'
        ? compareBest(
            { ...one.price, ...one, type: 'STANDARD' },
            { ...other.price, ...other, type: 'STANDARD' },
          )
        : ({ ...one, ...one.price }[of[sort]] ?? -1) - ({ ...other, ...other.price }[of[sort]] ?? -1)
    for (const [nth, item] of whole.items.slice(1).entries()) {
      const before = whole.items[nth]
      if (before) expect(compare(before, item)).toBeLessThanOrEqual(0)
    }
  }
})

test('shows the target of a lot’s redirects once in its place', async () => {
  const place = { lat: 20, lng: 20 }
  const { db } = api.deps.database
  const send = (from: { lot_id: string }, to: { lot_id: string }) =>
    db.insertInto('lot_redirects').values({ from_lot_id: from.lot_id, to_lot_id: to.lot_id }).execute()
  const old = await aLot(api, { ...place, name: 'Old entrance' })
  const older = await aLot(api, { ...place, name: 'Older entrance' })
  const middle = await aLot(api, { name: 'Between', lat: 20.2, lng: 20 })
  const now = await aLot(api, { name: 'New entrance', lat: 20.03, lng: 20 })
  await send(old, middle)
  await send(older, old)
  await send(middle, now)
  // The target is shown at its own location, however far away.
  const far = await find({ ...place, sort: 'distance' })
  expect(far.items.map(({ lot }) => lot.name)).toEqual(['New entrance'])
  expect(far.items[0]?.distance_m).toBeGreaterThan(3000)
  expect(await namesOf({ ...place, radius_m: 5000 })).toEqual(['New entrance'])
  expect(await namesOf({ q: 'entrance' })).toEqual(['New entrance'])
  // A redirect to a lot that the caller may not see shows nothing.
  const closed = await aLot(api, { ...place, name: 'Closed', lat: 21, is_private: true })
  await send(now, closed)
  expect(await namesOf(place)).toEqual([])
  const member = await aMember(api, closed.lot_id, 'MEMBER')
  expect(await namesOf(place, member.token)).toEqual(['Closed'])
})

test('a narrow search stops at the shortest walk with ten lots, and goes on where there are fewer or they are taken', async () => {
  const place = { lat: -41.2, lng: 174.7 }
  const near: string[] = []
  // 200 m, 500 m, and 3 km to the north; a degree is 111 km.
  for (let i = 0; i < 10; i++)
    near.push((await aLot(api, { ...place, lat: place.lat + 0.0018, name: `Near ${i}` }, 1)).lot_id)
  await aLot(api, { ...place, lat: place.lat + 0.0045, name: 'Farther' }, 1)
  await aLot(api, { ...place, lat: place.lat + 0.027, name: 'A long walk' }, 1)
  const query = { ...place, radius_m: 5000 }
  expect(await namesOf(query)).toHaveLength(12)
  expect((await namesOf({ ...query, narrow: true })).every((name) => name.startsWith('Near'))).toBe(true)
  expect(await namesOf({ ...query, narrow: true })).toHaveLength(10)
  // Pages have the same results.
  const first = await find({ ...query, narrow: true, limit: 4 })
  const second = await find({ ...query, narrow: true, limit: 100, cursor: first.next_cursor ?? '' })
  expect([...first.items, ...second.items]).toHaveLength(10)
  // With a lot of them gone, all steps are taken.
  await api.deps.database.pool.query('update lots set is_private = true where id = $1', [near[0]])
  const fewer = await namesOf({ ...query, narrow: true })
  expect([fewer.length, fewer.at(-1)]).toEqual([10, 'Farther'])
  await api.deps.database.pool.query('update lots set is_private = true where id = $1', [near[1]])
  expect(await namesOf({ ...query, narrow: true })).toHaveLength(10)
  expect((await namesOf({ ...query, narrow: true })).at(-1)).toBe('A long walk')
})

test('the best result is a garage close by, not a cheap lot far away or a bay for motorcycles', async () => {
  const place = { lat: -36.8, lng: 174.6 }
  await aLot(api, { ...place, lat: place.lat + 0.0018, name: 'Garage', hour_cents: 1800 })
  await aLot(api, { ...place, lat: place.lat + 0.015, name: 'Far lot', hour_cents: 100 })
  const bays = await aLot(api, { ...place, name: 'Bays', hour_cents: 50 }, 2)
  await api.deps.database.pool.query(`update spots set type = 'MOTORCYCLE' where lot_id = $1`, [bays.lot_id])
  const query = { ...place, radius_m: 5000 }
  expect(await namesOf(query)).toEqual(['Garage', 'Far lot'])
  expect(await namesOf({ ...query, types: 'STANDARD,MOTORCYCLE' })).toEqual(['Garage', 'Far lot', 'Bays'])
  expect(await namesOf({ ...query, types: 'MOTORCYCLE' })).toEqual(['Bays'])
})
