import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import type { Input } from '@openspot/contract/call.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import {
  changeSubscriptionRoute,
  getReservationSubscriptionRoute,
  listSubscriptionChangesRoute,
  withdrawSubscriptionChangeRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { bill } from '../billing/bill.ts'
import { applyChanges } from './bill-plans.ts'

let api: TestApi
let lot: TestLot
let driver: Person
let admin: Person
let owner: Person
let reservation: string

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(pool())).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { month_cents: 31_000, time_zone: zone })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const order = { spot_id: lot.spot_ids[0] ?? '', ends_at: null, payment_method_id }
  reservation = (await bookAs(api, driver, order)).reservation.id
  await api.runJobs()
})

const zone = 'America/Chicago'
const pool = () => api.deps.database.pool
const look = (who: Person = driver) =>
  api.call(getReservationSubscriptionRoute, { params: { reservation_id: reservation } }, who.token)
type Order = Input<typeof changeSubscriptionRoute>['body']
const input = async (order: Partial<Order>) => ({
  params: { subscription_id: (await look()).id },
  body: { kind: 'PRICE' as const, effective_at: 'NOW', reason: 'The market', ...order },
  idempotency_key: secretWord(api.ports),
})
const change = async (order: Partial<Order>, who = admin) =>
  api.call(changeSubscriptionRoute, await input(order), who.token)
const refused = async (order: Partial<Order>, who = admin) =>
  api.refusal(changeSubscriptionRoute, await input(order), who.token)

async function advance(days: number): Promise<void> {
  api.ports.advance({ days })
  await pool().query(`update sessions set expires_at = expires_at + $1 * interval '1 day'`, [days])
}
/** Runs the worker's jobs for that many days, in alternating order. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await advance(1)
    const jobs = [() => bill(paymentDepsOf(api.deps)), () => applyChanges(paymentDepsOf(api.deps))]
    for (const job of day % 2 === 0 ? jobs : jobs.toReversed()) await job()
  }
  await api.runJobs()
}
const monthsPaid = async () => {
  const query = { params: { reservation_id: reservation } }
  const { items } = await api.call(listReservationInvoicesRoute, query, admin.token)
  return items.map(({ total_cents }) => total_cents)
}
const noticesOf = async ({ user_id }: Person) => {
  const { rows } = await pool().query<{ kind: string; text: string }>(
    `select kind, params ->> 'text' as text from notifications where user_id = $1 and kind like 'PRICE%' order by created_at, id`,
    [user_id],
  )
  return rows
}
const inDays = (days: number) =>
  isoOf(startOfLocalDay(zone, plusLocalDays(zone, minutesOf(api.ports.now().toISOString()), days)))

test('shows a monthly reservation’s price, period, and next bill to its driver and the lot only', async () => {
  const seen = await look()
  expect(seen).toMatchObject({
    kind: 'RESERVATION',
    reservation_id: reservation,
    month_cents: 31_000,
    plan: null,
    next_bill: { at: seen.period_ends_at, amount_cents: 31_099 },
    scheduled: null,
  })
  expect(await look(admin)).toMatchObject({ id: seen.id })
  const stranger = await aPerson(api)
  const params = { reservation_id: reservation }
  expect(await api.refusal(getReservationSubscriptionRoute, { params }, stranger.token)).toMatchObject({
    status: 404,
  })
  const of = { params: { subscription_id: seen.id }, query: {} }
  expect(await api.refusal(listSubscriptionChangesRoute, of, stranger.token)).toMatchObject({ status: 404 })
  expect(await api.call(listSubscriptionChangesRoute, of, driver.token)).toMatchObject({ items: [] })
})

test('requires 30 days’ notice for a higher price, notifies the driver, and charges it afterwards', async () => {
  expect(await refused({ month_cents: 36_000 })).toMatchObject({
    status: 400,
    field: 'effective_at',
    details: { earliest_at: inDays(30) },
  })
  expect(await refused({ month_cents: 36_000, effective_at: inDays(29) })).toMatchObject({
    field: 'effective_at',
  })
  // The date is within the second month, so that month costs the old price and the third the new one.
  const effective_at = inDays(40)
  const done = await change({ month_cents: 36_000, effective_at })
  expect(done).toMatchObject({ proration_cents: 0, change: { state: 'SCHEDULED', effective_at } })
  expect((await look()).next_bill?.amount_cents).toBe(31_099)
  await api.runJobs()
  const [told] = await noticesOf(driver)
  expect(told?.kind).toBe('PRICE_CHANGE')
  expect(told?.text).toContain('$360.00')
  await passDays(70)
  expect(await monthsPaid()).toEqual([31_099, 31_099, 36_099])
  expect(await look()).toMatchObject({ month_cents: 36_000, scheduled: null })
  expect(await noticesOf(driver)).toHaveLength(1)
})

test('applies a lower price at once, from the next month on', async () => {
  const done = await change({ month_cents: 25_000 }, owner)
  expect(done.change).toMatchObject({ state: 'APPLIED' })
  expect(await look()).toMatchObject({ month_cents: 25_000, next_bill: { amount_cents: 25_099 } })
  await passDays(32)
  expect(await monthsPaid()).toEqual([31_099, 25_099])
})

test.each([
  ['bills first', [bill, bill, applyChanges]],
  ['applies first', [applyChanges, bill, applyChanges]],
] as const)('bills each month once at its planned price after a long stop that %s', async (_order, jobs) => {
  await change({ month_cents: 36_000, effective_at: inDays(40) })
  await advance(95)
  const deps = paymentDepsOf(api.deps)
  for (const job of jobs) await Promise.all([job(deps), job(deps)])
  await api.runJobs()
  expect(await monthsPaid()).toEqual([31_099, 31_099, 36_099, 36_099])
  expect((await look()).month_cents).toBe(36_000)
})

test('lets only staff withdraw a planned price and notifies the driver again', async () => {
  const { change: planned } = await change({ month_cents: 36_000, effective_at: inDays(31) })
  expect(await refused({ month_cents: 20_000 })).toMatchObject({ status: 409, code: 'change_planned' })
  const params = { subscription_id: (await look()).id, change_id: planned?.id ?? '' }
  expect((await look()).scheduled).toMatchObject({ can_withdraw: false })
  expect(await api.refusal(withdrawSubscriptionChangeRoute, { params }, driver.token)).toMatchObject({
    status: 403,
  })
  await api.call(withdrawSubscriptionChangeRoute, { params }, admin.token)
  await passDays(64)
  expect(await monthsPaid()).toEqual([31_099, 31_099, 31_099])
  expect((await noticesOf(driver)).map(({ kind }) => kind)).toEqual(['PRICE_CHANGE', 'PRICE_KEPT'])
})

test('lets the driver end the reservation with the paid month but not change the price', async () => {
  expect(await refused({ month_cents: 1 }, driver)).toMatchObject({ status: 403 })
  expect(await refused({ kind: 'CANCEL' }, driver)).toMatchObject({ status: 400, field: 'effective_at' })
  const { period_ends_at } = await look()
  const preview = await change({ kind: 'CANCEL', effective_at: 'PERIOD_END', preview: true }, driver)
  expect(preview).toMatchObject({ effective_at: period_ends_at, ends: true, change: null })
  const view = () => api.call(getReservationRoute, { params: { reservation_id: reservation } }, driver.token)
  expect((await view()).ends_at).toBeNull()
  await change({ kind: 'CANCEL', effective_at: 'PERIOD_END' }, driver)
  expect((await view()).ends_at).toBe(period_ends_at)
  expect(await look()).toMatchObject({ next_bill: null })
  expect(await refused({ kind: 'CANCEL', effective_at: 'PERIOD_END' }, driver)).toMatchObject({ status: 409 })
  await passDays(40)
  expect(await monthsPaid()).toEqual([31_099])
  expect(await refused({ month_cents: 1 })).toMatchObject({ code: 'subscription_ended' })
})

test('lets super admins end the reservation on a day and rejects admins with 403', async () => {
  expect(await refused({ kind: 'CANCEL', effective_at: 'PERIOD_END' })).toMatchObject({ status: 403 })
  const { period_ends_at } = await look()
  const effective_at = isoOf(minutesOf(period_ends_at) + 10 * 1440)
  await change({ kind: 'CANCEL', effective_at }, owner)
  await passDays(45)
  // Ten days of a month of 30 or 31, plus the fee.
  const [, rest] = await monthsPaid()
  expect([10_433, 10_099]).toContain(rest)
  const { rows } = await pool().query(
    `select action from audit_log where lot_id = $1 and action like 'reservation.notice'`,
    [lot.lot_id],
  )
  expect(rows).toHaveLength(1)
})

test('rejects invalid changes of a monthly reservation by field', async () => {
  expect(await refused({ kind: 'PLAN', plan_id: 'large' }, owner)).toMatchObject({
    status: 400,
    field: 'kind',
  })
  expect(await refused({})).toMatchObject({ status: 400, field: 'month_cents' })
  expect(await refused({ month_cents: 31_000 })).toMatchObject({ status: 400, field: 'month_cents' })
  expect(await refused({ month_cents: -1 })).toMatchObject({ status: 400, field: 'month_cents' })
  expect(await refused({ month_cents: 30_000, effective_at: inDays(500) })).toMatchObject({
    field: 'effective_at',
  })
  expect(await refused({ month_cents: 30_000, expected_proration_cents: 5 })).toMatchObject({
    code: 'proration_changed',
    details: { proration_cents: 0 },
  })
})
