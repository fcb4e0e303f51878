import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
  listLotClosuresRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import type { Input } from '@openspot/contract/call.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import {
  type AvailabilityRuleBody,
  aHeldLot,
  closed,
  closedTimes,
  noon,
  open,
  said,
} from '../../testing/factories/availability.ts'
import { aReservation, brokenCalendars } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let assignee: Person
let stranger: Person
let own: string
let plain: string
beforeAll(async () => {
  api = await testApi()
  stranger = await aPerson(api)
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  ;({ lot, admin, assignee, own, plain } = await aHeldLot(api))
})

const create = (spot_id: string, body: AvailabilityRuleBody, who: Person) =>
  api.call(createSpotAvailabilityRoute, said(spot_id, body), who.token)
const rows = (spot_id: string) => closedTimes(api, spot_id)

const audited = async (subject_id: string) =>
  (
    await api.deps.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_role'])
      .where('subject_id', '=', subject_id)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_role }) => `${action} ${actor_role}`)

test('lets an assignee open their spot, change the availability rule, and delete it', async () => {
  expect(await rows(own)).toEqual([['ever', 'ever']])
  const rule = await create(own, { ...open, rates: { hour_cents: 500 }, note: ' for a friend ' }, assignee)
  expect(rule).toEqual({
    id: rule.id,
    lot_id: lot.lot_id,
    spot_id: own,
    zone_id: null,
    ...open,
    repeat_frequency: 'NEVER',
    weekdays: [],
    until_on: null,
    rates: { half_hour_cents: null, hour_cents: 500, day_cents: null, month_cents: null },
    note: 'for a friend',
    version: 1,
  })
  expect(await rows(own)).toEqual([
    ['ever', '03-03T18:00'],
    ['03-03T20:00', 'ever'],
  ])
  const params = { availability_id: rule.id }
  const longer = await api.call(
    updateAvailabilityRoute,
    { params, body: { ends_at: '2026-03-03T21:00:00Z', rates: null } },
    assignee.token,
  )
  expect(longer).toEqual({ ...rule, ends_at: '2026-03-03T21:00:00.000Z', rates: null, version: 2 })
  expect(await rows(own)).toContainEqual(['03-03T21:00', 'ever'])
  await api.call(deleteAvailabilityRoute, { params }, assignee.token)
  expect(await rows(own)).toEqual([['ever', 'ever']])
  expect(await audited(rule.id)).toEqual([])
})

test('lets staff open and close spots and audits each change', async () => {
  const rule = await create(plain, closed, admin)
  expect(await rows(plain)).toEqual([['03-03T18:00', '03-03T20:00']])
  const params = { availability_id: rule.id }
  await api.call(updateAvailabilityRoute, { params, body: { note: 'paint' } }, admin.token)
  await api.call(deleteAvailabilityRoute, { params }, admin.token)
  expect(await rows(plain)).toEqual([])
  expect(await audited(rule.id)).toEqual([
    'availability.create admin',
    'availability.change admin',
    'availability.delete admin',
  ])
  await create(own, open, admin)
  expect(await rows(own)).toHaveLength(2)
})

test('keeps a lot’s closure in force over an assignee’s OPEN availability rule', async () => {
  await create(own, { ...open, ends_at: '2026-03-03T22:00:00Z' }, assignee)
  const { closure } = await api.call(
    createLotClosureRoute,
    { params: { lot_id: lot.lot_id }, body: { ...noon } },
    admin.token,
  )
  expect(closure).toMatchObject({ spot_id: null, zone_id: null, kind: 'CLOSED', rates: null })
  expect(await rows(own)).toEqual([
    ['ever', '03-03T20:00'],
    ['03-03T22:00', 'ever'],
  ])
  expect(await rows(plain)).toEqual([['03-03T18:00', '03-03T20:00']])
  const params = { availability_id: closure.id }
  const asHolder = await api.refusal(deleteAvailabilityRoute, { params }, assignee.token)
  expect(asHolder).toMatchObject({ status: 404 })
  await api.call(deleteAvailabilityRoute, { params }, admin.token)
  expect(await rows(plain)).toEqual([])
})

test('closes a zone without the rest of the lot and counts the reservations in it', async () => {
  const { id: zone_id } = await api.call(
    createZoneRoute,
    { params: { lot_id: lot.lot_id }, body: { name: 'Roof' } },
    admin.token,
  )
  await api.call(updateSpotRoute, { params: { spot_id: plain }, body: { zone_id } }, admin.token)
  const at = (starts_at: string, ends_at: string | null, spot_id = plain) =>
    aReservation(api, { lot_id: lot.lot_id, spot_id, user_id: stranger.user_id, starts_at, ends_at })
  await at('2026-03-03T19:00:00Z', '2026-03-03T19:30:00Z')
  await at('2026-03-03T20:00:00Z', '2026-03-03T21:00:00Z') // when the spot is open again
  await at('2026-03-11T00:00:00Z', null)
  await at('2026-03-03T19:00:00Z', '2026-03-03T19:30:00Z', lot.spot_ids[2])
  const body = { zone_id, ...noon, repeat_frequency: 'WEEKLY' as const, note: 'wash' }
  const close = { params: { lot_id: lot.lot_id }, body }
  const { closure, reservations_in_it } = await api.call(createLotClosureRoute, close, admin.token)
  expect(reservations_in_it).toBe(2)
  expect((await rows(plain)).slice(0, 2)).toEqual([
    ['03-03T18:00', '03-03T20:00'],
    ['03-10T17:00', '03-10T19:00'],
  ])
  expect(await rows(lot.spot_ids[2] ?? '')).toEqual([])
  const listed = await api.call(listLotClosuresRoute, { params: { lot_id: lot.lot_id } }, admin.token)
  expect(listed.items).toEqual([closure])
  const elsewhere = await aLot(api)
  const foreign = await aMember(api, elsewhere.lot_id, 'ADMIN')
  const wrong = { params: { lot_id: elsewhere.lot_id }, body: { ...noon, zone_id } }
  expect(await api.refusal(createLotClosureRoute, wrong, foreign.token)).toMatchObject({
    code: 'request_invalid',
    field: 'zone_id',
  })
})

test('drops weekdays and the last day when the repeat that they belong to changes', async () => {
  const weekly: AvailabilityRuleBody = {
    ...closed,
    repeat_frequency: 'WEEKLY',
    weekdays: ['TUE', 'FRI'],
    until_on: '2026-04-01',
  }
  const { id } = await create(plain, weekly, admin)
  const change = (body: Input<typeof updateAvailabilityRoute>['body']) =>
    api.call(updateAvailabilityRoute, { params: { availability_id: id }, body }, admin.token)
  expect(await change({ note: 'x' })).toMatchObject({ weekdays: ['TUE', 'FRI'], until_on: '2026-04-01' })
  expect(await change({ repeat_frequency: 'DAILY' })).toMatchObject({ weekdays: [], until_on: '2026-04-01' })
  expect(await change({ repeat_frequency: 'NEVER' })).toMatchObject({ weekdays: [], until_on: null })
  expect(await rows(plain)).toEqual([['03-03T18:00', '03-03T20:00']])
})
