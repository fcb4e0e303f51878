import {
  createLotClosureRoute,
  deleteAvailabilityRoute,
  getSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import type { Input } from '@openspot/contract/call.ts'
import {
  createAssignmentRoute,
  deleteAssignmentRoute,
  listAssignmentsRoute,
} from '@openspot/contract/lots/assignments.ts'
import { deleteSpotRoute, getSpotRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation, brokenCalendars, takeSpot } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { activateAssignments } from './activate-assignments.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let ada: Person
let driver: Person
let spot_id: string
let day: (plus: number) => string
beforeAll(async () => {
  api = await testApi()
  driver = await aPerson(api)
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  ada = await aMember(api, lot.lot_id, 'MEMBER')
  ;[spot_id = ''] = lot.spot_ids
  const now = api.ports.now().getTime()
  day = (plus) =>
    new Date(now + plus * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' })
})

type Asked = Input<typeof createAssignmentRoute>['body']
const assign = (body: Asked) => api.call(createAssignmentRoute, { params: { spot_id }, body }, admin.token)
const refused = (body: Asked) =>
  api.refusal(createAssignmentRoute, { params: { spot_id }, body }, admin.token)
const read = () => api.call(getSpotRoute, { params: { spot_id } }, admin.token)
const upcoming = async () =>
  (await api.call(listAssignmentsRoute, { params: { spot_id } }, admin.token)).items
const noonOf = (plus: number, hours = 2) => ({
  starts_at: `${day(plus)}T18:00:00.000Z`,
  ends_at: `${day(plus)}T${18 + hours}:00:00.000Z`,
})
const book = async (plus: number, who = driver) =>
  (await takeSpot(api, { lot_id: lot.lot_id, spot_id, user_id: who.user_id, ...noonOf(plus) })).outcome
const turn = () => activateAssignments(api.deps)

async function aGroup(people: Person[]): Promise<string> {
  const { db } = api.deps.database
  const { id } = await db
    .insertInto('groups')
    .values({ lot_id: lot.lot_id, name: 'Flat 4B' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { user_id } of people) {
    await db
      .updateTable('memberships')
      .set({ group_id: id })
      .where('lot_id', '=', lot.lot_id)
      .where('user_id', '=', user_id)
      .execute()
  }
  return id
}

test('closes an assigned spot from its first to its last day and keeps it bookable before and after', async () => {
  const { items } = await assign({ user_id: ada.user_id, starts_on: day(3), ends_on: day(5) })
  expect(items).toMatchObject([{ name: 'Ada Example', starts_on: day(3), ends_on: day(5) }])
  expect(await read()).toMatchObject({ assigned_user_id: null })
  expect(await book(2)).toBe('held')
  expect(await book(3)).toBe('spot_closed')
  expect(await book(5)).toBe('spot_closed')
  expect(await book(6)).toBe('held')
  await turn()
  expect(await read()).toMatchObject({ assigned_user_id: null })

  api.ports.advance({ days: 3 })
  await turn()
  await turn()
  expect(await read()).toMatchObject({ assigned_user_id: ada.user_id, assigned_until_on: day(5) })
  expect(await upcoming()).toEqual([])
  api.ports.advance({ days: 3 })
  await turn()
  expect(await read()).toMatchObject({ assigned_user_id: null, assigned_until_on: null })
  expect(await book(7)).toBe('held')
  const log = await api.deps.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_role'])
    .where('lot_id', '=', lot.lot_id)
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { action: 'spot.assign', actor_role: 'admin' },
    { action: 'spot.assignment_begins', actor_role: 'system' },
    { action: 'spot.assignment_ends', actor_role: 'system' },
  ])
})

test('allows adjacent assignments and rejects overlapping ones with spot_assigned', async () => {
  const eve = await aMember(api, lot.lot_id, 'MEMBER')
  await assign({ user_id: ada.user_id, ends_on: day(9) })
  expect(await read()).toMatchObject({ assigned_user_id: ada.user_id, assigned_until_on: day(9) })
  expect(await refused({ user_id: eve.user_id })).toMatchObject({ code: 'spot_assigned' })
  expect(await refused({ user_id: eve.user_id, starts_on: day(9) })).toMatchObject({ code: 'spot_assigned' })
  await assign({ user_id: eve.user_id, starts_on: day(10), ends_on: day(12) })
  expect(await refused({ user_id: ada.user_id, starts_on: day(12) })).toMatchObject({ code: 'spot_assigned' })
  await assign({ user_id: ada.user_id, starts_on: day(13) })
  // The current assignment cannot be extended past the start of the next one either.
  const longer = { params: { spot_id }, body: { assigned_until_on: day(10) } }
  expect(await api.refusal(updateSpotRoute, longer, admin.token)).toMatchObject({ code: 'spot_assigned' })
  const forEver = { params: { spot_id }, body: { assigned_until_on: null } }
  expect(await api.refusal(updateSpotRoute, forEver, admin.token)).toMatchObject({ code: 'spot_assigned' })
  api.ports.advance({ days: 10 })
  await turn()
  expect(await read()).toMatchObject({ assigned_user_id: eve.user_id, assigned_until_on: day(12) })
  // The job did not run for a while, so the assignment in between has passed.
  api.ports.advance({ days: 9 })
  await turn()
  expect(await read()).toMatchObject({ assigned_user_id: ada.user_id, assigned_until_on: null })
})

test('accepts one of several concurrent overlapping assignments in every round', async () => {
  for (let round = 0; round < 8; round++) {
    const from = 100 + round * 10
    const asked = [0, 1, 2, 3].map((plus) => ({
      user_id: ada.user_id,
      starts_on: day(from + plus),
      ends_on: day(from + 4),
    }))
    const done = await Promise.allSettled(asked.map(assign))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
  expect(await upcoming()).toHaveLength(8)
})

test('rejects an assignment with 409 spot_in_use only for the time that another driver has booked', async () => {
  await aReservation(api, { lot_id: lot.lot_id, spot_id, user_id: driver.user_id, ...noonOf(5) })
  expect(await refused({ user_id: ada.user_id })).toMatchObject({ status: 409, code: 'spot_in_use' })
  expect(await refused({ user_id: ada.user_id, starts_on: day(5) })).toMatchObject({ code: 'spot_in_use' })
  await assign({ user_id: ada.user_id, ends_on: day(4) })
  await assign({ user_id: ada.user_id, starts_on: day(6) })
})

test('closes a group’s spot to others, ignores its members’ reservations, and replaces assignees', async () => {
  const group_id = await aGroup([ada])
  await aReservation(api, { lot_id: lot.lot_id, spot_id, user_id: ada.user_id, ...noonOf(2) })
  const { spot } = await assign({ group_id })
  expect(spot).toMatchObject({ assigned_group_id: group_id, assigned_to: 'Flat 4B', assigned_user_id: null })
  expect(await book(3)).toBe('spot_closed')
  const change = (body: Input<typeof updateSpotRoute>['body']) =>
    api.call(updateSpotRoute, { params: { spot_id }, body }, admin.token)
  const both = { params: { spot_id }, body: { assigned_user_id: ada.user_id, assigned_group_id: group_id } }
  expect(await api.refusal(updateSpotRoute, both, admin.token)).toMatchObject({ field: 'assigned_group_id' })
  expect(await change({ assigned_user_id: ada.user_id })).toMatchObject({ assigned_group_id: null })
  expect(await change({ assigned_group_id: group_id })).toMatchObject({ assigned_user_id: null })
  expect(await change({ assigned_group_id: null })).toMatchObject({ assigned_to: null })
  expect(await book(3)).toBe('held')
})

test('deletes the reserving rule with the assignment or the spot and rejects its deletion before', async () => {
  const { items } = await assign({ user_id: ada.user_id, starts_on: day(3) })
  await api.call(
    createLotClosureRoute,
    {
      params: { lot_id: lot.lot_id },
      body: { starts_at: `${day(20)}T00:00:00.000Z`, ends_at: `${day(21)}T00:00:00.000Z` },
    },
    admin.token,
  )
  const calendar = await api.call(getSpotAvailabilityRoute, { params: { spot_id }, query: {} }, admin.token)
  const kept = calendar.availability_rules?.find((rule) => rule.spot_id === spot_id)
  const drop = { params: { availability_id: kept?.id ?? '' } }
  expect(await api.refusal(deleteAvailabilityRoute, drop, admin.token)).toMatchObject({
    status: 409,
    code: 'availability_not_possible',
  })
  const params = { spot_id, assignment_id: items[0]?.id ?? '' }
  const other = { params: { ...params, spot_id: lot.spot_ids[1] ?? '' } }
  expect(await api.refusal(deleteAssignmentRoute, other, admin.token)).toMatchObject({ status: 404 })
  expect(await api.call(deleteAssignmentRoute, { params }, admin.token)).toEqual({ items: [] })
  expect(await book(4)).toBe('held')
  await assign({ user_id: ada.user_id, starts_on: day(30) })
  await api.deps.database.pool.query("update reservations set status = 'CANCELED' where spot_id = $1", [
    spot_id,
  ])
  await api.call(deleteSpotRoute, { params: { spot_id } }, admin.token)
})

test('drops an assignment whose member has left by its first day, and rejects assignments to non-members', async () => {
  await assign({ user_id: ada.user_id, starts_on: day(2) })
  await api.deps.database.pool.query(
    "update memberships set status = 'REMOVED' where lot_id = $1 and user_id = $2",
    [lot.lot_id, ada.user_id],
  )
  api.ports.advance({ days: 2 })
  await turn()
  expect(await read()).toMatchObject({ assigned_user_id: null })
  expect(await upcoming()).toEqual([])
  expect(await refused({ user_id: ada.user_id })).toMatchObject({ status: 400, field: 'assigned_user_id' })
  expect(await refused({ user_id: driver.user_id })).toMatchObject({ status: 400, field: 'assigned_user_id' })
  expect(await refused({})).toMatchObject({ status: 400, field: 'user_id' })
  expect(await refused({ group_id: api.ports.id() })).toMatchObject({
    status: 400,
    field: 'assigned_group_id',
  })
  expect(await refused({ user_id: admin.user_id, starts_on: '2026-13-01' })).toMatchObject({
    field: 'starts_on',
  })
  expect(await refused({ user_id: admin.user_id, ends_on: day(-1) })).toMatchObject({ field: 'ends_on' })
  for (const role of ['MEMBER', 'PATROLLER'] as const) {
    const { token } = await aMember(api, lot.lot_id, role)
    const call = { params: { spot_id }, body: { user_id: admin.user_id } }
    expect(await api.refusal(createAssignmentRoute, call, token)).toMatchObject({ status: 403 })
  }
})
