import { setSubscriptionMethodRoute } from '@openspot/contract/money/subscriptions.ts'
import { getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import { listUnpaidPlansRoute } from '@openspot/contract/platform/unpaid-plans.ts'
import { PLAN_GRACE_DAYS, PLAN_RETRY_DAYS } from '@openspot/core/billing/plan-dunning.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { bill } from '../../money/billing/bill.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { advance, aPlannedLot, bill as billPlans } from '../../testing/factories/subscriptions.ts'
import { asOwner } from '../../testing/owner.ts'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(() => api.close())

type Query = { stopped?: boolean; limit?: number; cursor?: string }
const list = (query: Query = {}) => api.call(listUnpaidPlansRoute, { query }, admin.token)
const names = async (query: Query = {}) => (await list(query)).items.map(({ lot }) => lot.name)
const daysFrom = (at: string, days: number) => new Date(Date.parse(at) + days * 86_400_000).toISOString()

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await advance(api, 1)
    await billPlans(api)
    await bill(paymentDepsOf(api.deps))
    await api.runJobs()
  }
}

test('lists lots that owe bills of their plan with amount, age, next attempt, and what stops, and no others', async () => {
  expect(await list()).toEqual({ items: [], next_cursor: null, totals: [] })
  // $49.00 a month each. The card of the first one is declined, the second has none, and the third pays.
  const declined = await aPlannedLot(api, 30, { name: 'Canal Lot' })
  const silent = await aPlannedLot(api, 30, { name: 'Dock Lot' })
  const paying = await aPlannedLot(api, 30, { name: 'Elm Lot' })
  for (const [lot, card] of [
    [declined, 'pm_card_chargeCustomerFail'],
    [paying, 'pm_card_visa'],
  ] as const) {
    const { id, payment } = await lot.look()
    const body = {
      payment_method_id: await aCard(api, lot.owner, card),
      agreed_month_cents: payment.agreed_month_cents,
    }
    await api.call(setSubscriptionMethodRoute, { params: { subscription_id: id }, body }, lot.owner.token)
  }
  await billPlans(api)
  await api.runJobs()
  const since = api.ports.now().toISOString()
  const { items } = await list()
  expect(items.map(({ lot }) => lot.name).toSorted()).toEqual(['Canal Lot', 'Dock Lot'])
  const [first] = PLAN_RETRY_DAYS
  expect(items.find(({ lot }) => lot.id === declined.lot_id)).toEqual({
    id: `${declined.lot_id} USD`,
    lot: { id: declined.lot_id, name: 'Canal Lot', time_zone: expect.any(String) },
    plan_name: expect.any(String),
    currency: 'USD',
    amount_cents: 4900,
    bills: 1,
    unpaid_since: since,
    next_attempt_at: daysFrom(since, first),
    has_method: true,
    due_at: daysFrom(since, PLAN_GRACE_DAYS),
    stopped_at: null,
    owners: [{ user_id: declined.owner.user_id, name: expect.any(String), email: declined.owner.email }],
  })
  expect(items.find(({ lot }) => lot.id === silent.lot_id)).toMatchObject({ has_method: false })
  expect((await api.call(getPlatformOverviewRoute, {}, admin.token)).attention).toMatchObject([
    { kind: 'UNPAID_PLANS', count: 2, due_at: daysFrom(since, PLAN_GRACE_DAYS), since_at: since },
  ])

  await passDays(PLAN_GRACE_DAYS + 1)
  expect((await list()).items).toMatchObject(
    [1, 2].map(() => ({ stopped_at: expect.any(String), due_at: null, next_attempt_at: null })),
  )
  await passDays(21)
  // A second month, while the first one is still owed.
  expect((await list()).items).toMatchObject(
    [1, 2].map(() => ({ amount_cents: 9800, bills: 2, unpaid_since: since })),
  )

  expect(await names({ stopped: false })).toEqual([])
  expect(await names({ stopped: true })).toHaveLength(2)
  const page = await list({ limit: 1 })
  const rest = await list({ limit: 1, cursor: page.next_cursor ?? '' })
  expect([...page.items, ...rest.items].map(({ lot }) => lot.name).toSorted()).toEqual([
    'Canal Lot',
    'Dock Lot',
  ])
  expect(rest.next_cursor).toBeNull()
  const whole = [{ currency: 'USD', amount_cents: 19_600, lots: 2, bills: 4 }]
  expect([page.totals, rest.totals, (await list({ stopped: true })).totals]).toEqual([whole, whole, whole])
  expect((await list({ stopped: false })).totals).toEqual([])
})

test('a lot that owes in two currencies since the same day has a row for each on every page, and totals of all pages', async () => {
  const { items } = await list()
  const lot_id = items[0]?.lot.id ?? ''
  // One of its two bills becomes one in euros, from the same day.
  await asOwner(
    api,
    `with bills as (select id, created_at from plan_bills where lot_id = '${lot_id}' order by created_at),
       second as (update plan_bills b set currency = 'EUR', created_at = (select min(created_at) from bills)
         where b.id = (select id from bills order by created_at desc limit 1) returning b.id)
     update invoices i set currency = 'EUR' from second where i.plan_bill_id = second.id`,
  )
  const totals = [
    { currency: 'EUR', amount_cents: 4900, lots: 1, bills: 1 },
    { currency: 'USD', amount_cents: 14_700, lots: 2, bills: 3 },
  ]
  const rows: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: 1, ...(cursor ? { cursor } : {}) })
    expect(page.totals).toEqual(totals)
    rows.push(...page.items.map(({ id, amount_cents }) => `${id} ${amount_cents}`))
    cursor = page.next_cursor
  } while (cursor !== null)
  const whole = (await list()).items.map(({ id, amount_cents }) => `${id} ${amount_cents}`)
  expect(rows).toEqual(whole)
  expect(rows.filter((row) => row.startsWith(lot_id))).toEqual([`${lot_id} EUR 4900`, `${lot_id} USD 4900`])
})

test('is refused to owners', async () => {
  const lot = await aPlannedLot(api, 3)
  expect((await api.refusal(listUnpaidPlansRoute, { query: {} }, lot.owner.token)).status).toBe(403)
})
