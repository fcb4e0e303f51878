import { setUpLotAccountRoute } from '@openspot/contract/money/accounts.ts'
import { adjustInvoiceRoute, getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import {
  getLotEarningsRoute,
  getMyEarningsRoute,
  getMyEarningsStatementRoute,
  getMyYearOfEarningsRoute,
} from '@openspot/contract/money/earnings.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { createPaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import { getPayoutRoute, listLotPayoutsRoute } from '@openspot/contract/money/payouts.ts'
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
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { readPdf } from '../../testing/read-pdf.ts'
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
  api.ports.advance({ hours: 1 })
  lot = await aLot(api, {}, 8)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
})

const spot = (at = 0) => lot.spot_ids[at] ?? ''
const look = (
  query: { state?: 'NOT_DUE' | 'DUE' | 'PAID_OUT' | 'BELOW_ZERO'; cursor?: string; limit?: number } = {},
) => api.call(getLotEarningsRoute, { params: { lot_id: lot.lot_id }, query }, owner.token)
const payouts = async () =>
  (await api.call(listLotPayoutsRoute, { params: { lot_id: lot.lot_id }, query: {} }, owner.token)).items

async function giveBack(booked: { invoice_id: string | null }, amount_cents: number): Promise<void> {
  const body = { kind: 'REFUND' as const, amount_cents, reason: 'The gate was stuck' }
  const input = {
    params: { invoice_id: booked.invoice_id ?? '' },
    body,
    idempotency_key: secretWord(api.ports),
  }
  await api.call(adjustInvoiceRoute, input, owner.token)
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
}

test('lists each earning with its reservation and state, page by page', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const first = await aPaidReservation(api, { spot_id: spot(0) })
  await payDays(api, 3)
  const second = await aPaidReservation(api, { spot_id: spot(1) })
  await payDays(api, 1)
  const third = await aPaidReservation(api, { spot_id: spot(2) })
  const { items } = await look()
  expect(
    items.map(({ state, reservation, amount_cents, paid_out_cents }) => [
      reservation?.id,
      state,
      amount_cents,
      paid_out_cents,
    ]),
  ).toEqual([
    [third.reservation.id, 'NOT_DUE', 720, 0],
    [second.reservation.id, 'NOT_DUE', 720, 0],
    [first.reservation.id, 'PAID_OUT', 720, 720],
  ])
  const page = await look({ limit: 2 })
  expect(page.items).toEqual(items.slice(0, 2))
  expect((await look({ limit: 2, cursor: page.next_cursor ?? '' })).items).toEqual(items.slice(2))
  expect((await look({ state: 'PAID_OUT' })).items).toEqual(items.slice(2))
  expect((await look({ state: 'DUE' })).items).toEqual([])
  api.ports.advance({ days: 2 })
  expect((await look({ state: 'DUE' })).items.map(({ reservation }) => reservation?.id)).toEqual([
    second.reservation.id,
  ])
  expect(
    await api.refusal(
      getLotEarningsRoute,
      { params: { lot_id: lot.lot_id }, query: { cursor: 'x' } },
      owner.token,
    ),
  ).toMatchObject({
    status: 400,
    field: 'cursor',
  })
})

test('carries a refund after the payout as a negative balance and deducts it from the next payouts', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const { reservation: booked } = await aPaidReservation(api, { spot_id: spot(0) })
  await payDays(api, 3)
  await giveBack(booked, 899)
  const owes = await look()
  expect(owes.balances).toMatchObject([
    {
      due_cents: -720,
      under_way_cents: 720,
      below_zero: [{ reason: 'REFUND', amount_cents: -720 }],
      hindered_by: 'BELOW_ZERO',
      next_payout: null,
    },
  ])
  expect(owes.items).toMatchObject([
    { state: 'BELOW_ZERO', amount_cents: 0, paid_out_cents: 720, refunded_cents: 899 },
  ])
  // Even if the reservation's end moves later, the debt is due now, not at the new end.
  await api.deps.database.pool.query(
    `update reservations set ends_at = ends_at + interval '20 days' where id = $1`,
    [booked.id],
  )
  await aPaidReservation(api, { spot_id: spot(1) })
  await payDays(api, 3)
  // The payout is 720 again, because the other 720 covers the debt.
  expect((await payouts()).map(({ amount_cents }) => amount_cents)).toEqual([720])
  await aPaidReservation(api, { spot_id: spot(2) })
  const { balances } = await look()
  expect(balances[0]?.next_payout?.amount_cents).toBe(720)
  await payDays(api, 3)
  const [last] = await payouts()
  expect(last?.amount_cents).toBe(720)
  const { lines } = await api.call(
    getPayoutRoute,
    { params: { payout_id: last?.id ?? '' }, query: {} },
    owner.token,
  )
  expect(lines.items.map(({ amount_cents }) => amount_cents).toSorted((a, b) => a - b)).toEqual([
    -720, 720, 720,
  ])
  expect((await look()).balances).toMatchObject([{ due_cents: 0, below_zero: [], hindered_by: null }])
})

test('reduces the next payout by a refund made before it', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const { reservation: booked } = await aPaidReservation(api, { spot_id: spot(0) })
  await giveBack(booked, 300)
  const left = (await look()).balances[0]?.not_due_cents ?? 0
  expect(left).toBeGreaterThan(400)
  expect(left).toBeLessThan(720)
  await payDays(api, 3)
  expect(await payouts()).toMatchObject([{ amount_cents: left }])
})

test('reports the first scheduled day with a payable amount as the next payout', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const monthly = { schedule: 'MONTHLY' as const, return_path: '/lots', max_payout_cents: 500 }
  await api.call(setUpLotAccountRoute, { params: { lot_id: lot.lot_id }, body: monthly }, owner.token)
  await aPaidReservation(api, { spot_id: spot(0) })
  const { next_payout } = (await look()).balances[0] ?? {}
  expect(next_payout).toMatchObject({ on: expect.stringMatching(/-01$/), amount_cents: 500 })
  while (api.ports.now().toISOString() < `${next_payout?.on}T04:00`) {
    expect(await payouts()).toEqual([])
    await payDays(api, 1)
  }
  await payDays(api, 1)
  expect(await payouts()).toMatchObject([{ amount_cents: 500 }])
  expect((await look()).balances[0]?.next_payout).toMatchObject({
    on: expect.stringMatching(/-01$/),
    amount_cents: 220,
  })
})

test('restores the balance if the account is lost before the transfer and pays it to the next account', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  await aPaidReservation(api, { spot_id: spot(0) })
  api.ports.advance({ days: 3 })
  expect(await payOut(paymentDepsOf(api.deps))).toBe(1)
  const account = async () =>
    (
      await api.deps.database.pool.query(
        'select stripe_account_id as id from payout_accounts where lot_id = $1',
        [lot.lot_id],
      )
    ).rows[0].id as string
  await api.deps.stripe.accounts.del(await account())
  await api.standIn.deliverDueWebhooks()
  await api.runJobs()
  await payDays(api, 1)
  expect(await payouts()).toEqual([])
  expect((await look()).balances).toMatchObject([
    { due_cents: 720, under_way_cents: 0, hindered_by: 'NO_ACCOUNT' },
  ])
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await aLotAccount(api, lot.lot_id, owner)
  await payDays(api, 1)
  expect(await payouts()).toMatchObject([{ amount_cents: 720, status: 'SENT' }])
})

test('declines a payment that the due earnings do not cover and tells staff why', async () => {
  const host = await aHost(api, lot)
  // What it earns is not due yet.
  await aPaidReservation(api, { spot_id: host.spot_id, ...twoHours(api, 1, 4) })
  const { id } = await api.call(
    createPaymentMethodRoute,
    { body: { kind: 'EARNINGS_DEDUCTION' } },
    host.token,
  )
  const declined = bookAs(api, host, { spot_id: spot(3), payment_method_id: id, ...twoHours(api) })
  const { body } = await declined.then(
    () => expect.unreachable(),
    (error: { body: { code: string; details: { reservation_id: string } } }) => error,
  )
  expect(body).toMatchObject({
    code: 'card_declined',
    message: expect.stringMatching(/^Your available earnings in this lot do not cover the payment\./),
  })
  const params = { reservation_id: body.details.reservation_id }
  const { items } = await api.call(listReservationInvoicesRoute, { params }, owner.token)
  const invoice = await api.call(
    getAdminInvoiceRoute,
    { params: { invoice_id: items[0]?.id ?? '' } },
    owner.token,
  )
  expect(invoice.payments).toMatchObject([
    { status: 'FAILED', failure_message: 'Your available earnings in this lot do not cover the payment.' },
  ])
})

test('reports a host’s year by month with the ledger’s gross, fees, refunds, spending, and payouts', async () => {
  // Advance to the last hours of the year in Chicago.
  const year = api.ports.now().getUTCFullYear()
  api.ports.advance({ seconds: (Date.UTC(year + 1, 0, 1, 1) - api.ports.now().getTime()) / 1000 })
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const host = await aHost(api, lot)
  await aHostAccount(api, host)
  const december = await aPaidReservation(api, { spot_id: host.spot_id, ...twoHours(api, 1, 4) })
  api.ports.advance({ hours: 12 })
  const january = await aPaidReservation(api, { spot_id: host.spot_id, ...twoHours(api, 1, 2) })
  await payDays(api, 4)
  await giveBack(january.reservation, 899)
  const { id } = await api.call(
    createPaymentMethodRoute,
    { body: { kind: 'EARNINGS_DEDUCTION' } },
    host.token,
  )
  await aPaidReservation(api, { spot_id: host.spot_id, ...twoHours(api, 1, 4) })
  await aPaidReservation(api, { spot_id: host.spot_id, ...twoHours(api, 6, 4) })
  api.ports.advance({ days: 3 })
  const { reservation } = await bookAs(api, host, {
    spot_id: spot(3),
    payment_method_id: id,
    ...twoHours(api),
  })
  expect(reservation.status).toBe('ACTIVE')

  const read = (of: number) => api.call(getMyYearOfEarningsRoute, { params: { year: of } }, host.token)
  const old = await read(year)
  expect(old.first_year).toBe(year)
  expect(december.reservation.total_cents).toBe(1699)
  // Four hours cost 1600. The platform takes 160; the host gets 1152 of the rest.
  expect(old.currencies).toMatchObject([
    {
      currency: 'USD',
      total: {
        gross_cents: 1699,
        fees_cents: 547,
        refunds_cents: 0,
        net_cents: 1152,
        spent_cents: 0,
        paid_out_cents: 0,
      },
    },
  ])
  expect(old.currencies[0]?.months[11]?.net_cents).toBe(1152)
  const fresh = (await read(year + 1)).currencies[0]
  expect(fresh?.months).toHaveLength(12)
  expect(fresh?.months[0]).toMatchObject({
    gross_cents: 899 + 2 * 1699,
    fees_cents: 899 - 576 + 2 * 547,
    refunds_cents: 576,
    net_cents: 2 * 1152,
    spent_cents: 899,
    paid_out_cents: 1152 + 576,
  })
  expect(fresh?.total).toMatchObject(
    Object.fromEntries(Object.entries(fresh?.months[0] ?? {}).filter(([name]) => name !== 'month')),
  )
  // The sum over all years equals what is owed.
  const owed = await api.call(getMyEarningsRoute, { query: {} }, host.token)
  const { due_cents = 0, not_due_cents = 0 } = owed.balances[0] ?? {}
  expect(due_cents + not_due_cents).toBe(3 * 1152 - 899 - 1152 - 576)
  const nobody = await aPerson(api)
  expect(await api.call(getMyYearOfEarningsRoute, { params: { year } }, nobody.token)).toEqual({
    year,
    first_year: null,
    currencies: [],
  })
  // The PDF statement shows the same figures as the ledger.
  const statement = async (of: number, by = host.token) =>
    api.call(getMyEarningsStatementRoute, { params: { year: of } }, by)
  const file = await statement(year + 1)
  expect(file.name).toBe(`earnings-${year + 1}.pdf`)
  const bytes = Buffer.from(await file.arrayBuffer())
  const pdf = readPdf(bytes)
  expect(pdf).toMatchObject({ title: `Earnings statement ${year + 1}`, claims_ua: true, missing: 0 })
  const cells = pdf.pages.flatMap((page) => page.split('\n'))
  const total = cells.slice(cells.indexOf('Total') + 1, cells.indexOf('Total') + 6)
  expect(total).toEqual(['$42.97', '-$14.17', '-$5.76', '$23.04', '$17.28'])
  expect(cells.slice(cells.indexOf('February') + 1)[0]).toBe('$0.00')
  expect(cells.join(' ')).toContain('$8.99 of the earnings paid for the host’s own reservations.')
  expect(Buffer.from(await (await statement(year + 1)).arrayBuffer()).equals(bytes)).toBe(true)
  expect(
    await api.refusal(getMyEarningsStatementRoute, { params: { year: year + 2 } }, host.token),
  ).toMatchObject({ status: 409, code: 'year_without_earnings' })
  expect(await api.refusal(getMyEarningsStatementRoute, { params: { year } }, nobody.token)).toMatchObject({
    code: 'year_without_earnings',
  })
  expect(await api.refusal(getMyYearOfEarningsRoute, { params: { year: 20 } }, nobody.token)).toMatchObject({
    status: 400,
    field: 'year',
  })
})
