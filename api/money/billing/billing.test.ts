import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  getReservationExplanationRoute,
  getReservationRoute,
} from '@openspot/contract/booking/reservations.ts'
import { giveNoticeRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { getAdminInvoiceRoute, payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { deletePaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import { RETRY_DAYS, UNPAID_REASON } from '@openspot/core/billing/unpaid.ts'
import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { applyIntent } from '../payments/pay.ts'
import { settlePayment } from '../payments/payments.sql.ts'
import { bill } from './bill.ts'

const DAY_MS = 86_400_000
let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { month_cents: 31_000, time_zone: 'America/Chicago' })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const spot = (at = 0) => lot.spot_ids[at] ?? ''
const key = () => secretWord(api.ports)

async function aMonthly(test_card?: string) {
  const driver = await aPerson(api)
  const card = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, {
    spot_id: spot(),
    ends_at: null,
    payment_method_id: card,
  })
  if (test_card !== undefined) await turnsInto(driver, card, test_card)
  return { driver, card, reservation }
}

/** Makes the bank treat a saved card like another test card from now on. */
async function turnsInto(driver: Person, card: string, test_card: string): Promise<void> {
  const other = await aCard(api, driver, test_card)
  const { pool } = api.deps.database
  await pool.query(`update payment_methods set deleted_at = created_at where id = $1`, [other])
  await pool.query(
    `update payment_methods m set stripe_payment_method_id = o.stripe_payment_method_id, instrument = o.instrument
     from payment_methods o where m.id = $1 and o.id = $2`,
    [card, other],
  )
}

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await advance(1)
    await bill(paymentDepsOf(api.deps))
  }
  await api.runJobs()
}

/** Advances by days and extends all sessions. */
async function advance(days: number): Promise<void> {
  api.ports.advance({ days })
  await api.deps.database.pool.query(`update sessions set expires_at = expires_at + $1 * interval '1 day'`, [
    days,
  ])
}

/** Advances by days and settles what is due at the provider. */
async function passAtBanks(days: number): Promise<void> {
  await advance(days)
  await api.standIn.settleDue()
  await api.runJobs()
}

const invoicesOf = async (booked: { id: string }) =>
  (
    await api.call(listReservationInvoicesRoute, { params: { reservation_id: booked.id } }, admin.token)
  ).items.toReversed()
const adminInvoice = (invoice_id: string) =>
  api.call(getAdminInvoiceRoute, { params: { invoice_id } }, admin.token)

test('bills a monthly reservation once per month from its start', async () => {
  const { reservation: booked } = await aMonthly()
  await passDays(3)
  expect(await invoicesOf(booked)).toHaveLength(1)
  await passDays(60)
  const invoices = await invoicesOf(booked)
  expect(invoices.map(({ status, total_cents }) => [status, total_cents])).toEqual([
    ['PAID', 31_099],
    ['PAID', 31_099],
    ['PAID', 31_099],
  ])
  const periods = await Promise.all(invoices.map(({ id }) => adminInvoice(id)))
  // Each period begins where the previous one ends, across clock changes.
  expect(periods[0]?.period_starts_at).toBe(periods[1]?.period_ends_at)
  expect(periods[1]?.period_starts_at).toBe(periods[2]?.period_ends_at)
  expect(periods[2]?.period_starts_at).toBe(booked.starts_at)
  await Promise.all([bill(paymentDepsOf(api.deps)), bill(paymentDepsOf(api.deps))])
  expect(await invoicesOf(booked)).toHaveLength(3)
})

test('bills and charges a month once with concurrent workers', async () => {
  const { reservation: booked } = await aMonthly()
  await advance(33)
  await Promise.all([1, 2, 3, 4].map(() => bill(paymentDepsOf(api.deps))))
  const [month] = await invoicesOf(booked)
  expect(await invoicesOf(booked)).toHaveLength(2)
  expect((await adminInvoice(month?.id ?? '')).payments).toHaveLength(1)
  const intents = await api.deps.stripe.paymentIntents.list({ limit: 100 })
  const taken = intents.data.filter(
    ({ metadata, status }) => metadata['reservation_id'] === booked.id && status === 'succeeded',
  )
  expect(taken).toHaveLength(2)
})

test('charges the last days by the day after notice and nothing afterwards', async () => {
  const { reservation: booked } = await aMonthly()
  await passDays(35)
  const [month] = await invoicesOf(booked)
  const { period_ends_at } = await adminInvoice(month?.id ?? '')
  // Ten days into the month after the paid one.
  const ends_at = new Date(Date.parse(period_ends_at ?? '') + 10 * DAY_MS).toISOString()
  await api.call(
    giveNoticeRoute,
    { params: { reservation_id: booked.id }, body: { ends_at, reason: 'Works' } },
    admin.token,
  )
  await passDays(40)
  const invoices = await invoicesOf(booked)
  expect(invoices).toHaveLength(3)
  const part = await adminInvoice(invoices[0]?.id ?? '')
  expect(part.lines).toMatchObject([
    { kind: 'PART_MONTH', amount_cents: 10_000, ends_at },
    { kind: 'SERVICE_FEE', amount_cents: 99 },
  ])
  const days = Math.round(
    (Date.parse(part.period_ends_at ?? '') - Date.parse(part.period_starts_at ?? '')) / 86_400_000,
  )
  expect(days).toBe(10)
  await passDays(40)
  expect(await invoicesOf(booked)).toHaveLength(3)
})

test('retries a failed month and ends the reservation after the lot’s grace period', async () => {
  const { driver, reservation: booked } = await aMonthly('pm_card_chargeCustomerFail')
  await passDays(33)
  const [month] = await invoicesOf(booked)
  expect(month?.status).toBe('FAILED')
  await passDays(4)
  const failing = await adminInvoice(month?.id ?? '')
  expect(failing.payments.length).toBeGreaterThanOrEqual(3)
  expect(failing.payments.every(({ status }) => status === 'FAILED')).toBe(true)
  expect((await look(booked.id, driver)).is_ended).toBe(false)
  await passDays(4)
  const ended = await look(booked.id, driver)
  expect(ended).toMatchObject({ status: 'ACTIVE', is_ended: true })
  expect(ended.ends_at).not.toBeNull()
  const why = await api.call(
    getReservationExplanationRoute,
    { params: { reservation_id: booked.id } },
    admin.token,
  )
  expect(why.events).toMatchObject([{ kind: 'ENDED_UNPAID', reason: UNPAID_REASON }])
  const tried = (await adminInvoice(month?.id ?? '')).payments.map(({ created_at }) => Date.parse(created_at))
  const first = Math.min(...tried)
  const days = tried.toSorted((a, b) => a - b).map((at) => Math.round((at - first) / DAY_MS))
  expect(days).toEqual([0, ...RETRY_DAYS])
  // The debt remains, and nothing more is billed or retried.
  await passDays(40)
  const [owed, ...others] = await invoicesOf(booked)
  expect([owed?.status, others.length]).toEqual(['FAILED', 1])
  const letters = await api.deps.database.pool.query(
    `select kind from notifications where user_id = $1 order by created_at`,
    [driver.user_id],
  )
  expect(letters.rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['PAYMENT_FAILED', 'DEBT_ENDED']),
  )
})

test('does not tell a driver of a failed month who pays before the notice is sent', async () => {
  const { driver, reservation: booked } = await aMonthly('pm_card_chargeCustomerFail')
  await advance(32)
  // The failure is recorded and its notice queued, but not sent.
  await bill(paymentDepsOf(api.deps))
  const [month] = await invoicesOf(booked)
  expect(month?.status).toBe('FAILED')
  await api.call(
    payInvoiceRoute,
    {
      params: { invoice_id: month?.id ?? '' },
      body: { payment_method_id: await aCard(api, driver) },
      idempotency_key: key(),
    },
    driver.token,
  )
  await api.runJobs()
  const { rows } = await api.deps.database.pool.query<{ kind: string }>(
    'select kind from notifications where user_id = $1',
    [driver.user_id],
  )
  expect(rows.map(({ kind }) => kind)).not.toContain('PAYMENT_FAILED')
})

test('a second payment of a paid invoice is returned, shown to the driver and the staff, and notified once', async () => {
  const { driver, reservation: booked } = await aMonthly('pm_card_chargeCustomerFail')
  await passDays(33)
  const [month] = await invoicesOf(booked)
  const [failed] = (await adminInvoice(month?.id ?? '')).payments
  const good = await aCard(api, driver)
  await api.call(
    payInvoiceRoute,
    { params: { invoice_id: month?.id ?? '' }, body: { payment_method_id: good }, idempotency_key: key() },
    driver.token,
  )
  const { rows } = await api.deps.database.pool.query<{ intent: string; method: string }>(
    `select p.stripe_payment_intent_id as intent, m.stripe_payment_method_id as method
     from payments p, payment_methods m where p.id = $1 and m.id = $2`,
    [failed?.id, good],
  )
  const { intent = '', method: payment_method = '' } = rows[0] ?? {}
  // An admin confirms the first attempt at the provider.
  const paid = await api.deps.stripe.paymentIntents.confirm(intent, { payment_method, off_session: true })
  expect(paid.status).toBe('succeeded')
  const deps = paymentDepsOf(api.deps)
  for (let n = 0; n < 2; n++)
    expect(await applyIntent(deps, failed?.id ?? '', paid)).toEqual({ state: 'canceled' })
  const { data } = await api.deps.stripe.charges.list({ payment_intent: intent })
  expect(data.find(({ status }) => status === 'succeeded')).toMatchObject({ refunded: true })
  const second = {
    id: failed?.id,
    amount_cents: 31_099,
    second_taken_at: api.ports.now().toISOString(),
    second_returned_at: api.ports.now().toISOString(),
  }
  const shown = await adminInvoice(month?.id ?? '')
  expect(shown).toMatchObject({ status: 'PAID', paid_cents: 31_099, refunds: [] })
  expect(shown.payments.find(({ id }) => id === failed?.id)).toMatchObject({ status: 'FAILED', ...second })
  expect(shown.payments.find(({ status }) => status === 'SUCCEEDED')).toMatchObject({
    second_taken_at: null,
    second_returned_at: null,
  })
  const { items } = await api.call(
    listReservationInvoicesRoute,
    { params: { reservation_id: booked.id } },
    driver.token,
  )
  expect(items.map(({ id, second_payments }) => [id, second_payments])).toEqual(
    items.map(({ id }) => [id, id === month?.id ? [second] : []]),
  )
  await api.runJobs()
  const notices = await api.deps.database.pool.query<{ about: string; params: { title: string } }>(
    `select about, params from notifications where user_id = $1 and kind = 'PAID_TWICE'`,
    [driver.user_id],
  )
  expect(notices.rows).toMatchObject([
    { about: failed?.id, params: { title: 'We returned $310.99 that you paid twice' } },
  ])
})

test('a second payment that the provider has not taken back yet is shown as being returned', async () => {
  const { reservation: booked } = await aMonthly()
  const [invoice] = await invoicesOf(booked)
  const { pool } = api.deps.database
  const now = api.ports.now()
  const attempt = await pool.query<{ id: string }>(
    `insert into payments (lot_id, invoice_id, payment_method_id, status, kind, currency, amount_cents, created_at, session_id, consent_id)
     select lot_id, invoice_id, payment_method_id, 'FAILED', kind, currency, amount_cents, $2, session_id, consent_id from payments where invoice_id = $1 returning id`,
    [invoice?.id, now.toISOString()],
  )
  const settled = await settlePayment(pool, now, attempt.rows[0]?.id ?? '', 'pi_second', null)
  expect(settled.outcome).toBe('second')
  const { payments } = await adminInvoice(invoice?.id ?? '')
  expect(payments.find(({ id }) => id === attempt.rows[0]?.id)).toMatchObject({
    second_taken_at: now.toISOString(),
    second_returned_at: null,
  })
})

const look = (reservation_id: string, driver: Person) =>
  api.call(getReservationRoute, { params: { reservation_id } }, driver.token)

test('lets the driver pay a failed month with another card and keeps the reservation', async () => {
  const { driver, reservation: booked } = await aMonthly('pm_card_chargeCustomerFail')
  await passDays(33)
  const [month] = await invoicesOf(booked)
  const good = await aCard(api, driver)
  const pay = (payment_method_id: string, idempotency_key: string) => ({
    params: { invoice_id: month?.id ?? '' },
    body: { payment_method_id },
    idempotency_key,
  })
  const paid = await api.call(payInvoiceRoute, pay(good, key()), driver.token)
  expect(paid).toMatchObject({ invoice: { status: 'PAID' }, next_action: null })
  expect(await api.refusal(payInvoiceRoute, pay(good, key()), driver.token)).toMatchObject({
    status: 409,
    code: 'invoice_not_open',
  })
  const stranger = await aPerson(api)
  expect(await api.refusal(payInvoiceRoute, pay(good, key()), stranger.token)).toMatchObject({ status: 404 })
  await passDays(10)
  expect((await look(booked.id, driver)).is_ended).toBe(false)
})

test('keeps an unpaid reservation under the lot’s rule KEEP', async () => {
  await api.deps.database.pool.query(`update lots set failed_payment_rule = 'KEEP' where id = $1`, [
    lot.lot_id,
  ])
  const { driver, reservation: booked } = await aMonthly('pm_card_chargeCustomerFail')
  await passDays(45)
  expect((await look(booked.id, driver)).is_ended).toBe(false)
  expect((await invoicesOf(booked)).map(({ status }) => status)).toEqual(['FAILED', 'PAID'])
})

test('fails the invoice of a bank debit that fails after days and refunds a canceled one when it arrives', async () => {
  const driver = await aPerson(api)
  const bank = await aCard(api, driver, 'pm_usBankAccount_success')
  const starts_at = new Date(Math.ceil(api.ports.now().getTime() / 3_600_000) * 3_600_000 + 20 * DAY_MS)
  const order = {
    spot_id: spot(1),
    starts_at: starts_at.toISOString(),
    ends_at: new Date(starts_at.getTime() + 7_200_000).toISOString(),
  }
  const { reservation } = await bookAs(api, driver, { ...order, payment_method_id: bank })
  expect(reservation.status).toBe('ACTIVE')
  expect((await invoicesOf(reservation))[0]?.status).toBe('PROCESSING')
  const at = { params: { reservation_id: reservation.id } }
  const preview = await api.call(getCancellationRoute, at, driver.token)
  expect(preview.refund_cents).toBe(reservation.total_cents)
  await api.call(
    cancelReservationRoute,
    { ...at, body: { refund_cents: preview.refund_cents } },
    driver.token,
  )
  await passAtBanks(6)
  await passAtBanks(6)
  const [refunded] = await invoicesOf(reservation)
  expect(refunded?.status).toBe('REFUNDED')
  expect((await adminInvoice(refunded?.id ?? '')).refunds).toMatchObject([
    { reason: refundReasons.canceled_before_payment },
  ])

  const poor = await aCard(api, driver, 'pm_usBankAccount_insufficientFunds')
  const again = await bookAs(api, driver, { ...order, payment_method_id: poor })
  expect(again.reservation.status).toBe('ACTIVE')
  await passAtBanks(6)
  expect((await invoicesOf(again.reservation))[0]?.status).toBe('FAILED')
})

test('rejects removing the payment method of a monthly reservation with 409 payment_method_in_use', async () => {
  const { driver, card } = await aMonthly()
  const remove = { params: { payment_method_id: card } }
  expect(await api.refusal(deletePaymentMethodRoute, remove, driver.token)).toMatchObject({
    status: 409,
    code: 'payment_method_in_use',
    details: { reason: 'monthly_reservation' },
  })
  await aCard(api, driver)
  expect(await api.refusal(deletePaymentMethodRoute, remove, driver.token)).toMatchObject({
    code: 'payment_method_in_use',
  })
})
