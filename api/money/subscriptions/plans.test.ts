import {
  changeSubscriptionRoute,
  listSubscriptionChangesRoute,
  withdrawSubscriptionChangeRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { advance, aPlannedLot, bill } from '../../testing/factories/subscriptions.ts'
import { anchorOf } from './plan.rules.ts'

let api: TestApi
let lot: Awaited<ReturnType<typeof aPlannedLot>>

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  // A lot with too many spots for the free plan: $49.00 a month.
  lot = await aPlannedLot(api, 30)
})

test('puts a new lot on the smallest fitting plan and bills it every month', async () => {
  const fresh = await lot.look()
  expect(fresh).toMatchObject({
    kind: 'LOT_PLAN',
    plan: { id: 'growing', month_cents: 4900 },
    month_cents: 4900,
    spot_count: 30,
    bills: { items: [] },
    next_bill: { amount_cents: 4900 },
    takes_bookings: true,
    can_change: true,
  })
  expect((await lot.look(lot.admin)).can_change).toBe(false)
  await bill(api)
  const billed = await lot.look()
  expect(billed.bills.items).toMatchObject([{ plan_name: 'Growing', amount_cents: 4900, is_change: false }])
  expect(await lot.cost()).toBe(-4900)
  // The next bill comes after a month of the lot's own calendar, not before.
  await advance(api, 25)
  await bill(api)
  expect((await lot.look()).bills.items).toHaveLength(1)
  await advance(api, 6)
  await bill(api)
  const [second, first] = (await lot.look()).bills.items
  expect(second?.starts_at).toBe(first?.ends_at)
  expect(await lot.cost()).toBe(-9800)
})

test('bills a small lot nothing', async () => {
  lot = await aPlannedLot(api, 3)
  await bill(api)
  await advance(api, 70)
  await bill(api)
  expect(await lot.look()).toMatchObject({ plan: { id: 'starter' }, month_cents: 0, bills: { items: [] } })
  expect(await lot.booked()).toEqual({})
})

describe('a lot that waits for its review', () => {
  const trust = (level: string) =>
    api.deps.database.pool.query('update lots set trust_level = $2 where id = $1', [lot.lot_id, level])
  beforeEach(() => trust('NEW'))

  test('is billed nothing, and its first month begins on the day of the approval', async () => {
    await bill(api)
    await advance(api, 40)
    await lot.setSpots(200)
    const waiting = { has_begun: false, bills: { items: [] }, next_bill: null, scheduled: null }
    const isLarge = { ...waiting, plan: { id: 'large' }, month_cents: 14_900 }
    // The owner reads what it will cost before the billing has run.
    expect(await lot.look()).toMatchObject(isLarge)
    await bill(api)
    expect(await lot.look()).toMatchObject(isLarge)
    // A plan that is too large because of an import is changed at no cost.
    await lot.setSpots(30)
    await bill(api)
    expect(await lot.look()).toMatchObject({ ...waiting, plan: { id: 'growing' }, month_cents: 4900 })
    await trust('BLOCKED')
    await bill(api)
    expect(await lot.look()).toMatchObject(waiting)
    await trust('TRUSTED')
    await bill(api)
    const begun = await lot.look()
    expect(begun).toMatchObject({ has_begun: true, bills: { items: [{ amount_cents: 4900 }] } })
    expect(begun.period_starts_at).toBe(anchorOf(begun.lot.time_zone, api.ports.now()))
    expect(begun.bills.items[0]?.starts_at).toBe(begun.period_starts_at)
    // Once begun, a plan goes on.
    await trust('NEW')
    await advance(api, 31)
    await bill(api)
    expect((await lot.look()).bills.items).toHaveLength(2)
  })

  test('is on the plan for its spots as soon as someone looks, and that begins nothing', async () => {
    await bill(api)
    await lot.setSpots(30)
    const waiting = { has_begun: false, bills: { items: [] }, next_bill: null }
    expect(await lot.look()).toMatchObject({ ...waiting, plan: { id: 'growing' }, month_cents: 4900 })
    await trust('TRUSTED')
    await lot.setSpots(200)
    expect(await lot.look()).toMatchObject({ ...waiting, plan: { id: 'large' } })
  })

  test('is billed from its first reservation on', async () => {
    await bill(api)
    await advance(api, 3)
    await bookAs(api, lot.owner, { lot_id: lot.lot_id, payment_method_id: await aCard(api, lot.owner) })
    await bill(api)
    const begun = await lot.look()
    expect(begun).toMatchObject({ has_begun: true, bills: { items: [{ amount_cents: 4900 }] } })
    expect(begun.period_starts_at).toBe(anchorOf(begun.lot.time_zone, api.ports.now()))
  })

  test('changes to another plan at no cost and keeps a chosen plan that is larger than needed', async () => {
    expect(await lot.change({ plan_id: 'large', preview: true })).toMatchObject({ proration_cents: 0 })
    await lot.agree({ plan_id: 'large' })
    await bill(api)
    expect(await lot.look()).toMatchObject({ plan: { id: 'large' }, bills: { items: [] } })
    await trust('TRUSTED')
    await bill(api)
    expect((await lot.look()).bills.items).toMatchObject([{ amount_cents: 14_900 }])
  })

  test('that cancels its plan before it began takes no bookings and is billed nothing', async () => {
    await lot.agree({ kind: 'CANCEL', effective_at: 'PERIOD_END' })
    expect(await lot.look()).toMatchObject({ takes_bookings: false, bills: { items: [] } })
    await trust('TRUSTED')
    await bill(api)
    expect((await lot.look()).bills.items).toEqual([])
  })
})

test('bills each month once with concurrent workers and catches up after downtime', async () => {
  await lot.look()
  await advance(api, 65)
  await Promise.all([bill(api), bill(api), bill(api)])
  const { items } = (await lot.look()).bills
  expect(items).toHaveLength(3)
  expect(new Set(items.map(({ starts_at }) => starts_at)).size).toBe(3)
  expect(await lot.cost()).toBe(-14_700)
})

test('prorates an immediate plan change by days after a preview and the owner’s agreement', async () => {
  await bill(api)
  await advance(api, 10)
  const preview = await lot.change({ plan_id: 'large', preview: true })
  // Ten days are over and the eleventh has begun: $100.00 more per month for the rest, rounded down.
  const { period_starts_at, period_ends_at } = await lot.look()
  const days = Math.round((Date.parse(period_ends_at) - Date.parse(period_starts_at)) / 86_400_000)
  const rest = Math.floor((10_000 * (days - 11)) / days)
  expect(preview).toMatchObject({
    proration_cents: rest,
    change: null,
    plan: { id: 'large' },
  })
  expect((await lot.look()).plan?.id).toBe('growing')
  expect(await lot.refused({ plan_id: 'large' })).toMatchObject({
    status: 409,
    code: 'proration_changed',
    details: { proration_cents: preview.proration_cents },
  })
  expect((await lot.look()).bills.items).toHaveLength(1)
  const order = await lot.input({ plan_id: 'large', expected_proration_cents: preview.proration_cents })
  const done = await api.call(changeSubscriptionRoute, order, lot.owner.token)
  expect(done.change).toMatchObject({ state: 'APPLIED', proration_cents: rest, requested_by: 'Ada Example' })
  // A repeat under the same idempotency key changes nothing.
  expect(await api.call(changeSubscriptionRoute, order, lot.owner.token)).toEqual(done)
  const after = await lot.look()
  expect(after).toMatchObject({
    plan: { id: 'large' },
    month_cents: 14_900,
    next_bill: { amount_cents: 14_900 },
  })
  expect(after.bills.items).toMatchObject([
    { amount_cents: rest, is_change: true, plan_name: 'Large' },
    { amount_cents: 4900 },
  ])
  expect(await lot.cost()).toBe(-4900 - rest)
  await advance(api, 1)
  // Changing back returns the rest; the fraction of a cent goes to the lot.
  const back = await lot.agree({ plan_id: 'growing', reason: 'Too large' })
  expect(back.proration_cents).toBe(Math.floor((-10_000 * (days - 12)) / days))
  expect(await lot.cost()).toBe(-4900 - rest - back.proration_cents)
})

test('applies a change planned for the end of the period once, without proration', async () => {
  await bill(api)
  const done = await lot.change({ plan_id: 'large', effective_at: 'PERIOD_END' })
  expect(done).toMatchObject({ proration_cents: 0, change: { state: 'SCHEDULED', can_withdraw: true } })
  expect(await lot.look()).toMatchObject({
    plan: { id: 'growing' },
    scheduled: { id: done.change?.id, plan: { id: 'large' } },
    next_bill: { plan: { id: 'large' }, amount_cents: 14_900 },
  })
  expect(await lot.refused({ plan_id: 'unlimited', effective_at: 'PERIOD_END' })).toMatchObject({
    status: 409,
    code: 'change_planned',
  })
  await advance(api, 32)
  await Promise.all([bill(api), bill(api)])
  const after = await lot.look()
  expect(after).toMatchObject({ plan: { id: 'large' }, scheduled: null })
  expect(after.bills.items.map(({ amount_cents }) => amount_cents)).toEqual([14_900, 4900])
  const { items } = await api.call(
    listSubscriptionChangesRoute,
    { params: { subscription_id: after.id }, query: {} },
    lot.admin.token,
  )
  expect(items).toMatchObject([{ state: 'APPLIED', kind: 'PLAN', can_withdraw: false }])
})

test('prorates a change planned for a day within a period on that day', async () => {
  await bill(api)
  const at = new Date(Date.parse((await lot.look()).period_starts_at) + 15 * 86_400_000).toISOString()
  const done = await lot.agree({ plan_id: 'large', effective_at: at })
  expect(done.proration_cents).toBeGreaterThan(0)
  expect(done.change).toMatchObject({ state: 'SCHEDULED', effective_at: at })
  expect(await lot.cost()).toBe(-4900)
  await advance(api, 16)
  await bill(api)
  await bill(api)
  expect((await lot.look()).plan?.id).toBe('large')
  expect(await lot.cost()).toBe(-4900 - done.proration_cents)
})

test('lets only the owner withdraw a planned change before it is applied', async () => {
  const { change: planned } = await lot.change({ plan_id: 'large', effective_at: 'PERIOD_END' })
  const params = { subscription_id: (await lot.look()).id, change_id: planned?.id ?? '' }
  expect(await api.refusal(withdrawSubscriptionChangeRoute, { params }, lot.admin.token)).toMatchObject({
    status: 403,
  })
  await api.call(withdrawSubscriptionChangeRoute, { params }, lot.owner.token)
  expect((await lot.look()).scheduled).toBeNull()
  expect(await api.refusal(withdrawSubscriptionChangeRoute, { params }, lot.owner.token)).toMatchObject({
    code: 'subscription_change_not_waiting',
  })
  await advance(api, 32)
  await bill(api)
  expect((await lot.look()).plan?.id).toBe('growing')
})

test('rejects a plan that is too small with 409 plan_too_small and the limits', async () => {
  expect(await lot.refused({ plan_id: 'starter' })).toMatchObject({
    status: 409,
    code: 'plan_too_small',
    field: 'plan_id',
    details: { spot_count: 30, max_spots: 20 },
  })
})
