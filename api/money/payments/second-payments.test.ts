import { payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { setSubscriptionMethodRoute } from '@openspot/contract/money/subscriptions.ts'
import { getFineNoticeRoute } from '@openspot/contract/operations/fine-notices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLotWithFines, payFineAs } from '../../testing/factories/fines.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { aPlannedLot, bill as billPlans } from '../../testing/factories/subscriptions.ts'
import { applyIntent } from './pay.ts'

const declined = 'pm_card_chargeCustomerFail'
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

/** The provider takes the failed attempt of an invoice after all. Its event arrives twice. Returns the payment's ID. */
async function takeFailedAttempt(of: { fine_id: string } | { invoice_id: string }): Promise<string> {
  const [column, id] = 'fine_id' in of ? ['i.fine_id', of.fine_id] : ['i.id', of.invoice_id]
  const { rows } = await api.deps.database.pool.query<{ id: string; intent: string }>(
    `select p.id, p.stripe_payment_intent_id as intent from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
     where ${column} = $1 and p.status = 'FAILED'`,
    [id],
  )
  const [failed] = rows
  if (!failed || rows.length > 1) throw new Error(`There are ${rows.length} failed attempts.`)
  const { stripe } = api.deps
  const { customer } = await stripe.paymentIntents.retrieve(failed.intent)
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) })
  const paid = await stripe.paymentIntents.confirm(failed.intent, {
    payment_method: good.id,
    off_session: true,
  })
  expect(paid.status).toBe('succeeded')
  for (let times = 0; times < 2; times++)
    expect(await applyIntent(paymentDepsOf(api.deps), failed.id, paid)).toEqual({ state: 'canceled' })
  const { data } = await stripe.charges.list({ payment_intent: failed.intent })
  expect(data.find(({ status }) => status === 'succeeded')).toMatchObject({ refunded: true })
  await api.runJobs()
  return failed.id
}

const noticesOf = async ({ user_id }: Person, kind: string) => {
  const { rows } = await api.deps.database.pool.query<{ about: string; title: string; path: string }>(
    `select about, params ->> 'title' as title, path from notifications where user_id = $1 and kind = $2`,
    [user_id, kind],
  )
  return rows
}

test('a second payment of a fine is returned, shown to its payer and the staff, and both are notified once', async () => {
  const here = await aLotWithFines(api)
  const { id, code } = await here.aFine()
  const payer = await aPerson(api)
  await payFineAs(api, payer, code, declined).catch(() => {
    // It is declined, as it should be.
  })
  expect((await payFineAs(api, payer, code)).fine.status).toBe('PAID')
  const about = await takeFailedAttempt({ fine_id: id })
  const at = api.ports.now().toISOString()
  const second = { id: about, amount_cents: 8000, second_taken_at: at, second_returned_at: at }
  expect(await here.read(id)).toMatchObject({ status: 'PAID', paid_cents: 8000, second_payments: [second] })
  const seen = await api.call(getFineNoticeRoute, { params: { fine_code: code } }, payer.token)
  expect(seen).toMatchObject({ status: 'PAID', refunded_cents: 0, second_payments: [second] })
  expect(await noticesOf(payer, 'FINE_PAID_TWICE')).toEqual([
    { about, title: 'We returned $80.00 that you paid twice', path: `/f/${code}` },
  ])
  expect(await noticesOf(here.admin, 'PAYMENT_RETURNED')).toEqual([
    { about, title: 'A driver paid $80.00 twice', path: `/lots/${here.lot.lot_id}/fines/${id}` },
  ])
})

test('a second payment for the plan of a lot is returned, and shown and notified to each of its owners once', async () => {
  const lot = await aPlannedLot(api, 30)
  const other = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const { id: subscription_id, payment } = await lot.look()
  const agreed_month_cents = payment.agreed_month_cents
  const body = { payment_method_id: await aCard(api, lot.owner, declined), agreed_month_cents }
  await api.call(setSubscriptionMethodRoute, { params: { subscription_id }, body }, lot.owner.token)
  await billPlans(api)
  const invoice_id = (await lot.look()).unpaid[0]?.invoice_id ?? ''
  await api.call(
    payInvoiceRoute,
    {
      params: { invoice_id },
      body: { payment_method_id: await aCard(api, lot.owner) },
      idempotency_key: secretWord(api.ports),
    },
    lot.owner.token,
  )
  const about = await takeFailedAttempt({ invoice_id })
  const at = api.ports.now().toISOString()
  const second = { id: about, amount_cents: 4900, second_taken_at: at, second_returned_at: at }
  // The owners are the payers.
  expect(await noticesOf(lot.owner, 'PAYMENT_RETURNED')).toEqual([])
  for (const owner of [lot.owner, other]) {
    expect((await lot.look(owner)).bills.items).toMatchObject([{ status: 'PAID', second_payments: [second] }])
    expect(await noticesOf(owner, 'PLAN_PAID_TWICE')).toEqual([
      { about, title: 'We returned $49.00 that was paid twice', path: `/lots/${lot.lot_id}/plan` },
    ])
  }
})
