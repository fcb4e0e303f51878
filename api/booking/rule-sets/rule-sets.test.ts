import {
  createRuleSetRoute,
  deleteRuleSetRoute,
  getRuleSetRoute,
  listRuleSetsRoute,
  type RuleSet,
  replaceRuleSetRoute,
} from '@openspot/contract/booking/rule-sets.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const bodyOf = (name: string, rules: Partial<Rules> = {}, is_default = false) => ({
  name,
  is_default,
  rules: { ...noRules, ...rules },
})
const create = (name: string, rules: Partial<Rules> = {}, is_default = false): Promise<RuleSet> =>
  api.call(
    createRuleSetRoute,
    { params: { lot_id: lot.lot_id }, body: bodyOf(name, rules, is_default) },
    admin.token,
  )
const replace = (
  of: RuleSet,
  name: string,
  rules: Partial<Rules> = {},
  is_default = false,
): Promise<RuleSet> =>
  api.call(
    replaceRuleSetRoute,
    { params: { rule_set_id: of.id }, body: bodyOf(name, rules, is_default) },
    admin.token,
  )
const read = (of: RuleSet, version?: number) =>
  api.call(
    getRuleSetRoute,
    { params: { rule_set_id: of.id }, query: version === undefined ? {} : { version } },
    admin.token,
  )
const list = async () =>
  (await api.call(listRuleSetsRoute, { params: { lot_id: lot.lot_id } }, admin.token)).items
const termsVersion = async () =>
  (
    await api.deps.database.db
      .selectFrom('lots')
      .select('terms_version')
      .where('id', '=', lot.lot_id)
      .executeTakeFirstOrThrow()
  ).terms_version
const auditOf = (lot_id: string) =>
  api.deps.database.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'actor_user_id', 'details'])
    .where('lot_id', '=', lot_id)
    .orderBy('id')
    .execute()

test('creates a new version only for different rules and keeps every version readable', async () => {
  const first = await create('Residents', { max_duration_minutes: 120, spot_types: ['COMPACT', 'STANDARD'] })
  expect(first).toMatchObject({ version: 1, is_default: false, groups: [], lot_id: lot.lot_id })
  api.ports.advance({ hours: 1 })
  // The same rules in another order and under another name are no new version.
  const renamed = await replace(first, ' People who live here ', {
    max_duration_minutes: 120,
    spot_types: ['STANDARD', 'COMPACT'],
  })
  expect(renamed).toMatchObject({ version: 1, name: 'People who live here', changed_at: first.changed_at })
  const second = await replace(first, 'Residents', { max_duration_minutes: 240 })
  expect(second).toMatchObject({ version: 2, changed_at: api.ports.now().toISOString() })
  expect(second.created_at).toBe(first.created_at)
  expect((await read(first, 1)).rules.max_duration_minutes).toBe(120)
  expect((await read(first, 2)).rules).toEqual({ ...noRules, max_duration_minutes: 240 })
  expect(await read(first)).toEqual(second)
  const missing = { params: { rule_set_id: first.id }, query: { version: 3 } }
  expect(await api.refusal(getRuleSetRoute, missing, admin.token)).toMatchObject({ status: 404 })
})

test('audits each change with the rules before and after, but not a change to equal rules', async () => {
  const made = await create('Guests', { max_hours: { hours: 10, per: 'WEEK' } })
  const before = await termsVersion()
  await replace(made, 'Guests', { max_hours: { per: 'WEEK', hours: 10 } })
  expect(await termsVersion()).toBe(before)
  await replace(made, 'Guests', { max_short_reservations: 3 })
  expect(await termsVersion()).toBeGreaterThan(before)
  await api.call(deleteRuleSetRoute, { params: { rule_set_id: made.id } }, admin.token)
  const log = await auditOf(lot.lot_id)
  expect(log.map(({ action }) => action)).toEqual(['rule_set.create', 'rule_set.change', 'rule_set.delete'])
  expect(log[1]).toMatchObject({
    subject_id: made.id,
    actor_user_id: admin.user_id,
    details: {
      before: { version: 1, rules: { max_hours: { hours: 10, per: 'WEEK' } } },
      after: { version: 2, rules: { max_hours: null, max_short_reservations: 3 } },
    },
  })
})

test('replaces the previous default, also with concurrent new defaults', async () => {
  const first = await create('First', {}, true)
  const second = await create('Second', {}, true)
  expect((await list()).map(({ name, is_default }) => [name, is_default])).toEqual([
    ['Second', true],
    ['First', false],
  ])
  await replace(first, 'First', {}, true)
  expect((await read(second)).is_default).toBe(false)
  const named = Array.from({ length: 6 }, (_, i) => `At once ${i}`)
  await Promise.all(named.map((name) => create(name, {}, true)))
  const defaults = (await list()).filter(({ is_default }) => is_default)
  expect(defaults).toHaveLength(1)
  // Without a default, no rules apply to people without a group.
  const [last] = defaults
  if (last) await replace(last, last.name, {}, false)
  expect((await list()).some(({ is_default }) => is_default)).toBe(false)
})

test('creates one version per concurrent change of the same rule set', async () => {
  const made = await create('Busy')
  await Promise.all(
    [1, 2, 3, 4].map((max_short_reservations) => replace(made, 'Busy', { max_short_reservations })),
  )
  const { version, rules } = await read(made)
  expect(version).toBe(5)
  const all = await Promise.all([2, 3, 4, 5].map((each) => read(made, each)))
  expect(
    all.map((each) => each.rules.max_short_reservations).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
  ).toEqual([1, 2, 3, 4])
  expect(all.at(-1)?.rules).toEqual(rules)
})

test('counts every change as a revision, so that what was renamed or lost its default meanwhile is not overwritten unseen', async () => {
  const made = await create('Night')
  expect(made).toMatchObject({ version: 1, revision: 1 })
  const put = (of: RuleSet, body: { name?: string; is_default?: boolean; revision: number }) => ({
    params: { rule_set_id: of.id },
    body: { ...bodyOf(of.name), ...body },
  })
  const renamed = await api.call(
    replaceRuleSetRoute,
    put(made, { name: 'Evenings', revision: 1 }),
    admin.token,
  )
  expect(renamed).toMatchObject({ name: 'Evenings', version: 1, revision: 2 })
  expect(await api.refusal(replaceRuleSetRoute, put(made, { revision: 1 }), admin.token)).toMatchObject({
    status: 409,
    code: 'rule_set_changed',
    field: 'revision',
  })
  const chosen = await api.call(
    replaceRuleSetRoute,
    put(renamed, { is_default: true, revision: 2 }),
    admin.token,
  )
  await create('Another default', {}, true)
  expect(await read(made)).toMatchObject({ is_default: false, revision: chosen.revision + 1 })
})

test('rejects deleting a rule set in use with 409 rule_set_in_use', async () => {
  const everyone = await create('Everyone', {}, true)
  const residents = await create('Residents')
  const { db } = api.deps.database
  const { id: group_id } = await db
    .insertInto('groups')
    .values({ lot_id: lot.lot_id, name: 'Unit 7', rule_set_id: residents.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await read(residents)).groups).toEqual([{ id: group_id, name: 'Unit 7' }])
  const refused = { status: 409, code: 'rule_set_in_use' }
  const remove = (of: RuleSet) => ({ params: { rule_set_id: of.id } })
  expect(await api.refusal(deleteRuleSetRoute, remove(everyone), admin.token)).toMatchObject({
    ...refused,
    details: { is_default: true, groups: [] },
  })
  expect(await api.refusal(deleteRuleSetRoute, remove(residents), admin.token)).toMatchObject({
    ...refused,
    details: { is_default: false, groups: [{ name: 'Unit 7' }] },
  })
  await db.updateTable('groups').set({ rule_set_id: null }).where('id', '=', group_id).execute()
  await api.call(deleteRuleSetRoute, remove(residents), admin.token)
  expect((await list()).map(({ name }) => name)).toEqual(['Everyone'])
  expect(await api.refusal(deleteRuleSetRoute, remove(residents), admin.token)).toMatchObject({ status: 404 })
  // The name is free again, and the versions remain.
  await create('residents')
  const kept = await db
    .selectFrom('rule_set_versions')
    .where('rule_set_id', '=', residents.id)
    .select('version')
    .execute()
  expect(kept).toHaveLength(1)
})

test.each<[string, Partial<Rules>, string]>([
  [
    'a minimum length above the maximum length',
    { min_duration_minutes: 60, max_duration_minutes: 30 },
    'rules.max_duration_minutes',
  ],
  ['a maximum length of 0', { max_duration_minutes: 0 }, 'rules.max_duration_minutes'],
  [
    'two prices for one spot',
    {
      nth_spot_prices: [
        { nth: 2, percent_bps: 1 },
        { nth: 2, percent_bps: 2 },
      ],
    },
    'rules.nth_spot_prices',
  ],
  ['a nonexistent zone', { zone_ids: ['01a1fd5e-3d41-7ae6-8464-b22de92a9175'] }, 'rules.zone_ids'],
  ['a type that is none', { spot_types: ['BOAT' as never] }, 'rules.spot_types.0'],
  ['a negative count', { max_short_reservations: -1 }, 'rules.max_short_reservations'],
  ['hours beyond a month', { max_hours: { hours: 745, per: 'MONTH' } }, 'rules.max_hours.hours'],
])('rejects %s with 400 on its field', async (_, rules, field) => {
  const refused = { status: 400, code: 'request_invalid', field }
  const body = bodyOf('Odd', rules)
  expect(
    await api.refusal(createRuleSetRoute, { params: { lot_id: lot.lot_id }, body }, admin.token),
  ).toMatchObject(refused)
  const made = await create('Good')
  expect(
    await api.refusal(replaceRuleSetRoute, { params: { rule_set_id: made.id }, body }, admin.token),
  ).toMatchObject(refused)
  expect(await read(made)).toEqual(made)
})

test('rejects zones of other lots, taken names, and blank names by field', async () => {
  const { db } = api.deps.database
  const zoneOf = async (lot_id: string) =>
    (await db.insertInto('zones').values({ lot_id, name: 'Roof' }).returning('id').executeTakeFirstOrThrow())
      .id
  const [mine, other] = [await zoneOf(lot.lot_id), await zoneOf((await aLot(api)).lot_id)]
  expect((await create('Roof people', { zone_ids: [mine] })).rules.zone_ids).toEqual([mine])
  const call = (name: string, rules: Partial<Rules>) => ({
    params: { lot_id: lot.lot_id },
    body: bodyOf(name, rules),
  })
  const elsewhere = await api.refusal(
    createRuleSetRoute,
    call('Else', { zone_ids: [mine, other] }),
    admin.token,
  )
  expect(elsewhere).toMatchObject({ status: 400, field: 'rules.zone_ids' })
  const taken = await api.refusal(createRuleSetRoute, call('roof PEOPLE', {}), admin.token)
  expect(taken).toMatchObject({ status: 409, code: 'name_taken', field: 'name' })
  const blank = await api.refusal(createRuleSetRoute, call('  ', {}), admin.token)
  expect(blank).toMatchObject({ status: 400, field: 'name' })
})

test('lets staff read and admins change rule sets, and hides them from others with 404', async () => {
  const made = await create('Ours')
  const reading = { params: { rule_set_id: made.id }, query: {} }
  const writing = { params: { rule_set_id: made.id }, body: bodyOf('Theirs') }
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect((await api.call(getRuleSetRoute, reading, patroller.token)).name).toBe('Ours')
  expect(await api.refusal(replaceRuleSetRoute, writing, patroller.token)).toMatchObject({ status: 403 })
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  expect(await api.refusal(getRuleSetRoute, reading, member.token)).toMatchObject({ status: 404 })
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  for (const [call, input] of [
    [getRuleSetRoute, reading],
    [replaceRuleSetRoute, writing],
    [deleteRuleSetRoute, { params: reading.params }],
  ] as const) {
    expect(await api.refusal(call, input as never, elsewhere.token)).toMatchObject({ status: 404 })
  }
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect((await api.call(replaceRuleSetRoute, writing, platform.token)).name).toBe('Theirs')
})
