import {
  createRuleSetRoute,
  replaceRuleSetRoute,
  runBacktestRoute,
} from '@openspot/contract/booking/rule-sets.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember } from '../../testing/factories/people.ts'
import { aStage, type Proposal, rulesOf, type Stage, same } from '../../testing/factories/rule-sets.ts'
import { clockOf } from '../../testing/factories/search-world.ts'

let api: TestApi
let stage: Stage
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  stage = await aStage(api)
})
afterAll(() => api.close())

test('refuses exactly the bookings longer than a proposed maximum duration', async () => {
  const [ada, ben] = [await stage.aDriver(), await stage.aDriver('Ben')]
  await stage.book(ada, 0, 2, 2)
  const long = [await stage.book(ada, 1, 2, 5), await stage.book(ben, 2, 3, 4)].map(({ id }) => id)
  const limit = { rules: rulesOf({ max_duration_minutes: 180 }) }
  const report = await stage.backtest({ rule_set: limit })
  expect(report).toMatchObject({ bookings: 3, refused: 2, people: 2, more_expensive: 0, unexplained: 0 })
  // Newest first.
  expect(report.differences.map(({ reservation_id }) => reservation_id)).toEqual(long.toReversed())
  expect(report.differences[0]).toMatchObject({
    kind: 'REFUSED',
    rule: 'max_duration_minutes',
    driver: 'Ben Example',
    before_cents: 1699,
    after_cents: null,
    message: expect.stringContaining('3 h'),
  })
  expect(report.money_before_cents - report.money_after_cents).toBe(1699 + 2099)
  // A proposed rule set that is not the default applies to nobody.
  expect(await stage.backtest({ rule_set: { ...limit, is_default: false } })).toMatchObject(same)
  // If today's rules refuse them, removing the rules allows them.
  const id = await stage.setRules({ max_duration_minutes: 180 })
  expect(await stage.backtest({})).toMatchObject(same)
  const off = { rule_set_id: id, rules: rulesOf({}) }
  expect(await stage.backtest({ rule_set: off })).toMatchObject({ newly_allowed: 2, refused: 0 })
  expect(await stage.backtest({ rule_set: { ...off, rules: limit.rules, is_default: false } })).toMatchObject(
    {
      newly_allowed: 2,
    },
  )
})

test('reports the exact amounts under changed rates', async () => {
  const ada = await stage.aDriver()
  for (const [spot, hours] of [1, 2, 3, 6].entries()) await stage.book(ada, spot, 2, hours)
  // $4.00 per hour, a fee of $0.99, and a day at $20.00, which covers six hours.
  const before = [499, 899, 1299, 2099]
  const rates = { hour_cents: 500, day_cents: 1800 }
  const after = [599, 1099, 1599, 1899]
  const sum = (all: number[]) => all.reduce((total, cents) => total + cents, 0)
  const report = await stage.backtest({ rates })
  expect(report).toMatchObject({
    bookings: 4,
    more_expensive: 3,
    less_expensive: 1,
    refused: 0,
    people: 1,
    unexplained: 0,
    money_before_cents: sum(before),
    money_after_cents: sum(after),
  })
  const shown = report.differences
    .toReversed()
    .map(({ before_cents, after_cents }) => [before_cents, after_cents])
  expect(shown).toEqual(before.map((cents, nth) => [cents, after[nth]]))
  // Removing a rate refuses the bookings that need it.
  const none = await stage.backtest({ rates: { hour_cents: null, day_cents: null } })
  expect(none).toMatchObject({ refused: 4, money_after_cents: 0 })
  expect(none.differences[0]).toMatchObject({ rule: null, kind: 'REFUSED' })
})

test('previews added, changed, and removed zone rates and calendar prices', async () => {
  const { db } = api.deps.database
  const { id: zone_id } = await db
    .insertInto('zones')
    .values({ lot_id: stage.lot.lot_id, name: 'Roof' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('spots')
    .set({ zone_id })
    .where('id', '=', stage.lot.spot_ids[0] ?? '')
    .execute()
  const now = api.ports.now().toISOString()
  const at = clockOf(api)
  const event = { name: 'Game', starts_at: at(2), ends_at: at(4) }
  const { id: price_id } = await db
    .insertInto('calendar_prices')
    .values({
      ...event,
      lot_id: stage.lot.lot_id,
      percent_bps: 10_000,
      created_at: now,
      changed_at: now,
      created_by_user_id: stage.admin.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ada = await stage.aDriver()
  await stage.book(ada, 0, 2, 2)
  await stage.book(ada, 1, 5, 2)
  expect(await stage.backtest({})).toMatchObject({ ...same, money_before_cents: 1699 + 899 })
  expect(await stage.backtest({ zone_rates: [{ zone_id, rates: { hour_cents: 100 } }] })).toMatchObject({
    less_expensive: 1,
    money_after_cents: 499 + 899,
  })
  expect(await stage.backtest({ calendar_price: { price_id, price: null } })).toMatchObject({
    less_expensive: 1,
    money_after_cents: 899 + 899,
  })
  const half = { ...event, percent_bps: 5000 }
  expect(await stage.backtest({ calendar_price: { price_id, price: half } })).toMatchObject({
    money_after_cents: 1299 + 899,
  })
  const more = { name: 'Another', starts_at: at(5), ends_at: at(6), amount_cents: 50, is_published: false }
  expect(await stage.backtest({ calendar_price: { price: more } })).toMatchObject({
    more_expensive: 1,
    money_after_cents: 1699 + 949,
  })
})

test('counts a group’s rules across the group and the default rules per person', async () => {
  const { db } = api.deps.database
  const everyone = await stage.setRules({})
  const body = { name: 'Residents', is_default: false, rules: rulesOf({}) }
  const residents = await api.call(
    createRuleSetRoute,
    { params: { lot_id: stage.lot.lot_id }, body },
    stage.admin.token,
  )
  const { id: group_id } = await db
    .insertInto('groups')
    .values({ lot_id: stage.lot.lot_id, name: 'Unit 1', rule_set_id: residents.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [ada, ben, cleo] = [await stage.aDriver(), await stage.aDriver('Ben'), await stage.aDriver('Cleo')]
  const changed_at = api.ports.now().toISOString()
  const members = [ada, ben].map(({ user_id }) => ({
    lot_id: stage.lot.lot_id,
    user_id,
    group_id,
    changed_at,
  }))
  await db
    .insertInto('memberships')
    .values(members.map((one) => ({ ...one, status: 'ACTIVE' as const })))
    .execute()
  await stage.book(ada, 0, 2, 2)
  const { id: second } = await stage.book(ben, 1, 2, 2)
  await stage.book(cleo, 2, 2, 2)
  const nth = { nth_spot_prices: [{ nth: 2, percent_bps: 2500 }] }
  const report = await stage.backtest({ rule_set: { rule_set_id: residents.id, rules: rulesOf(nth) } })
  expect(report).toMatchObject({
    more_expensive: 1,
    people: 1,
    unexplained: 0,
    money_after_cents: 3 * 899 + 200,
  })
  expect(report.differences[0]).toMatchObject({
    reservation_id: second,
    rule: 'nth_spot_prices',
    driver: 'Ben Example',
  })
  expect(await stage.backtest({ rule_set: { rule_set_id: everyone, rules: rulesOf(nth) } })).toMatchObject(
    same,
  )
  // Earlier bookings are not reported once the rules are in force.
  const replaced = { params: { rule_set_id: residents.id }, body: { ...body, rules: rulesOf(nth) } }
  await api.call(replaceRuleSetRoute, replaced, stage.admin.token)
  expect(await stage.backtest({})).toMatchObject({ ...same, money_before_cents: 3 * 899 + 200 })
  await stage.book(ada, 3, 3, 1)
  expect(await stage.backtest({})).toMatchObject({ ...same, bookings: 4 })
})

test('writes nothing to the database', async () => {
  const id = await stage.setRules({ max_short_reservations: 5 })
  await stage.book(await stage.aDriver(), 0, 2, 2)
  const tables = [
    'lots',
    'rule_sets',
    'rule_set_versions',
    'reservations',
    'invoices',
    'calendar_prices',
    'limit_scopes',
    'audit_log',
  ]
  const state = async () =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await api.deps.database.pool.query(
          `select md5(string_agg(t::text || t.xmin::text, ' ' order by t::text)) as sum from ${table} t`,
        )
        return rows[0]
      }),
    )
  const before = await state()
  const at = clockOf(api)
  await stage.backtest({
    rule_set: { rule_set_id: id, rules: rulesOf({ max_duration_minutes: 10 }) },
    rates: { hour_cents: 900 },
    calendar_price: { price: { name: 'Dream', starts_at: at(1), ends_at: at(2), percent_bps: 100 } },
  })
  expect(await state()).toEqual(before)
})

const nowhere = '01a1fd5e-3d41-7ae6-8464-b22de92a9175'
const dream = {
  name: 'Dream',
  starts_at: '2026-03-01T00:00:00Z',
  ends_at: '2026-03-02T00:00:00Z',
  percent_bps: 100,
}
test.each<[string, Proposal, string]>([
  [
    'rules that make no sense',
    { rule_set: { rules: { ...noRules, max_duration_minutes: 0 } } },
    'rule_set.rules.max_duration_minutes',
  ],
  ['a nonexistent rule set', { rule_set: { rule_set_id: nowhere, rules: noRules } }, 'rule_set.rule_set_id'],
  [
    'a nonexistent zone',
    { rule_set: { rules: { ...noRules, zone_ids: [nowhere] } } },
    'rule_set.rules.zone_ids',
  ],
  ['rates of a nonexistent zone', { zone_rates: [{ zone_id: nowhere, rates: {} }] }, 'zone_rates.0.zone_id'],
  ['a nonexistent price', { calendar_price: { price_id: nowhere, price: null } }, 'calendar_price.price_id'],
  ['null for a calendar price without an ID', { calendar_price: { price: null } }, 'calendar_price.price'],
  [
    'a price that ends before it starts',
    { calendar_price: { price: { ...dream, ends_at: dream.starts_at } } },
    'calendar_price.price.ends_at',
  ],
  [
    'a price that changes nothing',
    { calendar_price: { price: { ...dream, percent_bps: null } } },
    'calendar_price.price.percent_bps',
  ],
  [
    'a price for zones of nowhere',
    { calendar_price: { price: { ...dream, zone_ids: [nowhere] } } },
    'calendar_price.price.zone_ids',
  ],
  ['too many days', { days: 91 }, 'days'],
])('rejects %s with 400 on its field', async (_, body, field) => {
  const answer = await api.refusal(
    runBacktestRoute,
    { params: { lot_id: stage.lot.lot_id }, body },
    stage.admin.token,
  )
  expect(answer).toMatchObject({ status: 400, code: 'request_invalid', field })
})

test('allows only admins of the lot to preview', async () => {
  const call = { params: { lot_id: stage.lot.lot_id }, body: {} }
  const patroller = await aMember(api, stage.lot.lot_id, 'PATROLLER')
  expect(await api.refusal(runBacktestRoute, call, patroller.token)).toMatchObject({ status: 403 })
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'ADMIN')
  expect(await api.refusal(runBacktestRoute, call, elsewhere.token)).toMatchObject({ status: 403 })
})
