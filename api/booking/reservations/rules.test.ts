import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { createRuleSetRoute, type Rules } from '@openspot/contract/booking/rule-sets.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, type Person } from '../../testing/factories/people.ts'
import { bookAs, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, {}, 5)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const rule = (rules: Partial<Rules>) =>
  api.call(
    createRuleSetRoute,
    {
      params: { lot_id: lot.lot_id },
      body: { name: 'House rules', is_default: true, rules: { ...noRules, ...rules } },
    },
    admin.token,
  )
const spot = (at: number) => lot.spot_ids[at] ?? ''

async function aHousehold(of: number) {
  const { pool } = api.deps.database
  const people = await Promise.all(Array.from({ length: of }, () => aMember(api, lot.lot_id, 'MEMBER')))
  await pool.query(
    `with g as (insert into groups (lot_id, name) values ($1, 'Flat 12') returning id)
     update memberships m set group_id = g.id from g where m.lot_id = $1 and m.user_id = any($2::uuid[])`,
    [lot.lot_id, people.map(({ user_id }) => user_id)],
  )
  return Promise.all(people.map(async (person) => ({ ...person, card: await aCard(api, person) })))
}

test('counts reservations across the group and names the violated rule and its version', async () => {
  const made = await rule({ max_short_reservations: 2 })
  const [a, b] = await aHousehold(2)
  if (!a || !b) throw new Error('nobody lives there')
  await bookAs(api, a, { spot_id: spot(0), payment_method_id: a.card })
  await bookAs(api, b, { spot_id: spot(1), payment_method_id: b.card })
  const query = { spot_id: spot(2), ...twoHours(api) }
  const refused = await api.call(getCheckoutRoute, { query }, a.token)
  expect(refused).toMatchObject({
    price: null,
    quote_token: null,
    refusal: { code: 'rules_refuse', rule: 'max_short_reservations', rule_set: { id: made.id, version: 1 } },
  })
})

test('lets only one of several concurrent group bookings be the last allowed one', async () => {
  await rule({ max_short_reservations: 1 })
  const people = await aHousehold(5)
  const go = await Promise.all(
    people.map((person, at) =>
      prepareBooking(api, person, { spot_id: spot(at), payment_method_id: person.card }),
    ),
  )
  const ends = await Promise.allSettled(go.map((book) => book()))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = ends.flatMap((end) =>
    end.status === 'rejected' ? [(end.reason as { body: { code: string } }).body.code] : [],
  )
  expect(new Set(codes)).toEqual(new Set(['holdings_changed']))
})

test('charges the second spot at the same time by the rules, on a line of its own', async () => {
  await rule({ nth_spot_prices: [{ nth: 2, percent_bps: 5000 }] })
  const [a] = await aHousehold(1)
  if (!a) throw new Error('nobody lives there')
  await bookAs(api, a, { spot_id: spot(0), payment_method_id: a.card })
  const second = await api.call(getCheckoutRoute, { query: { spot_id: spot(1), ...twoHours(api) } }, a.token)
  expect(second.price?.lines).toMatchObject([
    { kind: 'PARKING', amount_cents: 800 },
    { kind: 'NTH_SPOT', amount_cents: 400, because: null },
    { kind: 'SERVICE_FEE', amount_cents: 99 },
  ])
  const { reservation } = await bookAs(api, a, { spot_id: spot(1), payment_method_id: a.card })
  expect(reservation.total_cents).toBe(1299)
})

test('rejects a quote made under other rules with terms_changed', async () => {
  const [a] = await aHousehold(1)
  if (!a) throw new Error('nobody lives there')
  const book = await prepareBooking(api, a, { spot_id: spot(0), payment_method_id: a.card })
  await rule({ max_duration_minutes: 60 })
  await expect(book()).rejects.toMatchObject({ body: { code: 'terms_changed' } })
})
