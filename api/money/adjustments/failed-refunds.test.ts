import {
  adjustInvoiceRoute,
  getAdminInvoiceRoute,
  listLotRefundsRoute,
  recordRefundPaidBackRoute,
  sendRefundAgainRoute,
} from '@openspot/contract/money/adjustments.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { refundFineRoute } from '@openspot/contract/operations/fines.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLotWithFines, ledgerOf, payFineAs } from '../../testing/factories/fines.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { ourBooks, providerBooks } from '../../testing/model/provider-books.ts'
import { sendDueRefunds } from '../payments/refunds.ts'
import { reconcile } from '../reconciliation/reconcile.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  const { pool } = api.deps.database
  // The provider's fees are booked by the reconciliation.
  expect(await ourBooks(pool)).toEqual(await providerBooks(api.deps.stripe))
  api.ports.advance({ days: 3 })
  await reconcile(paymentDepsOf(api.deps), null)
  const { rows } = await pool.query(`select key from reconciliation_differences where status = 'OPEN'`)
  expect(rows).toEqual([])
  expect(await brokenInvariants(pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { platform_share_bps: 1000 })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const key = () => secretWord(api.ports)
const look = (invoice_id: string) => api.call(getAdminInvoiceRoute, { params: { invoice_id } }, admin.token)
const again = (refund_id: string) => api.call(sendRefundAgainRoute, { params: { refund_id } }, admin.token)
const paidBack = (refund_id: string, note = 'Cash at the booth') => ({
  params: { refund_id },
  body: { note },
})

async function wait(days: number): Promise<void> {
  api.ports.advance({ days })
  await api.standIn.settleDue()
  await api.runJobs()
}

/** A payment of a driver whose bank sends the first refund back, which staff made in full. */
async function aFailedRefund(card: string) {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, card)
  const { reservation } = await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id })
  const invoice_id = reservation.invoice_id ?? ''
  if (card.startsWith('pm_usBankAccount')) await wait(5)
  const earned = await ledgerOf(api, lot.lot_id)
  const total = reservation.total_cents ?? 0
  const body = { kind: 'REFUND' as const, amount_cents: total, reason: 'Gate was stuck' }
  await api.call(adjustInvoiceRoute, { params: { invoice_id }, body, idempotency_key: key() }, admin.token)
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
  const [sent] = (await look(invoice_id)).refunds
  return { driver, reservation_id: reservation.id, invoice_id, total, earned, refund_id: sent?.id ?? '' }
}

/** A paid fine that was refunded in full, of a payer whose bank sends the refund back two days later. */
async function aRefundedFine() {
  const here = await aLotWithFines(api)
  const { id, code } = await here.aFine()
  const payer = await aPerson(api)
  await payFineAs(api, payer, code, 'pm_card_refundFail')
  const order = {
    params: { fine_id: id },
    body: { amount_cents: 8000, reason: 'Goodwill' },
    idempotency_key: key(),
  }
  const { refund } = await api.call(refundFineRoute, order, here.admin.token)
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
  return { here, id, code, payer, refund }
}

async function sendBack(refund_id: string): Promise<void> {
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    'select stripe_refund_id as id from refunds where id = $1',
    [refund_id],
  )
  await api.standIn.sendBack(rows[0]?.id ?? '')
  await wait(6)
}

const noticesOf = async ({ user_id }: Person) => {
  const { rows } = await api.deps.database.pool.query<{ kind: string; title: string }>(
    `select kind, params ->> 'title' as title from notifications where user_id = $1 and kind like 'REFUND%' order by created_at, id`,
    [user_id],
  )
  return rows
}

test('a refund of a bank debit that is pending and then fails stays owed, is shown and notified, and arrives when it is sent again', async () => {
  const { driver, invoice_id, total, refund_id } = await aFailedRefund('pm_usBankAccount_success')
  expect((await look(invoice_id)).refunds).toMatchObject([{ status: 'PENDING', can_settle: false }])
  await sendBack(refund_id)
  const failed = await look(invoice_id)
  expect(failed).toMatchObject({
    status: 'PENDING_REFUND',
    refunded_cents: 0,
    refund_pending_cents: total,
    refundable_cents: 0,
    refunds: [{ status: 'FAILED', can_settle: true, can_undo: false, resolution: null }],
  })
  const query = { status: 'FAILED' as const }
  const listed = await api.call(listLotRefundsRoute, { params: { lot_id: lot.lot_id }, query }, admin.token)
  expect(listed.items).toMatchObject([{ id: refund_id, can_settle: true }])
  expect(await noticesOf(admin)).toEqual([
    { kind: 'REFUND_TO_SETTLE', title: expect.stringContaining('refund failed') },
  ])
  expect(await noticesOf(driver)).toMatchObject([{ kind: 'REFUND_FAILED' }])
  const sent = await again(refund_id)
  expect(sent).toMatchObject({
    status: 'PENDING',
    amount_cents: total,
    reason: 'Gate was stuck',
    can_undo: false,
  })
  expect(await api.refusal(sendRefundAgainRoute, { params: { refund_id } }, admin.token)).toMatchObject({
    code: 'refund_not_waiting',
  })
  await api.runJobs()
  await wait(6)
  const done = await look(invoice_id)
  expect(done).toMatchObject({ status: 'REFUNDED', refunded_cents: total, refund_pending_cents: 0 })
  expect(done.refunds.map(({ status, resolution }) => [status, resolution])).toEqual([
    ['SUCCEEDED', null],
    ['FAILED', 'SENT_AGAIN'],
  ])
})

test('a refund that fails after it succeeded is owed again in every book, and the lot keeps its amount once it paid the driver back itself', async () => {
  const { driver, reservation_id, invoice_id, total, earned, refund_id } =
    await aFailedRefund('pm_card_refundFail')
  expect(await look(invoice_id)).toMatchObject({ status: 'REFUNDED', refunded_cents: total })
  await wait(2)
  expect(await look(invoice_id)).toMatchObject({
    status: 'PENDING_REFUND',
    refunded_cents: 0,
    refund_pending_cents: total,
  })
  expect(await ledgerOf(api, lot.lot_id)).toEqual(earned)
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect(await api.refusal(recordRefundPaidBackRoute, paidBack(refund_id), platform.token)).toMatchObject({
    status: 403,
  })
  expect(await api.call(recordRefundPaidBackRoute, paidBack(refund_id), admin.token)).toMatchObject({
    status: 'FAILED',
    can_settle: false,
    resolution: 'PAID_BACK',
    resolution_note: 'Cash at the booth',
    resolved_by: 'Ada Example',
  })
  expect(await api.refusal(recordRefundPaidBackRoute, paidBack(refund_id), admin.token)).toMatchObject({
    code: 'refund_not_waiting',
  })
  await api.runJobs()
  // The provider still has all of it, and the platform and the service keep no share of what was returned.
  expect(await ledgerOf(api, lot.lot_id)).toEqual({ PROVIDER_CLEARING: total, LOT_PAYABLE: -total })
  const { items } = await api.call(listReservationInvoicesRoute, { params: { reservation_id } }, driver.token)
  expect(items).toMatchObject([{ status: 'REFUNDED', refunded_cents: total, refund_pending_cents: 0 }])
  expect((await noticesOf(driver)).map(({ kind }) => kind).toSorted()).toEqual([
    'REFUND_FAILED',
    'REFUND_MADE',
    'REFUND_PAID_BACK',
  ])
  const { rows } = await api.deps.database.pool.query(
    `select action, details ->> 'note' as note from audit_log where subject_id = $1 and action like 'refund.%'`,
    [refund_id],
  )
  expect(rows).toEqual([{ action: 'refund.paid_back', note: 'Cash at the booth' }])
})

test('a dispute takes the amount of a failed refund, which then is not owed anymore', async () => {
  const { invoice_id, total, refund_id } = await aFailedRefund('pm_card_refundFail')
  await wait(2)
  const { rows } = await api.deps.database.pool.query<{ charge: string }>(
    'select stripe_charge_id as charge from payments where invoice_id = $1',
    [invoice_id],
  )
  await api.standIn.dispute(rows[0]?.charge ?? '')
  await api.runJobs()
  expect(await look(invoice_id)).toMatchObject({
    disputed_cents: total,
    refund_pending_cents: 0,
    refunds: [{ status: 'FAILED', resolution: 'DISPUTED', can_settle: false }],
  })
  expect(await api.refusal(sendRefundAgainRoute, { params: { refund_id } }, admin.token)).toMatchObject({
    code: 'refund_not_waiting',
  })
})

test('a fine whose full refund fails is paid again, its payer is notified, and it is refunded when it is sent again', async () => {
  const { here, id, code, payer, refund } = await aRefundedFine()
  expect((await here.read(id)).status).toBe('REFUNDED')
  await wait(2)
  expect((await here.read(id)).status).toBe('PAID')
  const { rows } = await api.deps.database.pool.query(
    `select params ->> 'title' as title, path from notifications where user_id = $1 and kind = 'FINE_REFUND_FAILED'`,
    [payer.user_id],
  )
  expect(rows).toEqual([{ title: 'Your bank didn’t take the $80.00 refund', path: `/f/${code}` }])
  await api.call(sendRefundAgainRoute, { params: { refund_id: refund.id } }, here.admin.token)
  await api.runJobs()
  expect((await here.read(id)).status).toBe('REFUNDED')
  await wait(2)
})

test('the payer of a fine whose refund failed is told how the lot paid it back, and not that a refund was sent', async () => {
  const { here, id, payer, refund } = await aRefundedFine()
  await wait(2)
  await api.call(recordRefundPaidBackRoute, paidBack(refund.id), here.admin.token)
  await api.runJobs()
  expect((await here.read(id)).status).toBe('REFUNDED')
  const { rows } = await api.deps.database.pool.query<{ kind: string; text: string }>(
    `select kind, params ->> 'text' as text from notifications where user_id = $1 and kind in ('FINE_REFUNDED', 'FINE_PAID_BACK')
     order by created_at, id`,
    [payer.user_id],
  )
  // The first is of the refund that was sent and failed later.
  expect(rows.map(({ kind }) => kind)).toEqual(['FINE_REFUNDED', 'FINE_PAID_BACK'])
  expect(rows[1]?.text).toContain('Cash at the booth')
})
