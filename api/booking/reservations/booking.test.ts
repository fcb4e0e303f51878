import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  confirmReservationRoute,
  getCheckoutRoute,
  getReservationRoute,
} from '@openspot/contract/booking/reservations.ts'
import { CallError } from '@openspot/contract/call.ts'
import { listInvoiceLinesRoute, listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { answerBank, bookAs, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let driver: Person
let card: string

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
afterEach(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  api.ports.advance({ days: 3 })
})

async function fresh(test_card = 'pm_card_visa'): Promise<void> {
  lot = await aLot(api)
  driver = await aPerson(api)
  card = await aCard(api, driver, test_card)
}

/** Returns the provider's charges and refunds for a lot. */
async function charges(): Promise<{ charged: number; returned: number; count: number }> {
  const list = await api.deps.stripe.paymentIntents.list({ limit: 100 })
  const own = list.data.filter(
    (intent) => intent.metadata['lot_id'] === lot.lot_id && intent.status === 'succeeded',
  )
  const refunds = await api.deps.stripe.refunds.list({ limit: 100 })
  const returned = refunds.data.filter((refund) => refund.metadata?.['lot_id'] === lot.lot_id)
  return {
    count: own.length,
    charged: own.reduce((sum, intent) => sum + intent.amount_received, 0),
    returned: returned.reduce((sum, refund) => sum + refund.amount, 0),
  }
}

test('charges the quoted price line by line', async () => {
  await fresh()
  const booked = twoHours(api)
  const [spot_id = ''] = lot.spot_ids
  const checkout = await api.call(getCheckoutRoute, { query: { spot_id, ...booked } }, driver.token)
  expect(checkout.price?.total_cents).toBe(2 * 400 + 99)
  expect(checkout.is_free).toBe(true)

  const { reservation, next_action } = await bookAs(api, driver, {
    spot_id,
    ...booked,
    payment_method_id: card,
  })
  expect(next_action).toBeNull()
  expect(reservation).toMatchObject({ status: 'ACTIVE', spot_id, total_cents: 899, ...booked })

  const { items } = await api.call(
    listReservationInvoicesRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  expect(items).toMatchObject([
    { status: 'PAID', total_cents: 899, paid_cents: 899, payment: { last4: '4242' } },
  ])
  const lines = await api.call(
    listInvoiceLinesRoute,
    { params: { invoice_id: items[0]?.id ?? '' } },
    driver.token,
  )
  expect(lines.items).toEqual(checkout.price?.lines)
  expect(await charges()).toEqual({ count: 1, charged: 899, returned: 0 })
  expect((await api.call(getCheckoutRoute, { query: { spot_id, ...booked } }, driver.token)).is_free).toBe(
    false,
  )
})

test('cancels with the previewed refund and rejects another amount with 409 refund_changed', async () => {
  await fresh()
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: card,
  })
  const params = { reservation_id: reservation.id }
  const preview = await api.call(getCancellationRoute, { params }, driver.token)
  expect(preview).toMatchObject({ refund_cents: 899, kept_cents: 0, rule: 'before_deadline' })

  const changed = await api.refusal(
    cancelReservationRoute,
    { params, body: { refund_cents: 1 } },
    driver.token,
  )
  expect(changed).toMatchObject({ status: 409, code: 'refund_changed' })
  expect((await api.call(getReservationRoute, { params }, driver.token)).status).toBe('ACTIVE')

  const gone = await api.call(cancelReservationRoute, { params, body: { refund_cents: 899 } }, driver.token)
  expect(gone.status).toBe('CANCELED')
  const promised = await api.call(listReservationInvoicesRoute, { params }, driver.token)
  expect(promised.items).toMatchObject([{ status: 'PENDING_REFUND', refund_pending_cents: 899 }])
  await api.runJobs()
  const made = await api.call(listReservationInvoicesRoute, { params }, driver.token)
  expect(made.items).toMatchObject([{ status: 'REFUNDED', refunded_cents: 899, refund_pending_cents: 0 }])
  expect(await charges()).toEqual({ count: 1, charged: 899, returned: 899 })

  const again = await api.refusal(cancelReservationRoute, { params, body: { refund_cents: 0 } }, driver.token)
  expect(again).toMatchObject({ status: 409, code: 'reservation_not_open' })
})

test('refunds nothing after the cancellation deadline, as previewed', async () => {
  await fresh()
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: card,
  })
  api.ports.advance({ hours: 2, minutes: 20 })
  const params = { reservation_id: reservation.id }
  expect(await api.call(getCancellationRoute, { params }, driver.token)).toMatchObject({
    refund_cents: 0,
    kept_cents: 899,
    rule: 'after_deadline',
  })
  await api.call(cancelReservationRoute, { params, body: { refund_cents: 0 } }, driver.token)
  await api.runJobs()
  expect(await charges()).toEqual({ count: 1, charged: 899, returned: 0 })
})

test('charges nothing for a declined card, keeps the hold, and accepts another card', async () => {
  await fresh('pm_card_chargeCustomerFail')
  const [spot_id = ''] = lot.spot_ids
  const refused = await bookAs(api, driver, { spot_id, payment_method_id: card }).catch(
    (error: CallError) => error,
  )
  expect(refused).toBeInstanceOf(CallError)
  if (!(refused instanceof CallError)) return
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({ code: 'card_declined' })
  expect(refused.body.message).toContain('Nothing was charged')
  const reservation_id = String(refused.body.details?.['reservation_id'])
  const params = { reservation_id }
  expect((await api.call(getReservationRoute, { params }, driver.token)).status).toBe('CHECKOUT')
  expect((await charges()).count).toBe(0)

  const good = await aCard(api, driver)
  const paid = await api.call(
    confirmReservationRoute,
    { params, body: { payment_method_id: good }, idempotency_key: 'second card' },
    driver.token,
  )
  expect(paid.reservation.status).toBe('ACTIVE')
  expect(await charges()).toEqual({ count: 1, charged: 899, returned: 0 })
})

test('redirects to a bank that requires authentication and confirms afterwards', async () => {
  await fresh('pm_card_threeDSecure2Required')
  const booking = await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id: card })
  expect(booking.reservation.status).toBe('CHECKOUT')
  expect(booking.next_action?.type).toBe('redirect')
  const params = { reservation_id: booking.reservation.id }
  const early = await api.call(
    confirmReservationRoute,
    { params, body: {}, idempotency_key: 'too early' },
    driver.token,
  )
  expect(early).toMatchObject({ reservation: { status: 'CHECKOUT' }, next_action: { type: 'redirect' } })

  await answerBank(booking.next_action?.url ?? '', 'complete')
  const confirmed = await api.call(
    confirmReservationRoute,
    { params, body: {}, idempotency_key: 'after' },
    driver.token,
  )
  expect(confirmed).toMatchObject({ reservation: { status: 'ACTIVE' }, next_action: null })
  expect(await charges()).toEqual({ count: 1, charged: 899, returned: 0 })
})

test('rejects a payment that failed authentication with 402 card_declined', async () => {
  await fresh('pm_card_threeDSecure2Required')
  const booking = await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id: card })
  await answerBank(booking.next_action?.url ?? '', 'fail')
  const params = { reservation_id: booking.reservation.id }
  const refused = await api.refusal(
    confirmReservationRoute,
    { params, body: {}, idempotency_key: 'x' },
    driver.token,
  )
  expect(refused).toMatchObject({ status: 402, code: 'card_declined' })
  expect((await charges()).count).toBe(0)
})

test('rejects a spot taken a moment before with 409 spot_taken and charges nothing', async () => {
  await fresh()
  const [spot_id = ''] = lot.spot_ids
  const other = await aPerson(api)
  const book = await prepareBooking(api, driver, { spot_id, payment_method_id: card })
  await bookAs(api, other, { spot_id, payment_method_id: await aCard(api, other) })
  await expect(book()).rejects.toMatchObject({ status: 409, body: { code: 'spot_taken', field: 'spot_id' } })
  expect((await charges()).count).toBe(1)
})

test('releases an expired hold, cancels its payment, and rejects its confirmation with 409 hold_expired', async () => {
  await fresh('pm_card_threeDSecure2Required')
  const [spot_id = ''] = lot.spot_ids
  const booking = await bookAs(api, driver, { spot_id, payment_method_id: card, ...twoHours(api, 5) })
  api.ports.advance({ minutes: 11 })
  expect(await releaseHolds(paymentDepsOf(api.deps))).toBeGreaterThan(0)
  const params = { reservation_id: booking.reservation.id }
  expect((await api.call(getReservationRoute, { params }, driver.token)).status).toBe('EXPIRED')
  const late = await api.refusal(
    confirmReservationRoute,
    { params, body: {}, idempotency_key: 'late' },
    driver.token,
  )
  expect(late).toMatchObject({ status: 409, code: 'hold_expired' })
  // The bank's page no longer has any effect, because the payment was canceled.
  await answerBank(booking.next_action?.url ?? '', 'complete')
  expect((await charges()).count).toBe(0)
})

test('confirms a reservation whose payment arrives before its hold is released', async () => {
  await fresh('pm_card_threeDSecure2Required')
  const booking = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: card,
    ...twoHours(api, 5),
  })
  api.ports.advance({ minutes: 11 })
  await answerBank(booking.next_action?.url ?? '', 'complete')
  expect(await releaseHolds(paymentDepsOf(api.deps))).toBe(0)
  const params = { reservation_id: booking.reservation.id }
  expect((await api.call(getReservationRoute, { params }, driver.token)).status).toBe('ACTIVE')
})

test('confirms a reservation by the webhook if the driver never returns', async () => {
  await fresh('pm_card_threeDSecure2Required')
  const booking = await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id: card })
  await answerBank(booking.next_action?.url ?? '', 'complete')
  await api.runJobs()
  const params = { reservation_id: booking.reservation.id }
  expect((await api.call(getReservationRoute, { params }, driver.token)).status).toBe('ACTIVE')
})

test('books once per idempotency key and rejects another booking under it with idempotency_key_reused', async () => {
  await fresh()
  const [spot_id = ''] = lot.spot_ids
  const book = await prepareBooking(api, driver, { spot_id, payment_method_id: card, key: 'once' })
  const first = await book()
  expect(await book()).toEqual(first)
  expect(await charges()).toEqual({ count: 1, charged: 899, returned: 0 })
  const other = await prepareBooking(api, driver, {
    spot_id: lot.spot_ids[1] ?? '',
    payment_method_id: card,
    key: 'once',
  })
  await expect(other()).rejects.toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
})

test('rejects a booking at a changed price with 409 terms_changed and charges nothing', async () => {
  await fresh()
  const book = await prepareBooking(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id: card })
  await api.deps.database.db
    .updateTable('lots')
    .set({ hour_cents: 900 })
    .where('id', '=', lot.lot_id)
    .execute()
  await expect(book()).rejects.toMatchObject({ status: 409, body: { code: 'terms_changed' } })
  expect((await charges()).count).toBe(0)
})

test('rejects a quote older than 15 minutes with 409 quote_expired', async () => {
  await fresh()
  const book = await prepareBooking(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: card,
    ...twoHours(api, 5),
  })
  api.ports.advance({ minutes: 15 })
  await expect(book()).rejects.toMatchObject({ status: 409, body: { code: 'quote_expired' } })
})
