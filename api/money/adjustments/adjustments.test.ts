import { cancelByStaffRoute, createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import {
  adjustInvoiceRoute,
  approveRefundRoute,
  getAdminInvoiceRoute,
  listLotRefundsRoute,
  undoRefundRoute,
} from '@openspot/contract/money/adjustments.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { sendDueRefunds } from '../payments/refunds.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let other: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  other = await aMember(api, lot.lot_id, 'ADMIN')
})

async function aPaidReservation() {
  const driver = await aPerson(api)
  const card = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: card,
  })
  return { driver, reservation, invoice_id: reservation.invoice_id ?? '' }
}

type Adjust = Parameters<typeof api.call<typeof adjustInvoiceRoute>>[1]['body']
const order = (invoice_id: string, body: Adjust, key = secretWord(api.ports)) => ({
  params: { invoice_id },
  body,
  idempotency_key: key,
})
const adjust = (invoice_id: string, body: Adjust, by = admin) =>
  api.call(adjustInvoiceRoute, order(invoice_id, body), by.token)
const look = (invoice_id: string) => api.call(getAdminInvoiceRoute, { params: { invoice_id } }, admin.token)
const refund = (amount_cents: number) => ({ kind: 'REFUND' as const, amount_cents, reason: 'Gate was stuck' })
const correct = (amount_cents: number) => ({
  kind: 'CORRECTION' as const,
  amount_cents,
  reason: 'Wrong rate',
})

async function priceOf(reservation_id: string): Promise<number | undefined> {
  const { rows } = await api.deps.database.pool.query<{ total_cents: number }>(
    'select total_cents from reservations where id = $1',
    [reservation_id],
  )
  return rows[0]?.total_cents
}

async function passUndo(): Promise<void> {
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
}

test('holds a staff refund for ten minutes, in which it can be undone, and then sends it', async () => {
  const { invoice_id } = await aPaidReservation()
  const { paid_cents } = await look(invoice_id)
  const asked = await adjust(invoice_id, refund(100))
  expect(asked.refund).toMatchObject({ status: 'PENDING', can_undo: true, requested_by: expect.any(String) })
  expect(asked.invoice).toMatchObject({
    status: 'PENDING_REFUND',
    refund_pending_cents: 100,
    refundable_cents: paid_cents - 100,
  })
  await api.runJobs()
  expect((await look(invoice_id)).refunds[0]?.status).toBe('PENDING')

  const at = { params: { refund_id: asked.refund?.id ?? '' } }
  expect(await api.call(undoRefundRoute, at, other.token)).toMatchObject({
    status: 'UNDONE',
    can_undo: false,
  })
  expect(await look(invoice_id)).toMatchObject({ status: 'PAID', refund_pending_cents: 0 })
  await passUndo()
  expect(await look(invoice_id)).toMatchObject({ status: 'PAID', refunded_cents: 0 })

  const again = await adjust(invoice_id, refund(100))
  await passUndo()
  expect(await look(invoice_id)).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded_cents: 100 })
  const late = { params: { refund_id: again.refund?.id ?? '' } }
  expect(await api.refusal(undoRefundRoute, late, admin.token)).toMatchObject({
    status: 409,
    code: 'refund_not_waiting',
  })
})

test('requires another admin’s approval for a refund above the lot’s limit', async () => {
  await api.deps.database.pool.query(`update lots set approval_limit_cents = 200 where id = $1`, [lot.lot_id])
  const { invoice_id } = await aPaidReservation()
  const { refund: asked } = await adjust(invoice_id, refund(201))
  expect(asked).toMatchObject({ status: 'AWAITING_APPROVAL', can_approve: false })
  await passUndo()
  expect((await look(invoice_id)).refunded_cents).toBe(0)
  const at = { params: { refund_id: asked?.id ?? '' } }
  expect(await api.refusal(approveRefundRoute, at, admin.token)).toMatchObject({
    status: 403,
    code: 'approval_by_another',
  })
  const waiting = await api.call(
    listLotRefundsRoute,
    { params: { lot_id: lot.lot_id }, query: { status: 'AWAITING_APPROVAL' } },
    other.token,
  )
  expect(waiting.items).toMatchObject([{ id: asked?.id, can_approve: true, currency: 'USD' }])
  expect(await api.call(approveRefundRoute, at, other.token)).toMatchObject({
    status: 'PENDING',
    can_undo: true,
  })
  await passUndo()
  expect(await look(invoice_id)).toMatchObject({ refunded_cents: 201 })
  expect(await api.refusal(approveRefundRoute, at, other.token)).toMatchObject({ code: 'refund_not_waiting' })
})

test('never refunds more than was paid, also under concurrent requests', async () => {
  const { invoice_id } = await aPaidReservation()
  const { total_cents } = await look(invoice_id)
  const tooMuch = await api.refusal(
    adjustInvoiceRoute,
    order(invoice_id, refund(total_cents + 1)),
    admin.token,
  )
  expect(tooMuch).toMatchObject({ status: 409, code: 'not_refundable', field: 'amount_cents' })
  const share = Math.ceil(total_cents / 3)
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => adjust(invoice_id, refund(share), at % 2 === 0 ? admin : other)),
  )
  const done = answers.filter(({ status }) => status === 'fulfilled').length
  expect(done).toBe(Math.floor(total_cents / share))
  await passUndo()
  expect((await look(invoice_id)).refunded_cents).toBe(done * share)
})

test('creates an uncharged bill for an upward correction of a paid invoice, a refund for a downward one, and keeps the price when the bill is lowered', async () => {
  const { reservation: booked, invoice_id } = await aPaidReservation()
  const more = await adjust(invoice_id, correct(250))
  expect(more).toMatchObject({
    refund: null,
    invoice: { id: invoice_id, status: 'PAID', bill: null },
    correction: {
      kind: 'CORRECTION',
      status: 'PENDING',
      payments: [],
      bill: { needs_approval: false, can_withdraw: true },
      total_cents: 250,
      reservation_id: booked.id,
      lines: [{ kind: 'CORRECTION', amount_cents: 250, because: 'Wrong rate' }],
    },
  })
  const price = await priceOf(booked.id)
  await adjust(more.correction?.id ?? '', correct(-100))
  expect(await priceOf(booked.id)).toBe(price)
  const less = await adjust(invoice_id, correct(-50))
  expect(less).toMatchObject({ correction: null, refund: { amount_cents: 50, status: 'PENDING' } })
  await passUndo()
})

test('lowers an unpaid invoice by a downward correction and rejects an upward one as bill_not_possible', async () => {
  const driver = await aPerson(api)
  const booked = await api.call(
    createByStaffRoute,
    {
      body: {
        spot_id: lot.spot_ids[1] ?? '',
        person: { email: driver.email },
        payment_kind: 'STRIPE',
        price_cents: 900,
        ...twoHours(api),
      },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  const invoice_id = booked.invoice_id ?? ''
  const { invoice } = await adjust(invoice_id, correct(-300))
  expect(invoice).toMatchObject({ total_cents: 600, status: 'PENDING' })
  expect(invoice.lines.at(-1)).toMatchObject({ kind: 'CORRECTION', amount_cents: -300 })
  expect(await api.refusal(adjustInvoiceRoute, order(invoice_id, correct(10)), admin.token)).toMatchObject({
    code: 'bill_not_possible',
  })
  expect(await api.refusal(adjustInvoiceRoute, order(invoice_id, correct(-601)), admin.token)).toMatchObject({
    status: 400,
    field: 'amount_cents',
  })
  expect(await api.refusal(adjustInvoiceRoute, order(invoice_id, refund(10)), admin.token)).toMatchObject({
    code: 'not_refundable',
  })
})

test('requires approval for a refund that staff set when they cancel', async () => {
  await api.deps.database.pool.query(`update lots set approval_limit_cents = 0 where id = $1`, [lot.lot_id])
  const { reservation: booked, invoice_id } = await aPaidReservation()
  await api.call(
    cancelByStaffRoute,
    {
      params: { reservation_id: booked.id },
      body: { reason: 'Works', refund_cents: 120 },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  expect((await look(invoice_id)).refunds).toMatchObject([
    { status: 'AWAITING_APPROVAL', amount_cents: 120, can_undo: true },
  ])
})

test('rejects invalid adjustments by field and applies a repeated idempotency key once', async () => {
  const { driver, invoice_id } = await aPaidReservation()
  const refused = (body: Adjust, by: string | null = admin.token) =>
    api.refusal(adjustInvoiceRoute, order(invoice_id, body), by)
  expect(await refused(refund(0))).toMatchObject({ status: 400, field: 'amount_cents' })
  expect(await refused(refund(-1))).toMatchObject({ status: 400, field: 'amount_cents' })
  expect(await refused(correct(0))).toMatchObject({ status: 400, field: 'amount_cents' })
  expect(await refused({ ...refund(1), reason: '' })).toMatchObject({ status: 400, field: 'reason' })
  expect(await refused(refund(1), driver.token)).toMatchObject({ status: 403 })
  expect(await refused(refund(1), (await aPerson(api)).token)).toMatchObject({ status: 404 })
  const key = secretWord(api.ports)
  // Either of the two may have to retry.
  const send = () => api.call(adjustInvoiceRoute, order(invoice_id, refund(40), key), admin.token)
  const both = await Promise.allSettled([send(), send()])
  const made = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value.refund?.id] : []))
  for (const each of both) {
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ body: { code: 'request_in_flight' } })
  }
  expect(new Set([...made, (await send()).refund?.id]).size).toBe(1)
  expect(made.length).toBeGreaterThan(0)
  expect((await look(invoice_id)).refund_pending_cents).toBe(40)
})
