import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import {
  adjustInvoiceRoute,
  getAdminInvoiceRoute,
  undoRefundRoute,
} from '@openspot/contract/money/adjustments.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { ourBooks, providerBooks } from '../../testing/model/provider-books.ts'
import { applyDispute } from '../payments/disputes.ts'
import { sendDueRefunds } from '../payments/refunds.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let taken = 0

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  expect(await ourBooks(api.deps.database.pool)).toEqual(await providerBooks(api.deps.stripe))
  await api.close()
})
beforeEach(async () => {
  api.standIn.faults.clear()
  lot = await aLot(api)
  taken = 0
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

async function aPaidReservation(card?: string) {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, card)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[taken++] ?? '',
    payment_method_id,
  })
  return { driver, reservation, invoice_id: reservation.invoice_id ?? '' }
}

const look = (invoice_id: string) => api.call(getAdminInvoiceRoute, { params: { invoice_id } }, admin.token)
const undo = (refund_id: string) => api.refusal(undoRefundRoute, { params: { refund_id } }, admin.token)

async function cancel({ driver, reservation }: Awaited<ReturnType<typeof aPaidReservation>>): Promise<void> {
  const body = { refund_cents: reservation.total_cents ?? 0 }
  await api.call(cancelReservationRoute, { params: { reservation_id: reservation.id }, body }, driver.token)
}

async function onlyRefund(invoice_id: string) {
  const { refunds } = await look(invoice_id)
  const [refund] = refunds
  if (!refund || refunds.length > 1) throw new Error(`There are ${refunds.length} refunds.`)
  return refund
}

async function retryJobs(): Promise<void> {
  await api.deps.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await api.runJobs()
}

const staffRefund = (invoice_id: string, amount_cents: number) =>
  api.call(
    adjustInvoiceRoute,
    {
      params: { invoice_id },
      body: { kind: 'REFUND', amount_cents, reason: 'Gate was stuck' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )

test('the refund of a cancellation can’t be undone by staff while the payment provider is down, and is made afterwards', async () => {
  const paid = await aPaidReservation()
  api.standIn.faults.add({ call: /^POST .*refunds$/, fault: 'error_500', rate: 1 })
  await cancel(paid)
  await api.runJobs()
  const refund = await onlyRefund(paid.invoice_id)
  expect(refund).toMatchObject({ status: 'PENDING', can_undo: false })
  expect(await undo(refund.id)).toMatchObject({ status: 409, code: 'refund_not_waiting' })
  api.standIn.faults.clear()
  await retryJobs()
  expect(await look(paid.invoice_id)).toMatchObject({
    status: 'REFUNDED',
    refunded_cents: paid.reservation.total_cents,
    refund_pending_cents: 0,
  })
})

test('a refund whose answer from the payment provider was lost can’t be undone', async () => {
  const paid = await aPaidReservation()
  api.standIn.faults.add({ call: /^POST .*refunds$/, fault: 'reset_after_success', rate: 1 })
  api.standIn.faults.webhooks = { lose: 1 }
  await cancel(paid)
  await api.runJobs()
  expect(await undo((await onlyRefund(paid.invoice_id)).id)).toMatchObject({ code: 'refund_not_waiting' })
  api.standIn.faults.clear()
  await retryJobs()
  expect((await look(paid.invoice_id)).status).toBe('REFUNDED')
})

test('a refund whose answer was lost is not made a second time when it is tried again after the provider forgot the call', async () => {
  const paid = await aPaidReservation()
  const total = paid.reservation.total_cents ?? 0
  await staffRefund(paid.invoice_id, Math.floor(total / 3))
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  api.standIn.faults.add({ call: /^POST .*refunds$/, fault: 'reset_after_success', rate: 1 })
  api.standIn.faults.webhooks = { lose: 1 }
  await api.runJobs()
  api.standIn.faults.clear()
  api.ports.advance({ days: 2 })
  await api.standIn.settleDue()
  await retryJobs()
  expect(await onlyRefund(paid.invoice_id)).toMatchObject({ status: 'SUCCEEDED' })
  const { rows } = await api.deps.database.pool.query<{ intent: string }>(
    'select stripe_payment_intent_id as intent from payments where invoice_id = $1',
    [paid.invoice_id],
  )
  const made = await api.deps.stripe.refunds.list({ payment_intent: rows[0]?.intent ?? '' })
  expect(made.data).toHaveLength(1)
})

test('a refund that the payment provider has, and that its bank takes days to settle, can’t be undone or made a second time', async () => {
  const { invoice_id, reservation } = await aPaidReservation('pm_card_pendingRefund')
  const total = reservation.total_cents ?? 0
  await staffRefund(invoice_id, total)
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
  const refund = await onlyRefund(invoice_id)
  expect(refund).toMatchObject({ status: 'PENDING', can_undo: false })
  expect(await undo(refund.id)).toMatchObject({ code: 'refund_not_waiting' })
  const again = {
    params: { invoice_id },
    body: { kind: 'REFUND' as const, amount_cents: 1, reason: 'Again' },
    idempotency_key: secretWord(api.ports),
  }
  expect(await api.refusal(adjustInvoiceRoute, again, admin.token)).toMatchObject({ code: 'not_refundable' })
  api.ports.advance({ days: 5 })
  await api.standIn.settleDue()
  await api.runJobs()
  expect(await look(invoice_id)).toMatchObject({ status: 'REFUNDED', refunded_cents: total })
})

test('the database refuses to undo a refund that was queued, unless the payment provider refused it, and never one that it has', async () => {
  const paid = await aPaidReservation()
  api.standIn.faults.add({ call: /^POST .*refunds$/, fault: 'error_500', rate: 1 })
  await cancel(paid)
  await api.runJobs()
  const { id } = await onlyRefund(paid.invoice_id)
  const owner = new pg.Client({ connectionString: api.owner_url })
  await owner.connect()
  const attempt = (changes: string) =>
    owner.query(`update refunds set status = 'UNDONE', ${changes} where id = $1`, [id])
  try {
    for (const changes of ['undone_at = now()', `refused_at = now(), stripe_refund_id = 're_1'`])
      await expect(attempt(changes)).rejects.toThrow('refunds_undone_not_sent')
  } finally {
    await owner.end()
  }
  api.standIn.faults.clear()
  await retryJobs()
})

test('a queued refund that the payment provider refuses because of a dispute leaves its amount to the dispute', async () => {
  const paid = await aPaidReservation('pm_card_createDispute')
  const total = paid.reservation.total_cents ?? 0
  // The refund is asked for before anyone here knows of the dispute.
  api.standIn.faults.add({ call: /^POST .*refunds$/, fault: 'error_500', rate: 1 })
  await cancel(paid)
  await api.runJobs()
  expect(await look(paid.invoice_id)).toMatchObject({ disputed_cents: 0, refund_pending_cents: total })
  api.standIn.faults.clear()
  await retryJobs()
  expect(await look(paid.invoice_id)).toMatchObject({
    disputed_cents: total,
    refund_pending_cents: 0,
    refunds: [{ status: 'UNDONE' }],
    disputes: [{ withdrawn_cents: total }],
  })
})

test('a refund whose job was given up is sent once more when a dispute arrives, and leaves its amount to it', async () => {
  const paid = await aPaidReservation('pm_card_createDispute')
  const total = paid.reservation.total_cents ?? 0
  api.standIn.faults.add({ call: /^POST .*refunds$/, fault: 'error_500', rate: 1 })
  await cancel(paid)
  await api.runJobs()
  await api.deps.database.pool.query('delete from graphile_worker._private_jobs')
  api.standIn.faults.clear()
  const { data } = await api.deps.stripe.disputes.list({ limit: 100 })
  for (const dispute of data) await applyDispute(paymentDepsOf(api.deps), dispute)
  await api.runJobs()
  expect(await look(paid.invoice_id)).toMatchObject({
    disputed_cents: total,
    refund_pending_cents: 0,
    refunds: [{ status: 'UNDONE' }],
  })
})
