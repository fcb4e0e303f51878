import { createLotClosureRoute, listLotClosuresRoute } from '@openspot/contract/booking/availability.ts'
import {
  createZoneRoute,
  deleteZoneRoute,
  listZonesRoute,
  updateZoneRoute,
} from '@openspot/contract/booking/prices.ts'
import { getSpotRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { brokenCalendars, closedRows } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const create = (name: string, rates = {}) =>
  api.call(createZoneRoute, { params: { lot_id: lot.lot_id }, body: { name, rates } }, admin.token)
const list = async () =>
  (await api.call(listZonesRoute, { params: { lot_id: lot.lot_id } }, admin.token)).items
const none = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }

test('creates, renames, and prices zones, and counts their spots', async () => {
  const roof = await create(' Roof ')
  expect(roof).toEqual({
    id: roof.id,
    lot_id: lot.lot_id,
    name: 'Roof',
    rates: none,
    spot_count: 0,
    version: 1,
  })
  const cellar = await create('Cellar', { hour_cents: 100, day_cents: 900 })
  const params = { zone_id: roof.id }
  const priced = await api.call(
    updateZoneRoute,
    { params, body: { rates: { month_cents: 9000 } } },
    admin.token,
  )
  expect(priced.rates).toEqual({ ...none, month_cents: 9000 })
  await api.call(updateZoneRoute, { params: { zone_id: cellar.id }, body: { rates: {} } }, admin.token)
  await api.call(updateZoneRoute, { params, body: { name: 'Sky' } }, admin.token)
  const [spot_id = ''] = lot.spot_ids
  await api.call(updateSpotRoute, { params: { spot_id }, body: { zone_id: roof.id } }, admin.token)
  expect(await list()).toEqual([
    { ...cellar, rates: none, version: 2 },
    { ...priced, name: 'Sky', spot_count: 1, version: 3 },
  ])
  const noted = await api.deps.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', roof.id)
    .orderBy('id')
    .execute()
  expect(noted.map(({ action }) => action)).toEqual(['zone.create', 'zone.change', 'zone.change'])
})

test('sets the lot’s has_own_rates while a zone has rates', async () => {
  const ask = async () =>
    (
      await api.deps.database.db
        .selectFrom('lots')
        .select('has_own_rates')
        .where('id', '=', lot.lot_id)
        .executeTakeFirstOrThrow()
    ).has_own_rates
  const { id } = await create('Roof', { hour_cents: 1 })
  expect(await ask()).toBe(true)
  await api.call(deleteZoneRoute, { params: { zone_id: id } }, admin.token)
  expect(await ask()).toBe(false)
})

test('rejects a taken zone name in any case with 409 name_taken and frees the name of a deleted zone', async () => {
  const roof = await create('Roof')
  const taken = { status: 409, code: 'name_taken', field: 'name' }
  const again = { params: { lot_id: lot.lot_id }, body: { name: 'ROOF ' } }
  expect(await api.refusal(createZoneRoute, again, admin.token)).toMatchObject(taken)
  const cellar = await create('Cellar')
  const rename = { params: { zone_id: cellar.id }, body: { name: 'roof' } }
  expect(await api.refusal(updateZoneRoute, rename, admin.token)).toMatchObject(taken)
  await api.call(deleteZoneRoute, { params: { zone_id: roof.id } }, admin.token)
  await api.call(updateZoneRoute, rename, admin.token)
  const both = await Promise.allSettled([create('Yard'), create('yard')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  ['empty', '  '],
  ['too long', 'x'.repeat(61)],
])('rejects a name that is %s with 400 on name', async (_, name) => {
  const { id } = await create('Roof')
  const input = { params: { zone_id: id }, body: { name } }
  expect(await api.refusal(updateZoneRoute, input, admin.token)).toMatchObject({ status: 400, field: 'name' })
})

test('keeps the spots of a deleted zone and removes its closures from them', async () => {
  const { id } = await create('Roof')
  const [spot_id = ''] = lot.spot_ids
  await api.call(updateSpotRoute, { params: { spot_id }, body: { zone_id: id } }, admin.token)
  const closing = { starts_at: '2026-03-05T00:00:00Z', ends_at: null, zone_id: id }
  const params = { lot_id: lot.lot_id }
  await api.call(createLotClosureRoute, { params, body: closing }, admin.token)
  expect(await closedRows(api, spot_id)).toHaveLength(1)
  await api.call(deleteZoneRoute, { params: { zone_id: id } }, admin.token)
  expect(await closedRows(api, spot_id)).toEqual([])
  expect(await api.call(getSpotRoute, { params: { spot_id } }, admin.token)).toMatchObject({ zone_id: null })
  expect(await list()).toEqual([])
  expect(await api.call(listLotClosuresRoute, { params }, admin.token)).toEqual({ items: [] })
  expect(await api.refusal(deleteZoneRoute, { params: { zone_id: id } }, admin.token)).toMatchObject({
    status: 404,
  })
})

test('rejects changes by patrollers, members, and strangers with 403, 404, or 401', async () => {
  const { id } = await create('Roof')
  const people = await Promise.all(
    (['PATROLLER', 'MEMBER'] as const).map((role) => aMember(api, lot.lot_id, role)),
  )
  const foreign = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  const add = { params: { lot_id: lot.lot_id }, body: { name: 'Mine' } }
  const one = { params: { zone_id: id } }
  for (const who of people) {
    expect(await api.refusal(createZoneRoute, add, who.token)).toMatchObject({ status: 403 })
    expect(await api.refusal(deleteZoneRoute, one, who.token)).toMatchObject({ status: 403 })
    expect(await api.call(listZonesRoute, { params: add.params }, who.token)).toMatchObject({
      items: [{ id }],
    })
  }
  expect(await api.refusal(createZoneRoute, add, foreign.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(updateZoneRoute, { ...one, body: { name: 'x' } }, foreign.token)).toMatchObject({
    status: 404,
  })
  expect(await api.refusal(listZonesRoute, { params: add.params }, foreign.token)).toMatchObject({
    status: 403,
  })
  expect(await api.refusal(listZonesRoute, { params: add.params })).toMatchObject({ status: 401 })
  const stranger = await aPerson(api)
  const hidden = await aLot(api, { is_private: true })
  const behind = { params: { lot_id: hidden.lot_id } }
  expect(await api.refusal(listZonesRoute, behind, stranger.token)).toMatchObject({ status: 404 })
  expect(await api.refusal(updateZoneRoute, { ...one, body: {} }, admin.token)).toMatchObject({ status: 400 })
})
