import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import {
  changeSubscriptionRoute,
  getLotSubscriptionRoute,
  withdrawSubscriptionChangeRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'
import { advance, aPlannedLot, bill } from '../../testing/factories/subscriptions.ts'

let api: TestApi
let lot: Awaited<ReturnType<typeof aPlannedLot>>
let platform: Person

beforeAll(async () => {
  api = await testApi()
  platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  // A lot with too many spots for the free plan: $49.00 a month.
  lot = await aPlannedLot(api, 30)
})

const pool = () => api.deps.database.pool

test('moves an outgrown lot to the fitting plan at the next period with a notice, but never back', async () => {
  await bill(api)
  await lot.setSpots(120)
  await bill(api)
  await bill(api)
  const grown = await lot.look()
  expect(grown).toMatchObject({
    plan: { id: 'growing' },
    scheduled: {
      plan: { id: 'large' },
      requested_by: null,
      can_withdraw: false,
      effective_at: grown.period_ends_at,
    },
  })
  await api.runJobs()
  expect(await noticesOf(lot.owner)).toEqual(['PLAN_GROWS', 'PLAN_PAYMENT_FAILED'])
  const params = { subscription_id: grown.id, change_id: grown.scheduled?.id ?? '' }
  expect(await api.refusal(withdrawSubscriptionChangeRoute, { params }, lot.owner.token)).toMatchObject({
    code: 'subscription_change_not_possible',
  })
  await lot.setSpots(90)
  await bill(api)
  expect((await lot.look()).scheduled).toBeNull()
  await lot.setSpots(600)
  await bill(api)
  await advance(api, 32)
  await bill(api)
  expect(await lot.look()).toMatchObject({ plan: { id: 'unlimited' }, month_cents: 34_900 })
})

const noticesOf = async ({ user_id }: Person) => {
  const { rows } = await pool().query<{ kind: string }>(
    `select kind from notifications where user_id = $1 and kind like 'PLAN%' order by created_at, id`,
    [user_id],
  )
  return rows.map(({ kind }) => kind)
}

test('ends a canceled plan with the period and moves a small lot to the free plan', async () => {
  await bill(api)
  await lot.setSpots(12)
  const done = await lot.change({ kind: 'CANCEL', effective_at: 'PERIOD_END', reason: 'We are few now' })
  expect(done).toMatchObject({ plan: { id: 'starter' }, stops_bookings: false, ends: false })
  await advance(api, 32)
  await bill(api)
  expect(await lot.look()).toMatchObject({
    plan: { id: 'starter' },
    month_cents: 0,
    ended_at: null,
    takes_bookings: true,
  })
  expect(await lot.refused({ kind: 'CANCEL', effective_at: 'PERIOD_END' })).toMatchObject({
    code: 'subscription_change_not_possible',
  })
  expect(await lot.cost()).toBe(-4900)
})

test('stops new bookings of a large lot without a plan until it chooses one again', async () => {
  await bill(api)
  const driver = await aPerson(api)
  const card = await aCard(api, driver)
  const before = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    ...twoHours(api, 800),
    payment_method_id: card,
  })
  expect(await lot.refused({ kind: 'CANCEL' })).toMatchObject({ status: 400, field: 'effective_at' })
  const done = await lot.change({ kind: 'CANCEL', effective_at: 'PERIOD_END' })
  expect(done).toMatchObject({ plan: null, month_cents: null, stops_bookings: true, ends: true })
  expect((await lot.look()).next_bill).toBeNull()
  await advance(api, 31)
  // Priced before the plan ended, booked afterwards.
  const book = await prepareBooking(api, driver, { spot_id: lot.spot_ids[1] ?? '', payment_method_id: card })
  await bill(api)
  const ended = await lot.look()
  expect(ended).toMatchObject({ takes_bookings: false, next_bill: null })
  expect(ended.ended_at).not.toBeNull()
  await expect(book()).rejects.toMatchObject({ status: 409, body: { code: 'bookings_stopped' } })
  const query = { spot_id: lot.spot_ids[1] ?? '', ...twoHours(api) }
  expect(await api.call(getCheckoutRoute, { query }, driver.token)).toMatchObject({
    price: null,
    refusal: { code: 'bookings_stopped' },
  })
  expect(before.reservation.status).toBe('ACTIVE')
  await api.runJobs()
  expect(await noticesOf(lot.owner)).toEqual(['PLAN_ENDED', 'PLAN_PAYMENT_FAILED'])
  await advance(api, 90)
  await bill(api)
  expect(await lot.cost()).toBe(-4900)

  expect(await lot.refused({ plan_id: 'growing', effective_at: 'PERIOD_END' })).toMatchObject({
    field: 'effective_at',
  })
  const again = await lot.agree({ plan_id: 'growing', reason: 'We are back' })
  expect(again.proration_cents).toBe(4900)
  expect(await lot.look()).toMatchObject({ takes_bookings: true, ended_at: null, plan: { id: 'growing' } })
  expect(await lot.cost()).toBe(-9800)
  expect(
    (await api.call(getCheckoutRoute, { query: { ...query, ...twoHours(api) } }, driver.token)).refusal,
  ).toBeNull()
})

test('lets only the platform agree on another price', async () => {
  await bill(api)
  expect(await lot.refused({ kind: 'PRICE', month_cents: 1 })).toMatchObject({ status: 403 })
  expect(await lot.refused({ plan_id: 'large', month_cents: 1 })).toMatchObject({ status: 403 })
  const done = await lot.change(
    { kind: 'PRICE', month_cents: 3900, effective_at: 'PERIOD_END', reason: 'Agreed' },
    platform,
  )
  expect(done.change).toMatchObject({ month_cents: 3900, state: 'SCHEDULED' })
  const params = { subscription_id: (await lot.look()).id, change_id: done.change?.id ?? '' }
  expect(await api.refusal(withdrawSubscriptionChangeRoute, { params }, lot.owner.token)).toMatchObject({
    code: 'subscription_change_not_possible',
  })
  expect(await noticesOf(lot.owner)).toEqual(['PLAN_CHANGED'])
  await advance(api, 32)
  await bill(api)
  expect((await lot.look()).bills.items.map(({ amount_cents }) => amount_cents)).toEqual([3900, 4900])
})

test('charges a lot in another currency nothing until the platform agrees on a price', async () => {
  lot = await aPlannedLot(api, 30, { currency: 'JPY', cents_per_currency_unit: 1 })
  await bill(api)
  expect(await lot.look()).toMatchObject({
    month_cents: 0,
    currency: 'JPY',
    plan: { id: 'growing', month_cents: null },
  })
  expect(await lot.refused({ plan_id: 'large' })).toMatchObject({
    code: 'subscription_change_not_possible',
    field: 'plan_id',
  })
  const done = await lot.agree(
    { plan_id: 'large', month_cents: 21_000, effective_at: 'PERIOD_END' },
    platform,
  )
  expect(done.change).toMatchObject({ month_cents: 21_000 })
  await advance(api, 32)
  await bill(api)
  expect((await lot.look()).bills.items).toMatchObject([{ amount_cents: 21_000, currency: 'JPY' }])
})

test('lets only super admins change a plan, hides it from others, and rejects invalid changes by field', async () => {
  const params = { lot_id: lot.lot_id }
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  expect(await api.refusal(getLotSubscriptionRoute, { params, query: {} }, null)).toMatchObject({
    status: 401,
  })
  for (const who of [member, patroller, elsewhere]) {
    expect(await api.refusal(getLotSubscriptionRoute, { params, query: {} }, who.token)).toMatchObject({
      status: 403,
    })
    // Callers without access to the lot get a 404 for its subscription.
    expect(
      (await api.refusal(changeSubscriptionRoute, await lot.input({ plan_id: 'large' }), who.token)).status,
    ).toBe(404)
  }
  expect(await lot.refused({ plan_id: 'large' }, lot.admin)).toMatchObject({ status: 403 })
  expect(await lot.refused({ plan_id: 'none' })).toMatchObject({ status: 400, field: 'plan_id' })
  expect(await lot.refused({ reason: ' ' })).toMatchObject({ status: 400, field: 'reason' })
  expect(await lot.refused({ plan_id: 'large', effective_at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
    status: 400,
    field: 'effective_at',
  })
  const bad = await lot.input({ plan_id: 'large' })
  expect(
    await api.refusal(changeSubscriptionRoute, { ...bad, idempotency_key: '' }, lot.owner.token),
  ).toMatchObject({
    code: 'idempotency_key_missing',
  })
  expect((await lot.look()).plan?.id).toBe('growing')
})
