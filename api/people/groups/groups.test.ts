import { createRuleSetRoute, listRuleSetsRoute } from '@openspot/contract/booking/rule-sets.ts'
import type { Input } from '@openspot/contract/call.ts'
import { createAssignmentRoute, listAssignmentsRoute } from '@openspot/contract/lots/assignments.ts'
import { getSpotRoute } from '@openspot/contract/lots/spots.ts'
import {
  createGroupRoute,
  deleteGroupRoute,
  type Group,
  getGroupRoute,
  listGroupsRoute,
  patchGroupRoute,
} from '@openspot/contract/people/groups.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPlaced, aReservation, auditOf, type Placed } from '../../testing/factories/memberships.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let ann: Placed
let ben: Placed
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  ann = await aPlaced(api, lot.lot_id, { first_name: 'Ann' })
  ben = await aPlaced(api, lot.lot_id, { first_name: 'Ben' })
})
afterAll(() => api.close())

const at = () => ({ lot_id: lot.lot_id })
const create = (body: Input<typeof createGroupRoute>['body']) =>
  api.call(createGroupRoute, { params: at(), body }, admin.token)
const patch = (group: Group, body: Input<typeof patchGroupRoute>['body']) =>
  api.call(patchGroupRoute, { params: { ...at(), group_id: group.id }, body }, admin.token)
const patchRefusal = (group: Group, body: Input<typeof patchGroupRoute>['body']) =>
  api.refusal(patchGroupRoute, { params: { ...at(), group_id: group.id }, body }, admin.token)
const people = (group: Group) => group.members.map(({ name }) => name)

test('stores a group’s rules, unit, and members and rejects a member of another group', async () => {
  const rules = { name: 'Two cars', is_default: false, rules: { ...noRules, max_short_reservations: 2 } }
  const { id: rule_set_id } = await api.call(createRuleSetRoute, { params: at(), body: rules }, admin.token)
  const membership_ids = [ann.membership_id, ben.membership_id]
  const home = await create({ name: ' Miller ', unit: '7B', rule_set_id, membership_ids })
  expect(home).toMatchObject({ name: 'Miller', unit: '7B', rule_set: { name: 'Two cars' }, open_invites: 0 })
  expect(people(home)).toEqual(['Ann Example', 'Ben Example'])
  expect((await api.call(listRuleSetsRoute, { params: at() }, admin.token)).items[0]?.groups).toMatchObject([
    { name: 'Miller' },
  ])
  const other = await create({ name: 'Office' })
  expect(await patchRefusal(other, { membership_ids: [ann.membership_id] })).toMatchObject({
    code: 'member_in_group',
    details: { members: [{ name: 'Ann Example' }] },
  })
  expect(people(await patch(home, { membership_ids: [ben.membership_id] }))).toEqual(['Ben Example'])
  expect(people(await patch(other, { membership_ids: [ann.membership_id] }))).toEqual(['Ann Example'])
  expect(await patchRefusal(other, { name: 'MILLER' })).toMatchObject({ code: 'name_taken', field: 'name' })
  const { items } = await api.call(listGroupsRoute, { params: at() }, admin.token)
  expect(items.map(({ name }) => name)).toEqual(['Miller', 'Office'])
  const log = (await auditOf(api, lot.lot_id)).filter(({ action }) => action === 'group.change')
  expect(log[0]?.details).toMatchObject({
    before: { membership_ids: expect.arrayContaining(membership_ids) },
    after: { membership_ids: [ben.membership_id] },
  })
})

test('rejects members and rule sets of other lots and removed members with 400 on the field', async () => {
  const group = await create({ name: 'Home' })
  const elsewhere = await aLot(api)
  const stranger = await aPlaced(api, elsewhere.lot_id)
  const gone = await aPlaced(api, lot.lot_id, { status: 'REMOVED' })
  for (const each of [stranger, gone]) {
    const membership_ids = [ann.membership_id, each.membership_id]
    expect(await patchRefusal(group, { membership_ids })).toMatchObject({
      status: 400,
      field: 'membership_ids',
    })
  }
  const boss = await aMember(api, elsewhere.lot_id, 'SUPER_ADMIN')
  const body = { name: 'Theirs', is_default: false, rules: noRules }
  const theirs = await api.call(
    createRuleSetRoute,
    { params: { lot_id: elsewhere.lot_id }, body },
    boss.token,
  )
  expect(await patchRefusal(group, { rule_set_id: theirs.id })).toMatchObject({ field: 'rule_set_id' })
  const mixed = { params: { lot_id: elsewhere.lot_id, group_id: group.id } }
  expect(await api.refusal(getGroupRoute, mixed, boss.token)).toMatchObject({ status: 404 })
  expect(await api.refusal(patchGroupRoute, { ...mixed, body: { name: 'x' } }, boss.token)).toMatchObject({
    status: 404,
  })
  expect(await api.refusal(deleteGroupRoute, { ...mixed, query: {} }, boss.token)).toMatchObject({
    status: 404,
  })
})

test('refuses an edit that would overwrite what someone else saved since it was read, and takes one of other fields', async () => {
  const group = await create({ name: 'Home', unit: '7B', membership_ids: [ann.membership_id] })
  const added = await patch(group, { membership_ids: [ann.membership_id, ben.membership_id] })
  expect(people(added)).toHaveLength(2)
  const stale = { membership_ids: [], before: { membership_ids: [ann.membership_id] } }
  expect(await patchRefusal(group, stale)).toMatchObject({
    status: 409,
    code: 'group_changed',
    field: 'before.membership_ids',
  })
  expect(people(await patch(group, { unit: '8A', before: { unit: '7B' } }))).toHaveLength(2)
  // The members are in no order.
  const read = { membership_ids: [ben.membership_id, ann.membership_id] }
  expect(people(await patch(group, { membership_ids: [ben.membership_id], before: read }))).toEqual([
    'Ben Example',
  ])
})

test('reports what a group’s deletion affects and requires an explicit release', async () => {
  const group = await create({ name: 'Home', membership_ids: [ann.membership_id] })
  await aReservation(api, { lot_id: lot.lot_id, spot_id: lot.spot_ids[0] ?? '', user_id: ann.user_id })
  const invite = { lot_id: lot.lot_id, email: 'new@people.example', group_id: group.id }
  const made = await api.call(createInviteRoute, { body: invite }, admin.token)
  expect(made.invite.group).toEqual({ id: group.id, name: 'Home' })
  const of = { params: { ...at(), group_id: group.id } }
  const give = (index: number, starts_on: string | null) =>
    api.call(
      createAssignmentRoute,
      {
        params: { spot_id: lot.spot_ids[index] ?? '' },
        body: { group_id: group.id, ...(starts_on ? { starts_on } : {}) },
      },
      admin.token,
    )
  expect((await give(1, null)).spot).toMatchObject({ assigned_group_id: group.id })
  expect((await give(2, '2026-05-01')).items).toMatchObject([{ group_id: group.id }])
  expect(await api.refusal(deleteGroupRoute, { ...of, query: {} }, admin.token)).toMatchObject({
    status: 409,
    code: 'group_in_use',
    details: { members: 1, open_invites: 1, live_reservations: 1, spots: 2 },
  })
  expect(await api.call(deleteGroupRoute, { ...of, query: { release: true } }, admin.token)).toEqual({
    released_members: 1,
    released_invites: 1,
    released_spots: 2,
    kept_reservations: 1,
  })
  // The group's spots can be booked again.
  for (const spot_id of lot.spot_ids.slice(1, 3)) {
    const { items } = await api.call(listAssignmentsRoute, { params: { spot_id } }, admin.token)
    expect(items).toEqual([])
    const spot = await api.call(getSpotRoute, { params: { spot_id } }, admin.token)
    expect(spot).toMatchObject({ assigned_group_id: null })
  }
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  expect(await api.refusal(getGroupRoute, of, admin.token)).toMatchObject({ status: 404 })
  const { db } = api.deps.database
  const left = await db
    .selectFrom('memberships')
    .select('group_id')
    .where('id', '=', ann.membership_id)
    .execute()
  expect(left).toEqual([{ group_id: null }])
  // The name is free again.
  await create({ name: 'Home' })
})

test('keeps a member in one group under concurrent changes', async () => {
  const groups = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => create({ name })))
  const ends = await Promise.allSettled(
    groups.map((group) => patch(group, { membership_ids: [ann.membership_id] })),
  )
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  const { items } = await api.call(listGroupsRoute, { params: at() }, admin.token)
  expect(items.flatMap(people)).toEqual(['Ann Example'])
})

test('raises the version of the group’s reservation counts when its members change', async () => {
  const versions = async () => {
    const rows = await api.deps.database.db
      .selectFrom('limit_scopes')
      .select(['limit_scope', 'version'])
      .where('lot_id', '=', lot.lot_id)
      .execute()
    return new Map(rows.map(({ limit_scope, version }) => [limit_scope, version]))
  }
  const group = await create({ name: 'Home', membership_ids: [ann.membership_id] })
  const first = await versions()
  expect(first.get(`user:${ann.user_id}`)).toBe(1)
  expect(first.get(`group:${group.id}`)).toBe(1)
  await patch(group, { membership_ids: [ann.membership_id, ben.membership_id] })
  expect((await versions()).get(`group:${group.id}`)).toBe(2)
  expect((await versions()).get(`user:${ann.user_id}`)).toBe(1)
})
