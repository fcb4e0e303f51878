import { getLotOverviewRoute } from '@openspot/contract/booking/overview.ts'
import { getPortfolioRoute, type PortfolioLot } from '@openspot/contract/booking/portfolio.ts'
import { createProblemRoute } from '@openspot/contract/operations/problems.ts'
import { addMemberRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { connectionsUsed, functionsCalled } from '../../testing/functions-called.ts'

const HOUR_MS = 3_600_000
let api: TestApi
let person: Person
let managed: TestLot
let patrolled: TestLot
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  // 10 AM in Chicago, so that the hours of a test are on one day.
  const ten =
    Math.ceil((api.ports.now().getTime() - 16 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS + 16 * HOUR_MS
  api.ports.advance({ seconds: (ten - api.ports.now().getTime()) / 1000 })
  person = await aPerson(api)
  managed = await aLot(api, { name: 'B managed' })
  patrolled = await aLot(api, { name: 'A patrolled' })
  await join(managed, 'ADMIN')
  await join(patrolled, 'PATROLLER')
})

const join = ({ lot_id }: TestLot, role: string, status = 'ACTIVE') =>
  api.deps.database.pool.query(
    `insert into memberships (lot_id, user_id, role, status) values ($1, $2, $3::lot_role, $4::membership_status)`,
    [lot_id, person.user_id, role, status],
  )
const portfolio = (query: { cursor?: string; limit?: number } = {}) =>
  api.call(getPortfolioRoute, { query }, person.token)
const hoursFromNow = (hours: number) =>
  new Date(Math.round(api.ports.now().getTime() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString()

async function bookIn(lot: TestLot, spot: number, from: number, to: number) {
  const driver = await aPerson(api)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[spot] ?? '',
    starts_at: hoursFromNow(from),
    ends_at: hoursFromNow(to),
    payment_method_id: await aCard(api, driver),
  })
  await api.call(
    createProblemRoute,
    {
      params: { lot_id: lot.lot_id },
      body: { kind: 'OTHER', reservation_id: reservation.id, text: 'The light is broken' },
      idempotency_key: secretWord(api.ports),
    },
    driver.token,
  )
}

test('shows of every lot what its overview shows: spots taken, hours, arrivals, departures, money, and attention', async () => {
  for (const lot of [managed, patrolled]) {
    await bookIn(lot, 0, 1, 3)
    await bookIn(lot, 1, 2, 30)
    const asker = await aPerson(api)
    await api.call(addMemberRoute, { params: { lot_id: lot.lot_id }, body: {} }, asker.token)
    await api.deps.database.pool.query(
      `update reservations set starts_at = $2 where lot_id = $1 and ends_at = $3`,
      [lot.lot_id, hoursFromNow(0), hoursFromNow(3)],
    )
  }
  const { items } = await portfolio()
  expect(items.map(({ name, role }) => [name, role])).toEqual([
    ['A patrolled', 'PATROLLER'],
    ['B managed', 'ADMIN'],
  ])
  for (const lot of items) {
    const overview = await api.call(getLotOverviewRoute, { params: { lot_id: lot.lot_id } }, person.token)
    const { spots, taken_spots, hours, attention, currency } = overview
    expect(lot).toMatchObject({
      spots,
      taken_spots,
      hours,
      attention,
      currency,
    } satisfies Partial<PortfolioLot>)
    expect([lot.arrivals, lot.departures]).toEqual([overview.arrivals.count, overview.departures.count])
    expect(lot.money?.paid_cents).toBe(overview.money?.paid_cents)
    expect(lot.money?.week_ago_cents).toBe(overview.money?.week_ago_cents)
  }
  expect(items.map(({ taken_spots, arrivals, departures }) => [taken_spots, arrivals, departures])).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
})

test('shows a patroller no money, and only the attention that they can work on', async () => {
  await bookIn(patrolled, 0, 1, 3)
  const asker = await aPerson(api)
  await api.call(addMemberRoute, { params: { lot_id: patrolled.lot_id }, body: {} }, asker.token)
  const [lot] = (await portfolio()).items
  expect(lot?.money).toBeNull()
  expect(lot?.attention.map(({ kind }) => kind)).toEqual(['PROBLEMS'])
})

test('omits lots in which the person is only a member, has left, or has not joined', async () => {
  await join(await aLot(api), 'MEMBER')
  await join(await aLot(api), 'ADMIN', 'DELETED')
  await aLot(api)
  expect((await portfolio()).items.map(({ lot_id }) => lot_id)).toEqual([patrolled.lot_id, managed.lot_id])
})

test('lists lots page by page, also those with the same name', async () => {
  for (let index = 0; index < 3; index++) await join(await aLot(api, { name: 'B managed' }), 'SUPER_ADMIN')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await portfolio({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...page.items.map(({ lot_id }) => lot_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual((await portfolio()).items.map(({ lot_id }) => lot_id))
  expect(new Set(seen).size).toBe(5)
})

test('is read by one statement, besides that of the session, which calls no function for each lot, hour, or reservation', async () => {
  for (const lot of [managed, patrolled]) await bookIn(lot, 0, 1, 3)
  const values = [person.user_id, api.ports.now().toISOString(), null, null, 21]
  expect(await functionsCalled(api, 'list_portfolio', values)).toEqual({})
  expect(await connectionsUsed(api, portfolio)).toBe(2)
})
