import {
  addMemberRoute,
  listMembersRoute,
  patchMembershipRoute,
} from '@openspot/contract/people/memberships.ts'
import type { LotRole, MembershipStatus } from '@openspot/core/enums.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPlaced, aReservation, auditOf, type Placed, toldTo } from '../../testing/factories/memberships.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { asOwner } from '../../testing/owner.ts'
import { untilWaiting } from '../../testing/waiting.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let owner: Placed
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  owner = await aPlaced(api, lot.lot_id, { role: 'SUPER_ADMIN' })
})
afterAll(() => api.close())

type Change = { status?: MembershipStatus; role?: LotRole; group_id?: string | null }
const ask = (person: Person, body: object = {}, lot_id = lot.lot_id) =>
  ({ input: { params: { lot_id }, body }, token: person.token }) as const
const join = (person: Person, body: object = {}) => {
  const { input, token } = ask(person, body)
  return api.call(addMemberRoute, input, token)
}
const joinRefusal = (person: Person, body: object = {}, lot_id = lot.lot_id) => {
  const { input, token } = ask(person, body, lot_id)
  return api.refusal(addMemberRoute, input, token)
}
const change = (by: Person, id: string, body: Change) =>
  api.call(patchMembershipRoute, { params: { id }, body }, by.token)
const refusal = (by: Person, id: string, body: Change) =>
  api.refusal(patchMembershipRoute, { params: { id }, body }, by.token)
const codeOf = async (by: Person, id: string, body: Change) => (await refusal(by, id, body)).code

test('rejects a request to join an invite-only lot with 409 join_refused', async () => {
  const driver = await aPerson(api)
  const { pool } = api.deps.database
  await pool.query('update lots set invite_only = true where id = $1', [lot.lot_id])
  expect(await joinRefusal(driver)).toMatchObject({ status: 409, code: 'join_refused' })
})

test('notifies staff of a request to join once, and applies the granted role from approval to removal', async () => {
  const driver = await aPerson(api, { first_name: 'Dora' })
  const asked = await join(driver)
  expect(asked).toMatchObject({ status: 'PENDING', role: 'MEMBER', waits_for: 'STAFF' })
  // Asking twice is the same as asking once.
  expect((await join(driver)).id).toBe(asked.id)
  expect(await toldTo(api, admin)).toEqual(['MEMBERSHIP_ASKED'])
  // Nobody can approve their own request.
  expect(await codeOf(driver, asked.id, { status: 'ACTIVE' })).toBe('membership_not_possible')
  const listed = { params: { lot_id: lot.lot_id }, query: {} }
  expect(await api.refusal(listMembersRoute, listed, driver.token)).toMatchObject({ status: 403 })
  const role = { status: 'ACTIVE', role: 'PATROLLER' } as const
  expect(await change(admin, asked.id, role)).toMatchObject({ ...role, waits_for: null })
  expect((await api.call(listMembersRoute, listed, driver.token)).items.length).toBe(3)
  expect(await toldTo(api, driver)).toEqual(['MEMBERSHIP_APPROVED'])
  await change(admin, asked.id, { status: 'REMOVED' })
  expect(await api.refusal(listMembersRoute, listed, driver.token)).toMatchObject({ status: 403 })
  const log = await auditOf(api, lot.lot_id)
  expect(log.map(({ details }) => details)).toMatchObject([
    { before: { status: 'PENDING', role: 'MEMBER' }, after: { status: 'ACTIVE', role: 'PATROLLER' } },
    { before: { status: 'ACTIVE' }, after: { status: 'REMOVED', role: 'MEMBER', group_id: null } },
  ])
})

test('rejects requests for a higher role, another status, or another user, and requests by guests', async () => {
  const driver = await aPerson(api)
  for (const body of [{ role: 'ADMIN' }, { status: 'ACTIVE' }, { user_id: admin.user_id }]) {
    expect(await joinRefusal(driver, body)).toMatchObject({ status: 403, field: Object.keys(body)[0] })
  }
  const hidden = await aLot(api, { is_private: true })
  expect(await joinRefusal(driver, {}, hidden.lot_id)).toMatchObject({ status: 404 })
  const { db } = api.deps.database
  await db.updateTable('users').set({ account_status: 'GHOST' }).where('id', '=', driver.user_id).execute()
  expect(await joinRefusal(driver)).toMatchObject({ status: 409, code: 'account_needed' })
})

test('rejects a removed person with join_refused and lets one who left ask again', async () => {
  const out = await aPlaced(api, lot.lot_id, { status: 'REMOVED' })
  expect((await joinRefusal(out)).code).toBe('join_refused')
  expect(await codeOf(out, out.membership_id, { status: 'DELETED' })).toBe('forbidden')
  const gone = await aPlaced(api, lot.lot_id)
  expect(await change(gone, gone.membership_id, { status: 'DELETED' })).toMatchObject({ waits_for: null })
  expect(await toldTo(api, admin)).toEqual(['MEMBERSHIP_LEFT'])
  expect(await codeOf(admin, gone.membership_id, { status: 'ACTIVE' })).toBe('membership_not_possible')
  expect(await join(gone)).toMatchObject({ status: 'DELETED', waits_for: 'STAFF' })
  const waiting = { params: { lot_id: lot.lot_id }, query: { waits_for: 'STAFF' as const } }
  const { items } = await api.call(listMembersRoute, waiting, admin.token)
  expect(items.map(({ user_id }) => user_id)).toEqual([gone.user_id])
  expect(await change(admin, gone.membership_id, { status: 'ACTIVE' })).toMatchObject({ waits_for: null })
})

test('lets staff offer a membership only to people known to the lot, who must accept it', async () => {
  const stranger = await aPerson(api)
  expect(await joinRefusal(admin, { user_id: stranger.user_id })).toMatchObject({ field: 'user_id' })
  const guest = await aPerson(api)
  await aReservation(api, { lot_id: lot.lot_id, spot_id: lot.spot_ids[0] ?? '', user_id: guest.user_id })
  expect((await joinRefusal(admin, { user_id: guest.user_id, role: 'ADMIN' })).code).toBe('role_above_own')
  expect(await joinRefusal(admin, { user_id: guest.user_id, status: 'ACTIVE' })).toMatchObject({
    field: 'status',
  })
  const offered = await join(admin, { user_id: guest.user_id, role: 'PATROLLER' })
  expect(offered).toMatchObject({ status: 'PENDING', role: 'PATROLLER', waits_for: 'PERSON' })
  expect(await codeOf(admin, offered.id, { status: 'ACTIVE' })).toBe('membership_not_possible')
  expect(await change(guest, offered.id, { status: 'ACTIVE' })).toMatchObject({ role: 'PATROLLER' })
  expect((await joinRefusal(admin, { user_id: guest.user_id })).code).toBe('already_member')
})

test('rejects raising one’s own role, changing a peer or superior, and granting one’s own role', async () => {
  const other = await aPlaced(api, lot.lot_id, { role: 'ADMIN' })
  const member = await aPlaced(api, lot.lot_id)
  const patroller = await aPlaced(api, lot.lot_id, { role: 'PATROLLER' })
  const own = await aPlaced(api, lot.lot_id, { role: 'ADMIN' })
  expect(await codeOf(own, own.membership_id, { role: 'SUPER_ADMIN' })).toBe('own_role')
  expect(await codeOf(member, member.membership_id, { role: 'PATROLLER' })).toBe('forbidden')
  expect(await codeOf(own, other.membership_id, { status: 'REMOVED' })).toBe('role_above_own')
  expect(await codeOf(own, owner.membership_id, { role: 'MEMBER' })).toBe('role_above_own')
  expect(await codeOf(own, member.membership_id, { role: 'ADMIN' })).toBe('role_above_own')
  expect(await codeOf(patroller, member.membership_id, { status: 'REMOVED' })).toBe('forbidden')
  // Strangers and staff of other lots get a 404.
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  for (const somebody of [await aPerson(api), elsewhere]) {
    expect(await refusal(somebody, member.membership_id, { status: 'REMOVED' })).toMatchObject({
      status: 404,
    })
  }
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect(await codeOf(platform, member.membership_id, { role: 'SUPER_ADMIN' })).toBe('role_above_own')
  expect(await change(owner, other.membership_id, { role: 'SUPER_ADMIN' })).toMatchObject({
    role: 'SUPER_ADMIN',
  })
  expect(await toldTo(api, other)).toEqual(['MEMBERSHIP_ROLE'])
  // A member may step down to a lower role.
  expect(await change(own, own.membership_id, { role: 'MEMBER' })).toMatchObject({ role: 'MEMBER' })
})

test('keeps at least one super admin, also when two leave at once', async () => {
  expect(await refusal(owner, owner.membership_id, { role: 'ADMIN' })).toMatchObject({
    status: 409,
    code: 'last_super_admin',
  })
  expect(await codeOf(owner, owner.membership_id, { status: 'DELETED' })).toBe('last_super_admin')
  for (let round = 0; round < 5; round++) {
    const own = await aLot(api)
    const two = [
      await aPlaced(api, own.lot_id, { role: 'SUPER_ADMIN' }),
      await aPlaced(api, own.lot_id, { role: 'SUPER_ADMIN' }),
    ]
    const ends = await Promise.allSettled(
      two.map((each) =>
        change(each, each.membership_id, round % 2 ? { role: 'ADMIN' } : { status: 'DELETED' }),
      ),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    const { rows } = await api.deps.database.pool.query(
      `select from memberships where lot_id = $1 and role = 'SUPER_ADMIN' and status = 'ACTIVE'`,
      [own.lot_id],
    )
    expect(rows.length).toBe(1)
  }
  // The database itself rejects it.
  const sly = [
    `update memberships set status = 'REMOVED' where id = $1`,
    `update memberships set role = 'ADMIN' where id = $1`,
    'delete from memberships where id = $1',
  ]
  for (const statement of sly) {
    await expect(asOwner(api, statement, [owner.membership_id])).rejects.toMatchObject({ code: 'OS010' })
  }
})

test('makes the second of two transactions that each demote a super admin wait and fail with OS010', async () => {
  const { pool } = api.deps.database
  const second = await aPlaced(api, lot.lot_id, { role: 'SUPER_ADMIN' })
  const [one, two] = [await pool.connect(), await pool.connect()]
  const step = (client: typeof one, id: string) =>
    client.query(
      `begin; update memberships set role = 'ADMIN' where id = '${id}'; set constraints all immediate`,
    )
  try {
    await step(one, owner.membership_id)
    const waits = step(two, second.membership_id).then(
      () => two.query('commit').then(() => 'done'),
      (error: { code?: string }) => error.code,
    )
    // The second transaction cannot know that the first is about to commit.
    await untilWaiting(pool, 1)
    await one.query('commit')
    expect(await waits).toBe('OS010')
  } finally {
    await one.query('rollback')
    await two.query('rollback')
    one.release()
    two.release()
  }
})

test('removes role, group, and assigned spots on removal and keeps other drivers’ reservations', async () => {
  const { db } = api.deps.database
  const host = await aPlaced(api, lot.lot_id, { role: 'PATROLLER' })
  const [spot_id = ''] = lot.spot_ids
  await db.updateTable('spots').set({ assigned_user_id: host.user_id }).where('id', '=', spot_id).execute()
  const guest = await aPerson(api)
  const reservation_id = await aReservation(api, { lot_id: lot.lot_id, spot_id, user_id: guest.user_id })
  const { id: group_id } = await db
    .insertInto('groups')
    .values({ lot_id: lot.lot_id, name: 'Unit 7' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await change(admin, host.membership_id, { group_id })).toMatchObject({ group_name: 'Unit 7' })
  expect(await change(admin, host.membership_id, { status: 'REMOVED' })).toMatchObject({
    role: 'MEMBER',
    group_name: null,
  })
  const spot = await db.selectFrom('spots').selectAll().where('id', '=', spot_id).executeTakeFirstOrThrow()
  expect(spot.assigned_user_id).toBeNull()
  const reservation = await db
    .selectFrom('reservations')
    .selectAll()
    .where('id', '=', reservation_id)
    .executeTakeFirstOrThrow()
  expect(reservation.status).toBe('ACTIVE')
  const [, last] = await auditOf(api, lot.lot_id)
  expect(last?.details).toMatchObject({ released_spot_ids: [spot_id] })
})

test('rejects a group of another lot with 400 on group_id', async () => {
  const { id: group_id } = await api.deps.database.db
    .insertInto('groups')
    .values({ lot_id: (await aLot(api)).lot_id, name: 'Elsewhere' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = await aPlaced(api, lot.lot_id)
  expect(await refusal(admin, member.membership_id, { group_id })).toMatchObject({
    status: 400,
    field: 'group_id',
  })
})
