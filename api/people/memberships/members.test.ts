import type { Input } from '@openspot/contract/call.ts'
import { getLotUserRoute, listMembersRoute, type Member } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar, aPlaced, aReservation, auditOf, type Placed } from '../../testing/factories/memberships.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let patroller: Person
let zoe: Placed
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  zoe = await aPlaced(api, lot.lot_id, { first_name: 'Zoë' })
  await aCar(api, zoe, 'ZOE 123')
})
afterAll(() => api.close())

type Query = Input<typeof listMembersRoute>['query']
const list = (by: Person, query: Query = {}) =>
  api.call(listMembersRoute, { params: { lot_id: lot.lot_id }, query }, by.token)
const names = (items: Member[]) => items.map(({ name }) => name)

test('shows patrollers only names and plates of active members and rejects other filters with 403', async () => {
  await aPlaced(api, lot.lot_id, { first_name: 'Gone', status: 'REMOVED' })
  const { items } = await list(patroller)
  expect(names(items)).toEqual(['Ada Example', 'Ada Example', 'Zoë Example'])
  for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['id', 'name', 'plates', 'user_id'])
  expect((await list(patroller, { q: 'zoe-12' })).items).toMatchObject([{ plates: ['ZOE 123'] }])
  expect((await list(patroller, { q: zoe.email })).items).toEqual([])
  const forbidden: Query[] = [
    { status: 'REMOVED' },
    { role: 'ADMIN' },
    { sort: 'newest' },
    { waits_for: 'STAFF' },
  ]
  for (const query of forbidden) {
    const refused = await api.refusal(
      listMembersRoute,
      { params: { lot_id: lot.lot_id }, query },
      patroller.token,
    )
    expect(refused).toMatchObject({ status: 403, field: Object.keys(query)[0] })
  }
  // The address must not stand in for a missing name.
  const { db } = api.deps.database
  await db
    .updateTable('users')
    .set({ first_name: null, last_name: null })
    .where('id', '=', zoe.user_id)
    .execute()
  expect(JSON.stringify(await list(patroller))).not.toContain('@')
  const one = { params: { lot_id: lot.lot_id, user_id: zoe.user_id } }
  const seen = await api.call(getLotUserRoute, one, patroller.token)
  expect(Object.keys(seen).toSorted()).toEqual(['cars', 'name', 'user_id'])
})

test('lets admins search, filter, sort, and page through members without gaps', async () => {
  const { db } = api.deps.database
  await db
    .updateTable('spots')
    .set({ assigned_user_id: zoe.user_id })
    .where('id', '=', lot.spot_ids[1] ?? '')
    .execute()
  await db.updateTable('users').set({ phone: '+13125550142' }).where('id', '=', zoe.user_id).execute()
  for (const q of ['Zoë', 'ZOE1', zoe.email.slice(0, 9), 'A2', '555-0142']) {
    expect(
      (await list(admin, { q })).items.map(({ user_id }) => user_id),
      q,
    ).toEqual([zoe.user_id])
  }
  expect((await list(admin, { q: 'A2' })).items[0]).toMatchObject({
    spots: [{ label: 'A2' }],
    email: zoe.email,
    role: 'MEMBER',
    waits_for: null,
  })
  for (const first_name of ['Bo', 'Al', 'Cy', 'bo'])
    await aPlaced(api, lot.lot_id, { first_name, status: 'PENDING' })
  for (const sort of ['name', 'newest'] as const) {
    const all = (await list(admin, { sort, limit: 100 })).items
    const read: Member[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(admin, {
        sort,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      })
      read.push(...page.items)
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(read).toEqual(all)
    expect(all.length).toBe(7)
  }
  expect(names((await list(admin, { status: 'PENDING' })).items)).toEqual([
    'Al Example',
    'Bo Example',
    'bo Example',
    'Cy Example',
  ])
  expect((await list(admin, { role: 'ADMIN' })).items.map(({ user_id }) => user_id)).toEqual([admin.user_id])
})

test('audits an export of the member list once, not once per page', async () => {
  const first = await list(admin, { is_export: true, limit: 1 })
  await list(admin, { is_export: true, limit: 1, cursor: first.next_cursor ?? '' })
  expect((await auditOf(api, lot.lot_id)).map(({ action }) => action)).toEqual(['members.export'])
})

test('shows a person to themselves and to lots that know them, and returns 404 to all others', async () => {
  const ask = { params: { lot_id: lot.lot_id, user_id: zoe.user_id } }
  expect(await api.call(getLotUserRoute, ask, zoe.token)).toMatchObject({
    email: zoe.email,
    cars: [{ plate: 'ZOE 123' }],
    membership: { status: 'ACTIVE' },
    reservations: 0,
  })
  const stranger = await aPerson(api)
  const unknown = { params: { lot_id: lot.lot_id, user_id: stranger.user_id } }
  // Nobody can learn by an id who has an account.
  for (const by of [admin, patroller, stranger]) {
    expect(await api.refusal(getLotUserRoute, unknown, by.token)).toMatchObject({ status: 404 })
  }
  expect(await api.refusal(getLotUserRoute, ask, stranger.token)).toMatchObject({ status: 404 })
  const car_id = await aCar(api, stranger, 'STR 1')
  await aCar(api, stranger, 'AT HOME')
  await aReservation(api, {
    lot_id: lot.lot_id,
    spot_id: lot.spot_ids[0] ?? '',
    user_id: stranger.user_id,
    car_id,
  })
  const guest = await api.call(getLotUserRoute, unknown, admin.token)
  expect(guest).toMatchObject({
    membership: null,
    reservations: 1,
    live_reservations: 1,
    cars: [{ plate: 'STR 1' }],
  })
  expect(guest.cars.length).toBe(1)
  // A member of another lot is unknown here.
  const other = await aLot(api)
  const elsewhere = { params: { lot_id: other.lot_id, user_id: zoe.user_id } }
  const boss = await aMember(api, other.lot_id, 'SUPER_ADMIN')
  expect(await api.refusal(getLotUserRoute, elsewhere, boss.token)).toMatchObject({ status: 404 })
})
