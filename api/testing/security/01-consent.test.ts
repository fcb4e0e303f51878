import { confirmReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { eraseMeRoute } from '@openspot/contract/identity/my-data.ts'
import { adjustInvoiceRoute, payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { approveBillRoute, contestBillRoute, withdrawBillRoute } from '@openspot/contract/money/bills.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { deletePaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import { allowStaffReservationsRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { bill } from '../../money/billing/bill.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let erin: Person
let card: string
const key = () => secretWord(api.ports)
const spot = (at = 0) => lot.spot_ids[at] ?? ''

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { month_cents: 30_000 }, 6)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  erin = await aPerson(api)
  card = await aCard(api, erin)
})

const query = async (text: string, values: unknown[]) =>
  (await api.deps.database.pool.query(text, values)).rows
const chargesOf = async ({ user_id }: Person) =>
  query(
    `select p.id from payments p join invoices i on i.id = p.invoice_id where i.user_id = $1 and p.status <> 'FAILED'`,
    [user_id],
  )
const reserve = (
  of: Partial<Parameters<typeof api.call<typeof createByStaffRoute>>[1]['body']>,
  by = admin,
) => ({
  body: {
    spot_id: spot(),
    person: { email: erin.email },
    payment_kind: 'NONE' as const,
    override_reason: 'x',
    ...twoHours(api, 30),
    ...of,
  },
  idempotency_key: key(),
  token: by.token,
})
const made = ({ token, ...order }: ReturnType<typeof reserve>) => api.call(createByStaffRoute, order, token)
const correction = (amount_cents: number) => ({
  kind: 'CORRECTION' as const,
  amount_cents,
  reason: 'Overstay',
})
const correct = (invoice_id: string, amount_cents: number, by = admin) =>
  api.call(
    adjustInvoiceRoute,
    { params: { invoice_id }, body: correction(amount_cents), idempotency_key: key() },
    by.token,
  )
const refusedCorrection = (invoice_id: string, amount_cents: number, by = admin) =>
  api.refusal(
    adjustInvoiceRoute,
    { params: { invoice_id }, body: correction(amount_cents), idempotency_key: key() },
    by.token,
  )
const paidReservation = async () => {
  const { reservation } = await bookAs(api, erin, { spot_id: spot(), payment_method_id: card })
  return { reservation, invoice_id: reservation.invoice_id ?? '' }
}

describe('finding 1: nobody is charged or booked without their own consent', () => {
  test('keeps a free staff reservation for an outsider PENDING and unbillable until accepted', async () => {
    const reservation = await made(reserve({}))
    expect(reservation.status).toBe('PENDING')
    expect(await refusedCorrection(reservation.invoice_id ?? '', 9500)).toMatchObject({
      status: 409,
      code: 'bill_not_possible',
    })
    await bill(paymentDepsOf(api.deps))
    expect(await chargesOf(erin)).toEqual([])

    const accept = { params: { reservation_id: reservation.id }, body: {}, idempotency_key: key() }
    const accepted = await api.call(confirmReservationRoute, accept, erin.token)
    expect(accepted.reservation).toMatchObject({ status: 'ACTIVE', total_cents: 0 })
  })

  test('never activates or bills a free monthly reservation for an outsider', async () => {
    const reservation = await made(reserve({ ends_at: null }))
    expect(reservation.status).toBe('PENDING')
    api.ports.advance({ days: 70 })
    await bill(paymentDepsOf(api.deps))
    expect(await chargesOf(erin)).toEqual([])
    await query(`update sessions set expires_at = expires_at + interval '70 days'`, [])
  })

  test('rejects an untrusted lot’s reservations and bills for outsiders with 403 lot_not_trusted', async () => {
    await query(`update lots set trust_level = 'NEW' where id = $1`, [lot.lot_id])
    const { token, ...order } = reserve({})
    expect(await api.refusal(createByStaffRoute, order, token)).toMatchObject({
      status: 403,
      code: 'lot_not_trusted',
    })
    const { invoice_id } = await paidReservation()
    expect(await refusedCorrection(invoice_id, 100)).toMatchObject({ status: 403, code: 'lot_not_trusted' })
  })

  test('activates a staff reservation for a member at once only if it is free and permitted', async () => {
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    const forMember = { person: undefined, user_id: member.user_id }
    expect((await made(reserve(forMember))).status).toBe('PENDING')

    const allow = (is_allowed: boolean) => ({ params: { lot_id: lot.lot_id }, body: { is_allowed } })
    await api.call(allowStaffReservationsRoute, allow(true), member.token)
    await api.call(allowStaffReservationsRoute, allow(true), member.token)
    expect((await made(reserve({ ...forMember, spot_id: spot(1) }))).status).toBe('ACTIVE')
    const priced = { ...forMember, spot_id: spot(2), payment_kind: 'STRIPE' as const, price_cents: 500 }
    expect((await made(reserve(priced))).status).toBe('PENDING')

    await api.call(allowStaffReservationsRoute, allow(false), member.token)
    expect((await made(reserve({ ...forMember, spot_id: spot(3) }))).status).toBe('PENDING')
    expect(await api.refusal(allowStaffReservationsRoute, allow(true), erin.token)).toMatchObject({
      status: 403,
    })
  })

  test('charges an upward correction only when its payer pays it with their card in their session', async () => {
    const { reservation, invoice_id } = await paidReservation()
    const before = (await chargesOf(erin)).length
    const { correction: made_bill } = await correct(invoice_id, 950)
    expect(made_bill).toMatchObject({ status: 'PENDING', total_cents: 950, payments: [] })
    api.ports.advance({ days: 10 })
    await bill(paymentDepsOf(api.deps))
    await api.runJobs()
    expect((await chargesOf(erin)).length).toBe(before)
    const notified = await query(`select kind from notifications where user_id = $1 and kind = 'BILL'`, [
      erin.user_id,
    ])
    expect(notified).toHaveLength(1)
    expect(await query(`select status from reservations where id = $1`, [reservation.id])).toEqual([
      { status: 'ACTIVE' },
    ])

    const pay = { params: { invoice_id: made_bill?.id ?? '' }, body: { payment_method_id: card } }
    expect(await api.refusal(payInvoiceRoute, { ...pay, idempotency_key: key() }, admin.token)).toMatchObject(
      {
        status: 403,
      },
    )
    const paid = await api.call(payInvoiceRoute, { ...pay, idempotency_key: key() }, erin.token)
    expect(paid.invoice).toMatchObject({ status: 'PAID', kind: 'CORRECTION', bill_reason: 'Overstay' })
  })

  test('rejects bills of one reservation that together exceed the maximum charge with 409 bill_too_high', async () => {
    const { invoice_id } = await paidReservation()
    expect(await refusedCorrection(invoice_id, 100_000_000)).toMatchObject({
      status: 409,
      code: 'bill_too_high',
      details: { room_cents: 100_000 },
    })
    await correct(invoice_id, 60_000)
    const answers = await Promise.all([1, 2, 3].map(() => refusedOrNull(invoice_id, 30_000)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  })

  const refusedOrNull = async (invoice_id: string, cents: number) => {
    const order = { params: { invoice_id }, body: correction(cents), idempotency_key: key() }
    return api.call(adjustInvoiceRoute, order, admin.token).then(
      () => null,
      (error: { body: { code: string } }) => error.body.code,
    )
  }

  test('lets a payer with an open bill remove their card and erase their account, which cancels the bill', async () => {
    const { reservation, invoice_id } = await paidReservation()
    const { correction: made_bill } = await correct(invoice_id, 950)
    await api.call(deletePaymentMethodRoute, { params: { payment_method_id: card } }, erin.token)
    await query(
      `update reservations set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where id = $1`,
      [reservation.id],
    )
    await api.call(eraseMeRoute, {}, erin.token)
    expect(await query('select status from invoices where id = $1', [made_bill?.id])).toEqual([
      { status: 'CANCELED' },
    ])
  })

  test('lets the payer contest a bill, notifies the admin, and lets staff withdraw it', async () => {
    const { reservation, invoice_id } = await paidReservation()
    const { correction: made_bill } = await correct(invoice_id, 950)
    const at = { params: { invoice_id: made_bill?.id ?? '' } }
    const contest = { ...at, body: { reason: 'I left on time' } }
    expect(await api.refusal(contestBillRoute, contest, admin.token)).toMatchObject({ status: 403 })
    expect((await api.call(contestBillRoute, contest, erin.token)).contested_at).not.toBeNull()
    const told = await query(`select kind from notifications where user_id = $1`, [admin.user_id])
    expect(told).toEqual([{ kind: 'BILL_CONTESTED' }])

    const withdrawn = await api.call(withdrawBillRoute, at, admin.token)
    expect(withdrawn).toMatchObject({ status: 'CANCELED', bill: { can_withdraw: false } })
    expect(await api.refusal(withdrawBillRoute, at, admin.token)).toMatchObject({
      status: 409,
      code: 'bill_not_open',
    })
    await api.runJobs()
    const { items } = await api.call(
      listReservationInvoicesRoute,
      { params: { reservation_id: reservation.id } },
      erin.token,
    )
    expect(items.at(-1)).toMatchObject({ kind: 'CORRECTION', status: 'CANCELED' })
  })

  test('hides a bill above the approval limit from its payer until another admin approves it', async () => {
    await query('update lots set approval_limit_cents = 500 where id = $1', [lot.lot_id])
    const other = await aMember(api, lot.lot_id, 'ADMIN')
    const { reservation, invoice_id } = await paidReservation()
    const { correction: made_bill } = await correct(invoice_id, 501)
    const at = { params: { invoice_id: made_bill?.id ?? '' } }
    const pay = { ...at, body: { payment_method_id: card }, idempotency_key: key() }
    expect(await api.refusal(payInvoiceRoute, pay, erin.token)).toMatchObject({ code: 'invoice_not_open' })
    const list = { params: { reservation_id: reservation.id } }
    expect((await api.call(listReservationInvoicesRoute, list, erin.token)).items).toHaveLength(1)
    expect(await api.refusal(approveBillRoute, at, admin.token)).toMatchObject({
      code: 'approval_by_another',
    })
    expect(await api.call(approveBillRoute, at, other.token)).toMatchObject({
      bill: { needs_approval: false },
    })
    expect((await api.call(listReservationInvoicesRoute, list, erin.token)).items).toHaveLength(2)
    expect(
      (await api.call(payInvoiceRoute, { ...pay, idempotency_key: key() }, erin.token)).invoice.status,
    ).toBe('PAID')
  })
})

describe('finding 1: the database enforces consent by itself', () => {
  const pay = (
    invoice_id: string,
    of: { session?: string | null; consent?: string | null; method?: string },
  ) =>
    query(
      `insert into payments (lot_id, invoice_id, payment_method_id, currency, amount_cents, created_at, session_id, consent_id)
       select i.lot_id, i.id, $2, i.currency, i.total_cents, $5, $3, $4 from invoices i where i.id = $1 returning id`,
      [invoice_id, of.method ?? card, of.session ?? null, of.consent ?? null, api.ports.now().toISOString()],
    )
  const sessionOf = async ({ user_id }: Person) =>
    (await query('select id from sessions where user_id = $1', [user_id]))[0]?.id as string

  test('rejects a payment without a session or consent, in another’s session, or with another’s card', async () => {
    const { invoice_id } = await paidReservation()
    const { correction: made_bill } = await correct(invoice_id, 950)
    const id = made_bill?.id ?? ''
    await expect(pay(id, {})).rejects.toMatchObject({ code: 'OS021' })
    await expect(pay(id, { session: await sessionOf(admin) })).rejects.toMatchObject({ code: 'OS021' })
    const theirs = await aCard(api, admin)
    await expect(pay(id, { session: await sessionOf(erin), method: theirs })).rejects.toMatchObject({
      code: 'OS040',
    })
    await query('update sessions set revoked_at = $2 where user_id = $1', [
      erin.user_id,
      api.ports.now().toISOString(),
    ])
    await expect(pay(id, { session: await sessionOf(erin) })).rejects.toMatchObject({ code: 'OS021' })
  })

  test('rejects a consent that its person did not give and changes to a given one', async () => {
    const { reservation } = await bookAs(api, erin, {
      spot_id: spot(),
      ends_at: null,
      payment_method_id: card,
    })
    const [given] = await query(
      `select c.* from consents c join subscriptions s on s.id = c.subscription_id where s.reservation_id = $1`,
      [reservation.id],
    )
    const again = (session: string | null) =>
      query(
        `insert into consents (lot_id, user_id, purpose, given_by, session_id, given_at)
         values ($1, $2, 'STAFF_RESERVATIONS', 'SETTING', $3, $4)`,
        [lot.lot_id, erin.user_id, session, api.ports.now().toISOString()],
      )
    await expect(again(await sessionOf(admin))).rejects.toMatchObject({ code: 'OS021' })
    await expect(again(null)).rejects.toMatchObject({ code: 'OS021' })
    const change = (set: string) => query(`update consents set ${set} where id = $1`, [given?.['id']])
    await expect(change('max_cents = agreed_cents')).rejects.toMatchObject({ code: 'OS021' })
    await expect(change(`user_id = '${admin.user_id}'`)).rejects.toMatchObject({ code: 'OS021' })
    await change('ended_at = given_at')
    await expect(change('ended_at = null')).rejects.toMatchObject({ code: 'OS021' })
  })

  test('rejects the activation of a staff reservation that its driver did not accept', async () => {
    const reservation = await made(reserve({}))
    const activate = `update reservations set status = 'ACTIVE' where id = $1`
    await expect(query(activate, [reservation.id])).rejects.toMatchObject({ code: 'OS022' })
    const accept = `update reservations set status = 'ACTIVE', accepted_in_session = $2 where id = $1`
    await expect(query(accept, [reservation.id, await sessionOf(admin)])).rejects.toMatchObject({
      code: 'OS022',
    })
  })
})
