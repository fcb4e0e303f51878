import {
  getLotUsageRoute,
  getPlatformUsageRoute,
  type UsageFigures,
} from '@openspot/contract/platform/analytics.ts'
import { events } from '@openspot/core/analytics/events.ts'
import { funnelStages } from '@openspot/core/analytics/funnel.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let other: TestLot
let owner: Person
let admin: Person

const post = (event: string, properties: Record<string, unknown>, from: string, distinct_id?: string) =>
  fetch(`${api.base}/api/v2/usage/e`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ event, properties, ...(distinct_id ? { distinct_id } : {}) }),
  })

const people = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
const recognized = '0b0b0b0b-1111-4111-8111-111111111111'
const drivers: { person: Person; card: string }[] = []

/** Has a driver book in a lot. A declined card leaves a hold. */
async function book(driver: number, in_lot: TestLot, hoursAhead: number) {
  const { person, card } = drivers[driver] ?? { person: admin, card: '' }
  const order = { lot_id: in_lot.lot_id, ...twoHours(api, hoursAhead), payment_method_id: card }
  return bookAs(api, person, order)
}

beforeAll(async () => {
  // A Monday, 10 in the morning in Chicago.
  api = await testApi({}, null, new Date('2026-03-02T16:00:00.000Z'))
  lot = await aLot(api, {}, 12)
  other = await aLot(api)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  for (let at = 0; at < 4; at++) {
    const person = await aPerson(api)
    const card = await aCard(api, person, at === 3 ? 'pm_card_chargeCustomerFail' : 'pm_card_bypassPending')
    drivers.push({ person, card })
  }
  // Week 1: four look, three drivers pay, one card is declined.
  for (const from of people) await post('search', { result_count: 2 }, from)
  for (const from of people.slice(1)) await post('lot_view', { lot_id: lot.lot_id }, from)
  await post('lot_view', { lot_id: lot.lot_id }, people[1] ?? '')
  await post('lot_view', { lot_id: other.lot_id }, people[0] ?? '', recognized)
  await book(0, lot, 1)
  await book(0, lot, 4)
  await book(1, lot, 7)
  await book(2, other, 1)
  await expect(book(3, lot, 10)).rejects.toThrow(/declined/)
  await api.runJobs()
  // Late on Sunday in Chicago, which is Monday in UTC.
  api.ports.advance({ days: 6, hours: 12 })
  await post('lot_view', { lot_id: lot.lot_id }, people[2] ?? '')
  // Week 2: one driver comes back, and the recognized visitor.
  api.ports.advance({ hours: 11 })
  await book(0, lot, 1)
  await post('lot_view', { lot_id: other.lot_id }, people[0] ?? '', recognized)
  // Week 4.
  api.ports.advance({ days: 14 })
  await book(0, lot, 1)
  await book(1, lot, 4)
  await api.runJobs()
})
afterAll(() => api.close())

const ofLot = (lot_id: string, days = 28) =>
  api.call(getLotUsageRoute, { params: { lot_id }, query: { days } }, owner.token)
const ofPlatform = (days = 28) => api.call(getPlatformUsageRoute, { query: { days } }, admin.token)
const total = ({ days }: UsageFigures) =>
  Object.fromEntries(funnelStages.map((stage) => [stage, days.reduce((sum, day) => sum + day[stage], 0)]))

test('counts different people per day at each stage, for a lot and for the platform', async () => {
  // Quotes are counted after their response.
  await expect
    .poll(async () => total(await ofPlatform()))
    .toEqual({ search: 4, lot_view: 6, quote: 3, hold: 7, paid: 6 })
  expect(total(await ofLot(lot.lot_id))).toEqual({ search: 0, lot_view: 4, quote: 3, hold: 6, paid: 5 })
})

test('days are those of the lot, and of UTC for the platform', async () => {
  const seen = ({ days }: UsageFigures) => days.filter(({ lot_view }) => lot_view > 0).map(({ on }) => on)
  expect(seen(await ofLot(lot.lot_id))).toEqual(['2026-03-02', '2026-03-08'])
  expect(seen(await ofPlatform())).toEqual(['2026-03-02', '2026-03-09'])
})

test('equals what plain statements count', async () => {
  const { pool } = api.deps.database
  const sql = async (text: string, values: unknown[] = []) =>
    Number((await pool.query<{ n: string }>(text, values)).rows[0]?.n)
  const platform = await ofPlatform()
  const figures = total(platform)
  for (const stage of ['search', 'lot_view', 'quote'] as const)
    expect(figures[stage], stage).toBe(
      await sql(
        `select count(*) as n from (select distinct visitor, (at at time zone 'UTC')::date from analytics_events where event = $1) of`,
        [stage],
      ),
    )
  expect(figures['hold']).toBe(
    await sql(
      `select count(*) as n from (select distinct user_id, (created_at at time zone 'UTC')::date from reservations) of`,
    ),
  )
  expect(figures['paid']).toBe(
    await sql(
      `select count(*) as n from (select distinct user_id, (created_at at time zone 'UTC')::date from reservations where status <> 'CHECKOUT') of`,
    ),
  )
  const counts = Object.fromEntries(platform.events.map(({ event, count }) => [event, count]))
  expect(Object.keys(counts)).toEqual(Object.keys(events))
  expect(counts).toMatchObject({
    search: 4,
    lot_view: await sql(`select count(*) as n from analytics_events where event = 'lot_view'`),
    hold: await sql('select count(*) as n from reservations'),
    paid: await sql(`select count(*) as n from reservations where status <> 'CHECKOUT'`),
    canceled: 0,
  })
})

test('shows how many drivers of each week came back in the weeks after it', async () => {
  const { drivers: cohorts } = await ofLot(lot.lot_id)
  expect(cohorts).toHaveLength(12)
  expect(cohorts.filter(({ people }) => people > 0)).toEqual([
    { week_on: '2026-03-02', people: 2, returned: [1, 0, 2] },
  ])
  const platform = await ofPlatform()
  expect(platform.drivers.find(({ week_on }) => week_on === '2026-03-02')).toEqual({
    week_on: '2026-03-02',
    people: 3,
    returned: [1, 0, 2],
  })
})

test('shows how many visitors came back of those who allowed to be recognized', async () => {
  const { visitors } = await ofLot(other.lot_id).catch(() => ofPlatform())
  expect(visitors.filter(({ people }) => people > 0)).toEqual([
    { week_on: '2026-03-02', people: 1, returned: [1, 0, 0] },
  ])
})

test('a driver who came before the first week shown is new in none', async () => {
  api.ports.advance({ days: 7 * 10 })
  for (const { person } of drivers) person.token = await anotherSession(api, person.user_id)
  owner.token = await anotherSession(api, owner.user_id)
  await book(1, lot, 1)
  const { drivers: cohorts } = await ofLot(lot.lot_id)
  expect(cohorts.every(({ people: count }) => count === 0)).toBe(true)
})
