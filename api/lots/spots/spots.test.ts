import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import type { Input } from '@openspot/contract/call.ts'
import { searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { deleteSpotRoute, getSpotRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { eachSpotFact } from '@openspot/core/spots/spot-facts.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation, brokenCalendars, closedRows, takeSpot } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let member: Person
let driver: Person
let spot_id: string
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
  member = await aMember(api, lot.lot_id, 'MEMBER')
  ;[spot_id = ''] = lot.spot_ids
})

type Body = Input<typeof updateSpotRoute>['body']
const change = (body: Body) => api.call(updateSpotRoute, { params: { spot_id }, body }, admin.token)
const refused = (body: Body, who = admin) =>
  api.refusal(updateSpotRoute, { params: { spot_id }, body }, who.token)
const read = (who?: Person) => api.call(getSpotRoute, { params: { spot_id } }, who?.token)
const reservation = (starts_at: string, ends_at: string | null, who = driver) =>
  aReservation(api, { lot_id: lot.lot_id, spot_id, user_id: who.user_id, starts_at, ends_at })
const none = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }
const noon = { starts_at: '2026-03-03T18:00:00.000Z', ends_at: '2026-03-03T20:00:00.000Z' }
const rules = async () =>
  (
    await api.deps.database.db
      .selectFrom('availability')
      .select('kind')
      .where('spot_id', '=', spot_id)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)
const rows = async () =>
  (await closedRows(api, spot_id)).map(({ from, to }) => [
    from === 0 ? 'ever' : isoOf(from).slice(5, 16),
    Number.isFinite(to) ? isoOf(to).slice(5, 16) : 'ever',
  ])

test('updates every field of a spot except its lot', async () => {
  const zone = await api.call(
    createZoneRoute,
    { params: { lot_id: lot.lot_id }, body: { name: 'Roof' } },
    admin.token,
  )
  const changed = await change({
    label: ' R1 ',
    type: 'COMPACT',
    features: ['COVERED', 'EV_CHARGER'],
    level: -2,
    zone_id: zone.id,
    rates: { hour_cents: 300, day_cents: 1500 },
    note: ' behind the pillar ',
    assigned_user_id: member.user_id,
  })
  expect(changed).toEqual({
    id: spot_id,
    lot_id: lot.lot_id,
    label: 'R1',
    type: 'COMPACT',
    features: ['COVERED', 'EV_CHARGER'],
    level: -2,
    zone_id: zone.id,
    shape: null,
    rates: { ...none, hour_cents: 300, day_cents: 1500 },
    min_reservation_price: null,
    max_reservation_price: null,
    ...eachSpotFact(() => null),
    note: 'behind the pillar',
    assigned_user_id: member.user_id,
    assigned_group_id: null,
    assigned_until_on: null,
    assigned_to: 'Ada Example',
  })
  // Given rates replace all previous ones; fields that are not given stay.
  expect(await change({ rates: { month_cents: 8000 } })).toEqual({
    ...changed,
    rates: { ...none, month_cents: 8000 },
  })
  expect(await change({ note: '', zone_id: null, assigned_user_id: null })).toMatchObject({
    note: null,
    zone_id: null,
    assigned_user_id: null,
    assigned_to: null,
    label: 'R1',
  })
  const noted = await api.deps.database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', spot_id)
    .orderBy('id')
    .execute()
  expect(noted.map(({ action }) => action)).toEqual(['spot.change', 'spot.change', 'spot.change'])
  expect(noted[0]?.details).toMatchObject({ before: { label: 'A1' }, after: { label: 'R1' } })
  expect(await refused({ lot_id: lot.lot_id } as never)).toMatchObject({ field: 'lot_id' })
})

test('limits what a reservation of a spot costs by bounds of its own, in search and quotes, and refuses a minimum above the maximum', async () => {
  const offer = async (hours: number) => {
    const query = {
      lot_id: lot.lot_id,
      starts_at: noon.starts_at,
      ends_at: isoOf(minutesOf(noon.starts_at) + hours * 60),
    }
    const { items } = await api.call(searchLotSpotsRoute, { query }, driver.token)
    return items.find(({ id }) => id === spot_id)
  }
  const usual = (await offer(2))?.price?.total_cents ?? 0
  expect(usual).toBeGreaterThan(0)
  // The least and the most that one spot costs; the other spots keep the lot's.
  expect(await change({ min_reservation_price: 5000, max_reservation_price: 6000 })).toMatchObject({
    min_reservation_price: 5000,
    max_reservation_price: 6000,
  })
  const dear = await offer(2)
  expect(
    dear?.price?.lines.reduce(
      (sum, { kind, amount_cents }) => sum + (kind === 'SERVICE_FEE' ? 0 : amount_cents),
      0,
    ),
  ).toBe(5000)
  expect(dear?.price?.lines.some(({ kind }) => kind === 'MINIMUM')).toBe(true)
  await change({ min_reservation_price: null, max_reservation_price: 300 })
  expect(await offer(2)).toMatchObject({ price: null })
  expect(await refused({ min_reservation_price: 400 })).toMatchObject({
    status: 400,
    field: 'min_reservation_price',
  })
  expect(await refused({ min_reservation_price: 400, max_reservation_price: 399 })).toMatchObject({
    status: 400,
    field: 'max_reservation_price',
  })
  expect(await refused({ max_reservation_price: -1 })).toMatchObject({ status: 400 })
  await change({ max_reservation_price: null })
  expect((await offer(2))?.price?.total_cents).toBe(usual)
})

test('shows the assignee, note, and rates to staff only', async () => {
  await change({ note: 'secret', assigned_user_id: member.user_id })
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const owner = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  for (const who of [undefined, driver, member]) {
    const spot = await read(who)
    expect(Object.keys(spot)).not.toEqual(expect.arrayContaining(['note']))
    expect(JSON.stringify(spot)).not.toMatch(/secret|assigned|rates/)
  }
  for (const who of [admin, patroller, owner]) {
    expect(await read(who)).toMatchObject({ note: 'secret', assigned_user_id: member.user_id, rates: none })
  }
  const hidden = await aLot(api, { is_private: true })
  const behind = { params: { spot_id: hidden.spot_ids[0] ?? '' } }
  expect(await api.refusal(getSpotRoute, behind)).toMatchObject({ status: 404 })
  expect(await api.refusal(getSpotRoute, behind, driver.token)).toMatchObject({ status: 404 })
})

test('rejects a label in use with 409 name_taken and frees the label of a deleted spot', async () => {
  const taken = { status: 409, code: 'name_taken', field: 'label' }
  expect(await refused({ label: 'A2' })).toMatchObject(taken)
  const second = { params: { spot_id: lot.spot_ids[1] ?? '' } }
  await api.call(deleteSpotRoute, second, admin.token)
  expect(await change({ label: 'A2' })).toMatchObject({ label: 'A2' })
})

test('rejects invalid labels, zones, assignees, rates, and features with 400 on their field', async () => {
  const elsewhere = await aLot(api)
  const boss = await aMember(api, elsewhere.lot_id, 'ADMIN')
  const zone = await api.call(
    createZoneRoute,
    { params: { lot_id: elsewhere.lot_id }, body: { name: 'Roof' } },
    boss.token,
  )
  const wrong = (field: string) => ({ status: 400, code: 'request_invalid', field })
  expect(await refused({ label: '  ' })).toMatchObject(wrong('label'))
  expect(await refused({ zone_id: zone.id })).toMatchObject(wrong('zone_id'))
  expect(await refused({ zone_id: spot_id })).toMatchObject(wrong('zone_id'))
  expect(await refused({ assigned_user_id: driver.user_id })).toMatchObject(wrong('assigned_user_id'))
  expect(await refused({ assigned_user_id: boss.user_id })).toMatchObject(wrong('assigned_user_id'))
  expect(await refused({ rates: { hour_cents: -1 } })).toMatchObject(wrong('rates.hour_cents'))
  expect(await refused({ features: ['COVERED', 'COVERED'] })).toMatchObject(wrong('features'))
  expect(await refused({})).toMatchObject({ status: 400, code: 'request_invalid' })
  const { db } = api.deps.database
  await db
    .updateTable('memberships')
    .set({ status: 'REMOVED' })
    .where('user_id', '=', member.user_id)
    .execute()
  expect(await refused({ assigned_user_id: member.user_id })).toMatchObject(wrong('assigned_user_id'))
  expect(await read(admin)).toMatchObject({ label: 'A1', assigned_user_id: null, zone_id: null })
})

test('rejects assigning a spot that others have reserved, but ignores the assignee’s own reservations', async () => {
  await reservation('2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z')
  await reservation('2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z', member)
  await change({ assigned_user_id: member.user_id })
  await change({ assigned_user_id: null })
  await reservation('2026-03-05T10:00:00.000Z', '2026-03-05T11:00:00.000Z')
  await reservation('2026-03-06T10:00:00Z', null)
  expect(await refused({ assigned_user_id: member.user_id })).toMatchObject({
    status: 409,
    code: 'spot_in_use',
    details: { count: 2, starts_at: '2026-03-05T10:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' },
  })
  expect(await rows()).toEqual([])
})

test('deletes the previous assignee’s availability rules and keeps reservations and staff closures', async () => {
  await change({ assigned_user_id: member.user_id })
  const say = (kind: 'OPEN' | 'CLOSED', who: Person) =>
    api.call(createSpotAvailabilityRoute, { params: { spot_id }, body: { kind, ...noon } }, who.token)
  await say('CLOSED', member)
  await say('CLOSED', admin)
  await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: { kind: 'OPEN', starts_at: '2026-03-04T00:00:00Z' } },
    member.token,
  )
  await reservation('2026-03-05T10:00:00Z', null)
  const other = await aMember(api, lot.lot_id, 'MEMBER')
  expect(await refused({ assigned_user_id: other.user_id })).toMatchObject({ code: 'spot_in_use' })
  await change({ assigned_user_id: null })
  // The staff's closure stays.
  expect(await rules()).toEqual(['CLOSED'])
  expect(await rows()).toEqual([['03-03T18:00', '03-03T20:00']])
})

test('closes a reassigned spot until its new assignee lists it, within the lot’s closures', async () => {
  await change({ assigned_user_id: member.user_id })
  await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: { kind: 'OPEN', ...noon } },
    member.token,
  )
  await api.call(createLotClosureRoute, { params: { lot_id: lot.lot_id }, body: { ...noon } }, admin.token)
  const other = await aMember(api, lot.lot_id, 'MEMBER')
  await change({ assigned_user_id: other.user_id })
  expect([await rules(), await rows()]).toEqual([[], [['ever', 'ever']]])
  await change({ assigned_user_id: null })
  expect(await rows()).toEqual([['03-03T18:00', '03-03T20:00']])
})

test('applies the closures of the new zone to a moved spot', async () => {
  const params = { lot_id: lot.lot_id }
  const zone = await api.call(createZoneRoute, { params, body: { name: 'Roof' } }, admin.token)
  await api.call(createLotClosureRoute, { params, body: { ...noon, zone_id: zone.id } }, admin.token)
  expect(await rows()).toEqual([])
  await change({ zone_id: zone.id })
  expect(await rows()).toEqual([['03-03T18:00', '03-03T20:00']])
  await change({ zone_id: null })
  expect(await rows()).toEqual([])
})

test('rejects the deletion of a spot with 409 spot_in_use until its last reservation is over', async () => {
  await reservation('2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z')
  const id = await reservation('2026-03-04T10:00:00.000Z', '2026-03-04T11:00:00.000Z')
  const one = { params: { spot_id } }
  expect(await api.refusal(deleteSpotRoute, one, admin.token)).toMatchObject({
    status: 409,
    code: 'spot_in_use',
    details: { count: 1, starts_at: '2026-03-04T10:00:00.000Z' },
  })
  await api.deps.database.db
    .updateTable('reservations')
    .set({ status: 'CANCELED' })
    .where('id', '=', id)
    .execute()
  await change({ assigned_user_id: member.user_id })
  await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: { kind: 'OPEN', ...noon } },
    member.token,
  )
  await api.call(deleteSpotRoute, one, admin.token)
  expect(await rules()).toEqual([])
  for (const call of [getSpotRoute, deleteSpotRoute]) {
    expect(await api.refusal(call, one, admin.token)).toMatchObject({ status: 404 })
  }
  const taken = { lot_id: lot.lot_id, spot_id, user_id: driver.user_id, ...noon }
  expect(await takeSpot(api, taken)).toMatchObject({ outcome: 'spot_not_found' })
})

test('rejects changes by patrollers, members, and strangers with 403, 401, or 404', async () => {
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const foreign = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  await change({ assigned_user_id: member.user_id })
  // The assignee may not change the spot either.
  for (const who of [patroller, member, driver, foreign]) {
    expect(await refused({ label: 'Mine' }, who)).toMatchObject({ status: 403 })
    expect(await api.refusal(deleteSpotRoute, { params: { spot_id } }, who.token)).toMatchObject({
      status: 403,
    })
  }
  expect(await api.refusal(deleteSpotRoute, { params: { spot_id } })).toMatchObject({ status: 401 })
  const hidden = await aLot(api, { is_private: true })
  const behind = { params: { spot_id: hidden.spot_ids[0] ?? '' }, body: { label: 'Mine' } }
  expect(await api.refusal(updateSpotRoute, behind, admin.token)).toMatchObject({ status: 404 })
})
