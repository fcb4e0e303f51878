import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { getPublicLotRoute, searchRoute } from '@openspot/contract/lots/lots.ts'
import { isOnRequest } from '@openspot/core/allocation/on-request.ts'
import { spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let driver: Person
beforeAll(async () => {
  api = await testApi({ OPENSPOT_SEARCH_INDEX: '1' })
  await api.app.search_index?.load()
  driver = await aPerson(api)
})
afterAll(() => api.close())

const sql = (text: string, values: unknown[]) => api.deps.database.pool.query(text, values)
const found = async (lot: TestLot, filters: { types?: string; features?: string } = {}) => {
  const query = { lat: 41.879, lng: -87.634, ...twoHours(api), ...filters, limit: 100 }
  const { items } = await api.call(searchRoute, { query })
  return items.find((item) => item.lot.id === lot.lot_id)
}
const assigned = async (
  lot: TestLot,
  wishes: { type?: (typeof spotTypes)[number]; features?: string } = {},
) => {
  const query = { lot_id: lot.lot_id, ...twoHours(api), ...wishes }
  return (await api.call(getCheckoutRoute, { query }, driver.token)).spot.label
}

test('an accessible stall, a charger, and a motorcycle bay are counted, priced, and assigned only on request', async () => {
  const lot = await aLot(api, {}, 5)
  await sql(`update spots set type = 'ACCESSIBLE', hour_cents = 100 where id = $1`, [lot.spot_ids[0]])
  await sql(`update spots set features = '{EV_CHARGER}', hour_cents = 100 where id = $1`, [lot.spot_ids[1]])
  await sql(`update spots set type = 'MOTORCYCLE', hour_cents = 100 where id = $1`, [lot.spot_ids[2]])
  expect(await found(lot)).toMatchObject({ free_spots: 2, price: { total_cents: 899 } })
  expect(await assigned(lot)).toBe('A4')
  expect(await found(lot, { types: 'MOTORCYCLE' })).toMatchObject({
    free_spots: 1,
    price: { total_cents: 299 },
  })
  expect(await assigned(lot, { type: 'MOTORCYCLE' })).toBe('A3')
  expect(await found(lot, { types: 'ACCESSIBLE' })).toMatchObject({ free_spots: 1 })
  expect(await assigned(lot, { type: 'ACCESSIBLE' })).toBe('A1')
  expect(await found(lot, { features: 'EV_CHARGER' })).toMatchObject({ free_spots: 1 })
  expect(await assigned(lot, { features: 'EV_CHARGER' })).toBe('A2')
  const page = await api.call(getPublicLotRoute, { params: lot, query: twoHours(api) })
  expect(page).toMatchObject({ free_spots: 2, offer: { price: { total_cents: 899 } } })
})

test('a lot of equal prices counts its free spots without those on request, whichever are taken', async () => {
  const lot = await aLot(api, {}, 4)
  await sql(`update spots set type = 'ACCESSIBLE' where id = any($1)`, [lot.spot_ids.slice(0, 2)])
  const minute = Math.floor(api.ports.now().getTime() / 60_000)
  const take = (spot_no: number) =>
    sql('insert into occupancy (lot_id, spot_no, starts_min, ends_min) values ($1, $2, $3, $4)', [
      lot.lot_id,
      spot_no,
      minute,
      minute + 6000,
    ])
  expect(await found(lot)).toMatchObject({ free_spots: 2, lot: { spot_count: 4 } })
  await take(1)
  expect(await found(lot)).toMatchObject({ free_spots: 2 })
  await take(3)
  expect(await found(lot)).toMatchObject({ free_spots: 1 })
  await take(4)
  expect(await found(lot)).toBeUndefined()
  const query = { lot_id: lot.lot_id, ...twoHours(api) }
  expect(await api.call(getCheckoutRoute, { query }, driver.token)).toMatchObject({ is_free: false })
  await sql('delete from occupancy where lot_id = $1', [lot.lot_id])
})

test('a lot that has only spots on request is not shown to a car', async () => {
  const lot = await aLot(api, {}, 2)
  await sql(`update spots set type = 'MOTORCYCLE' where lot_id = $1`, [lot.lot_id])
  expect(await found(lot)).toBeUndefined()
  expect(await found(lot, { types: 'MOTORCYCLE' })).toMatchObject({ free_spots: 2 })
})

const kind = fc.record({
  spot: fc.nat(5),
  type: fc.constantFrom(...spotTypes),
  features: fc.subarray([...spotFeatures], { maxLength: 3 }),
  deleted: fc.boolean(),
})

test('whatever changes, a lot knows its spots on request, and none of them is assigned to a car', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 6 }), async (changes) => {
      api.ports.advance({ minutes: 2 })
      const lot = await aLot(api, {}, 6)
      const spots = lot.spot_ids.map((id) => ({
        id,
        type: 'STANDARD',
        features: [] as string[],
        deleted: false,
      }))
      for (const { spot, ...change } of changes) {
        const changed = spots[spot]
        if (!changed) continue
        Object.assign(changed, change)
        await sql(
          `update spots set type = $2, features = $3, deleted_at = case when $4 then $5::timestamptz end where id = $1`,
          [changed.id, change.type, change.features, change.deleted, api.ports.now()],
        )
      }
      const usual = spots.filter((spot) => !spot.deleted && !isOnRequest(spot))
      expect((await found(lot))?.free_spots ?? 0).toBe(usual.length)
      if (usual.length === 0) return
      const query = { lot_id: lot.lot_id, ...twoHours(api) }
      const { spot } = await api.call(getCheckoutRoute, { query }, driver.token)
      expect(usual.map(({ id }) => id)).toContain(spot.id)
    }),
    { numRuns: 25 },
  )
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})
