import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { getLotEarningsRoute, getMyEarningsRoute } from '@openspot/contract/money/earnings.ts'
import { createPaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import { listLotPayoutsRoute } from '@openspot/contract/money/payouts.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import {
  aHost,
  aHostAccount,
  aLotAccount,
  aPaidReservation,
  payDays,
} from '../../testing/factories/payouts.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { prepareBooking, twoHours } from '../../testing/factories/reservations.ts'
import { sendDueRefunds } from '../payments/refunds.ts'
import { payOut } from './pay-out.ts'

let api: TestApi
let lot: TestLot
let owner: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
afterEach(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})
beforeEach(async () => {
  lot = await aLot(api, {}, 12)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
})

const at = () => ({ params: { lot_id: lot.lot_id }, query: {} })
const payouts = async () => (await api.call(listLotPayoutsRoute, at(), owner.token)).items
const balance = async () => (await api.call(getLotEarningsRoute, at(), owner.token)).balances[0]
/** Everything that was ever transferred from the provider's balance for this lot. */
async function transferred(): Promise<number> {
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    'select stripe_account_id as id from payout_accounts where lot_id = $1',
    [lot.lot_id],
  )
  const { data } = await api.deps.stripe.transfers.list({ destination: rows[0]?.id ?? '', limit: 100 })
  return data.reduce((sum, { amount }) => sum + amount, 0)
}

test('pays each payee once when several runs overlap', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  for (const spot_id of lot.spot_ids.slice(0, 4)) await aPaidReservation(api, { spot_id })
  api.ports.advance({ days: 4 })
  const begun = await Promise.all(Array.from({ length: 8 }, () => payOut(paymentDepsOf(api.deps))))
  expect(begun.reduce((sum, one) => sum + one, 0)).toBe(1)
  await Promise.all([api.runJobs(), api.runJobs()])
  expect(await payouts()).toMatchObject([{ status: 'SENT', amount_cents: 4 * 720 }])
  expect(await transferred()).toBe(4 * 720)
})

test('deducts refunds that race with payouts from later payouts and pays nothing twice', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  await api.deps.database.pool.query('update lots set refund_undo_minutes = 0 where id = $1', [lot.lot_id])
  const reservations: Awaited<ReturnType<typeof aPaidReservation>>['reservation'][] = []
  for (const spot_id of lot.spot_ids)
    reservations.push((await aPaidReservation(api, { spot_id })).reservation)
  api.ports.advance({ days: 4 })
  await fillTill(20_000)
  // Half the reservations are refunded in full while they are paid out.
  const refunds = reservations.filter((_, i) => i % 2 === 0)
  const refund = async (reservation: (typeof reservations)[number]) => {
    const body = { kind: 'REFUND' as const, amount_cents: reservation.total_cents ?? 0, reason: 'Flooded' }
    const input = {
      params: { invoice_id: reservation.invoice_id ?? '' },
      body,
      idempotency_key: secretWord(api.ports),
    }
    await api.call(adjustInvoiceRoute, input, owner.token)
  }
  await Promise.all(refunds.map(refund))
  api.ports.advance({ minutes: 1 })
  const deps = paymentDepsOf(api.deps)
  await Promise.all([
    sendDueRefunds(deps),
    payOut(deps),
    sendDueRefunds(deps),
    payOut(deps),
    api.runJobs(),
    payOut(deps),
  ])
  await api.runJobs()
  await api.runJobs()

  const earned = (reservations.length - refunds.length) * 720
  const now = await balance()
  // In whatever order they ran, the transfers plus the open balance equal the earnings.
  expect((await transferred()) + (now?.due_cents ?? 0)).toBe(earned)
  // New earnings cover the negative balance before anything else is paid.
  const { reservation } = await aPaidReservation(api, {
    spot_id: lot.spot_ids[0] ?? '',
    ...twoHours(api, 1),
  })
  expect(reservation.status).toBe('ACTIVE')
  for (let i = 1; i < 8; i++) await aPaidReservation(api, { spot_id: lot.spot_ids[i] ?? '' })
  await payDays(api, 4)
  expect(await transferred()).toBe(earned + 8 * 720)
  expect(await balance()).toMatchObject({ due_cents: 0, not_due_cents: 0, below_zero: [] })
})

test('does not pay out earnings that a host has spent on a reservation', async () => {
  const hosts = []
  for (let i = 0; i < 4; i++) hosts.push(await aHost(api, lot, i))
  for (const host of hosts) {
    await aHostAccount(api, host)
    const half = { starts_at: hour(1), ends_at: hour(5) }
    await aPaidReservation(api, { spot_id: host.spot_id, ...half })
  }
  api.ports.advance({ days: 4 })
  const bookings = []
  for (const [i, host] of hosts.entries()) {
    const { id } = await api.call(
      createPaymentMethodRoute,
      { body: { kind: 'EARNINGS_DEDUCTION' } },
      host.token,
    )
    const order = { spot_id: lot.spot_ids[6 + i] ?? '', payment_method_id: id, ...twoHours(api, 2, 2) }
    bookings.push(await prepareBooking(api, host, order))
  }
  const deps = paymentDepsOf(api.deps)
  const tried = (work: () => Promise<unknown>) =>
    work().then(
      () => true,
      () => false,
    )
  const [outcomes] = await Promise.all([Promise.all(bookings.map(tried)), payOut(deps), payOut(deps)])
  await api.runJobs()
  await payDays(api, 1)
  for (const [i, host] of hosts.entries()) {
    const { balances } = await api.call(getMyEarningsRoute, { query: {} }, host.token)
    expect(balances[0]?.due_cents).toBe(0)
    // The host earned four hours, less the price of two hours if that payment came first.
    const { under_way_cents = 0, paid_out_cents = 0 } = balances[0] ?? {}
    expect(under_way_cents + paid_out_cents).toBe(outcomes[i] ? 1152 - 899 : 1152)
  }
})

/** Adds money of other lots to the provider's balance. */
const fillTill = (amount: number) =>
  api.deps.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_bypassPending',
    confirm: true,
  })

const hour = (ahead: number) =>
  new Date((Math.ceil(api.ports.now().getTime() / 3_600_000) + ahead) * 3_600_000).toISOString()
