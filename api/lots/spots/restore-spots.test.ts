import {
  createSpotAvailabilityRoute,
  getSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { createAssignmentRoute, listAssignmentsRoute } from '@openspot/contract/lots/assignments.ts'
import {
  createSpotsRoute,
  listDeletedSpotsRoute,
  listLotSpotsRoute,
  RESTORE_MINUTES,
  restoreSpotsRoute,
} from '@openspot/contract/lots/lot-spots.ts'
import { deleteSpotRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { brokenCalendars, closedRows } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

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

const spot = (at: number) => lot.spot_ids[at] ?? ''
const params = () => ({ lot_id: lot.lot_id })
const remove = (spot_id: string) => api.call(deleteSpotRoute, { params: { spot_id } }, admin.token)
const restore = (...spot_ids: string[]) =>
  api.call(restoreSpotsRoute, { params: params(), body: { spot_ids } }, admin.token)
const refused = (...spot_ids: string[]) =>
  api.refusal(restoreSpotsRoute, { params: params(), body: { spot_ids } }, admin.token)
const list = async () =>
  (await api.call(listLotSpotsRoute, { params: params(), query: { limit: 100 } }, admin.token)).items

test('lists the spots whose deletion can still be undone, the latest first, until it cannot', async () => {
  const listed = async () => await api.call(listDeletedSpotsRoute, { params: params() }, admin.token)
  expect(await listed()).toEqual({ items: [], total: 0 })
  await remove(spot(0))
  api.ports.advance({ minutes: 1 })
  const deleted_at = api.ports.now().toISOString()
  await remove(spot(1))
  const { items, total } = await listed()
  expect([items.map(({ id }) => id), total]).toEqual([[spot(1), spot(0)], 2])
  expect(items[0]).toEqual({ id: spot(1), label: expect.any(String), deleted_at })
  await restore(spot(1))
  expect((await listed()).items.map(({ id }) => id)).toEqual([spot(0)])
  api.ports.advance({ minutes: RESTORE_MINUTES })
  expect(await listed()).toEqual({ items: [], total: 0 })
  const other = await aMember(api, (await aLot(api)).lot_id, 'ADMIN')
  expect((await api.refusal(listDeletedSpotsRoute, { params: params() }, other.token)).status).toBe(403)
})

test('brings deleted spots back as they were, with their closures, assignees, and upcoming assignments', async () => {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const body = {
    kind: 'CLOSED',
    starts_at: '2026-04-01T05:00:00.000Z',
    ends_at: '2026-04-02T05:00:00.000Z',
  } as const
  await api.call(createSpotAvailabilityRoute, { params: { spot_id: spot(0) }, body }, admin.token)
  await api.call(
    createAssignmentRoute,
    { params: { spot_id: spot(1) }, body: { user_id: member.user_id, starts_on: '2026-05-01' } },
    admin.token,
  )
  await api.call(
    updateSpotRoute,
    { params: { spot_id: spot(2) }, body: { assigned_user_id: member.user_id, note: 'By the door' } },
    admin.token,
  )
  const before = await list()
  const closedOf = () => Promise.all([0, 1, 2].map((at) => closedRows(api, spot(at))))
  const closed = await closedOf()
  for (const at of [0, 1, 2]) await remove(spot(at))
  expect(await list()).toHaveLength(before.length - 3)
  const { items } = await restore(spot(0), spot(1), spot(2))
  expect(items).toHaveLength(3)
  expect(await list()).toEqual(before)
  expect(await closedOf()).toEqual(closed)
  expect(
    (await api.call(getSpotAvailabilityRoute, { params: { spot_id: spot(0) }, query: {} }, admin.token))
      .availability_rules,
  ).toMatchObject([body])
  expect(
    (await api.call(listAssignmentsRoute, { params: { spot_id: spot(1) } }, admin.token)).items,
  ).toMatchObject([{ user_id: member.user_id, starts_on: '2026-05-01' }])
  expect((await refused(spot(0))).field).toBe('spot_ids')
})

test('brings back none if one has its label taken, was deleted too long ago, or is of another lot', async () => {
  await remove(spot(0))
  await remove(spot(1))
  const label = (await api.deps.database.pool.query('select label from spots where id = $1', [spot(0)]))
    .rows[0].label
  const taken = await api.call(createSpotsRoute, { params: params(), body: { labels: label } }, admin.token)
  expect(await refused(spot(0), spot(1))).toMatchObject({
    status: 409,
    code: 'labels_taken',
    details: { taken: [label] },
  })
  await remove(taken.items[0]?.id ?? '')
  const other = await aLot(api)
  expect(await refused(spot(0), other.spot_ids[0] ?? '')).toMatchObject({
    status: 400,
    field: 'spot_ids',
    details: { missing: 1 },
  })
  api.ports.advance({ minutes: RESTORE_MINUTES })
  expect(await refused(spot(1))).toMatchObject({ status: 400, field: 'spot_ids' })
})

test('does not give a spot back to a person who has left the lot since', async () => {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  await api.call(
    updateSpotRoute,
    { params: { spot_id: spot(0) }, body: { assigned_user_id: member.user_id } },
    admin.token,
  )
  await remove(spot(0))
  await api.deps.database.pool.query(
    `update memberships set status = 'REMOVED' where lot_id = $1 and user_id = $2`,
    [lot.lot_id, member.user_id],
  )
  expect(await refused(spot(0))).toMatchObject({ status: 400, field: 'spot_ids' })
})
