import {
  adjustInvoiceRoute,
  getAdminInvoiceRoute,
  recordRefundPaidBackRoute,
  sendRefundAgainRoute,
} from '@openspot/contract/money/adjustments.ts'
import { setSubscriptionMethodRoute } from '@openspot/contract/money/subscriptions.ts'
import { listFailedPlanRefundsRoute } from '@openspot/contract/platform/unpaid-plans.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { sendDueRefunds } from '../../money/payments/refunds.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { aPlannedLot, bill as billPlans } from '../../testing/factories/subscriptions.ts'
import { brokenInvariants } from '../invariants/invariants.sql.ts'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const list = () => api.call(listFailedPlanRefundsRoute, { query: {} }, admin.token)
const noticesOf = async ({ user_id }: Person) => {
  const { rows } = await api.deps.database.pool.query(
    `select kind, params ->> 'title' as title, path from notifications where user_id = $1 and kind like '%REFUND%' order by id`,
    [user_id],
  )
  return rows
}

/** A plan whose payment the platform refunds, which the owner's bank sends back later. */
async function aFailedRefund() {
  const lot = await aPlannedLot(api, 30, { name: 'Canal Lot' })
  const { id: subscription_id, payment } = await lot.look()
  const body = {
    payment_method_id: await aCard(api, lot.owner, 'pm_card_refundFail'),
    agreed_month_cents: payment.agreed_month_cents,
  }
  await api.call(setSubscriptionMethodRoute, { params: { subscription_id }, body }, lot.owner.token)
  await billPlans(api)
  await api.runJobs()
  const invoice_id = (await lot.look()).bills.items[0]?.invoice_id ?? ''
  const order = { kind: 'REFUND' as const, amount_cents: 4900, reason: 'Charged by mistake' }
  const adjust = { params: { invoice_id }, body: order, idempotency_key: secretWord(api.ports) }
  const { refund } = await api.call(adjustInvoiceRoute, adjust, admin.token)
  const { refunds } = await api.call(getAdminInvoiceRoute, { params: { invoice_id } }, lot.owner.token)
  expect([refund?.can_undo, ...refunds.map(({ can_undo }) => can_undo)]).toEqual([true, false])
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
  await wait(2)
  return {
    lot: { ...lot, order: { ...adjust, idempotency_key: secretWord(api.ports) } },
    refund_id: refund?.id ?? '',
  }
}

async function wait(days: number): Promise<void> {
  api.ports.advance({ days })
  await api.standIn.settleDue()
  await api.runJobs()
}

test('a failed refund of a plan is listed and notified to the platform, and shown to the lot, which can’t settle it, until it is sent again', async () => {
  expect(await list()).toEqual({ items: [], next_cursor: null })
  const { lot, refund_id } = await aFailedRefund()
  expect((await list()).items).toEqual([
    {
      id: refund_id,
      lot: { id: lot.lot_id, name: 'Canal Lot', time_zone: 'America/Chicago' },
      invoice_number: expect.any(Number),
      currency: 'USD',
      amount_cents: 4900,
      payer_name: 'Ada Example',
      failure_message: expect.any(String),
      failed_at: expect.any(String),
    },
  ])
  expect(await noticesOf(admin)).toEqual([
    {
      kind: 'PLAN_REFUND_FAILED',
      title: 'A $49.00 refund for the plan of Canal Lot failed',
      path: '/platform/plans',
    },
  ])
  expect(await noticesOf(lot.admin)).toEqual([])
  const settlers = [lot.owner, lot.admin, admin]
  const seen = await Promise.all(
    settlers.map(({ token }) =>
      api.call(getAdminInvoiceRoute, { params: { invoice_id: lot.order.params.invoice_id } }, token),
    ),
  )
  expect(seen.map(({ refunds }) => refunds.map(({ can_settle }) => can_settle))).toEqual([
    [false],
    [false],
    [true],
  ])
  const bill = { status: 'PENDING_REFUND', owed_refund_cents: 4900 }
  expect((await lot.look()).bills.items[0]).toMatchObject(bill)
  const params = { refund_id }
  const paidBack = { params, body: { note: 'In cash' } }
  for (const answer of [
    await api.refusal(sendRefundAgainRoute, { params }, lot.owner.token),
    await api.refusal(recordRefundPaidBackRoute, paidBack, lot.owner.token),
    await api.refusal(adjustInvoiceRoute, lot.order, lot.owner.token),
  ])
    expect(answer).toMatchObject({ status: 403, code: 'plan_refund_by_platform' })
  await api.call(sendRefundAgainRoute, { params: { refund_id } }, admin.token)
  expect((await list()).items).toEqual([])
  expect((await lot.look()).bills.items[0]).toMatchObject({ ...bill, owed_refund_cents: 0 })
  await api.runJobs()
  await wait(2)
  // The same card sends it back once more.
  expect((await list()).items).toMatchObject([{ lot: { id: lot.lot_id } }])
})

test('the failed refunds of plans are refused to owners of lots', async () => {
  const lot = await aPlannedLot(api, 3)
  expect((await api.refusal(listFailedPlanRefundsRoute, { query: {} }, lot.owner.token)).status).toBe(403)
})
