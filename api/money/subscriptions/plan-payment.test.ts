import { previewChangeRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError } from '@openspot/contract/call.ts'
import { adjustInvoiceRoute, payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { deletePaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import { setSubscriptionMethodRoute } from '@openspot/contract/money/subscriptions.ts'
import { PLAN_GRACE_DAYS, PLAN_RETRY_DAYS } from '@openspot/core/billing/plan-dunning.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { advance, aPlannedLot, bill as billPlans } from '../../testing/factories/subscriptions.ts'
import { bill } from '../billing/bill.ts'

const declined = 'pm_card_chargeCustomerFail'
let api: TestApi
let lot: Awaited<ReturnType<typeof aPlannedLot>>

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  // A lot with too many spots for the free plan: $49.00 a month. It has no earnings.
  lot = await aPlannedLot(api, 30)
})

async function choose(who: Person, payment_method_id: string): Promise<void> {
  const { id, payment } = await lot.look(who)
  const body = { payment_method_id, agreed_month_cents: payment.agreed_month_cents }
  await api.call(setSubscriptionMethodRoute, { params: { subscription_id: id }, body }, who.token)
}

async function pay(who: Person, payment_method_id: string): Promise<void> {
  const [open] = (await lot.look(who)).unpaid
  await api.call(
    payInvoiceRoute,
    {
      params: { invoice_id: open?.invoice_id ?? '' },
      body: { payment_method_id },
      idempotency_key: secretWord(api.ports),
    },
    who.token,
  )
}

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await advance(api, 1)
    await billPlans(api)
    await bill(paymentDepsOf(api.deps))
    await api.runJobs()
  }
}

const noticesOf = async (who: Person) => {
  const { rows } = await api.deps.database.pool.query<{ kind: string; text: string; path: string }>(
    `select kind, params ->> 'text' as text, path from notifications where user_id = $1 order by created_at, id`,
    [who.user_id],
  )
  return rows
}
const kindsOf = async (who: Person) => (await noticesOf(who)).map(({ kind }) => kind)

/** The charges of the plan that succeeded, with their days after the first attempt. */
async function charges() {
  const { rows } = await api.deps.database.pool.query<{ status: string; day: number; period: string }>(
    `select p.status, i.period_starts_at::text as period,
       round(extract(epoch from p.created_at - min(p.created_at) over (partition by i.plan_bill_id)) / 86400)::int as day
     from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
     where i.lot_id = $1 and i.kind = 'PLAN' order by p.created_at, p.id`,
    [lot.lot_id],
  )
  return rows
}

async function ledger(): Promise<Record<string, number>> {
  const { rows } = await api.deps.database.pool.query<{ account: string; cents: number }>(
    `select e.account, sum(e.amount_cents)::int as cents from ledger_entries e where e.lot_id = $1 group by 1
     having sum(e.amount_cents) <> 0 order by 1`,
    [lot.lot_id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const bookOne = async () => {
  const driver = await aPerson(api)
  return bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: await aCard(api, driver),
  })
}

test('charges the plan of a lot without earnings to the card of its owner, once for each month', async () => {
  const card = await aCard(api, lot.owner)
  await choose(lot.owner, card)
  expect((await lot.look()).payment).toMatchObject({
    method: { id: card, last4: '4242' },
    is_mine: true,
    max_cents: 6125,
    can_set: true,
  })
  await Promise.all([billPlans(api), billPlans(api), billPlans(api)])
  await bill(paymentDepsOf(api.deps))
  await passDays(65)
  const { bills, unpaid } = await lot.look()
  expect(unpaid).toEqual([])
  expect(bills.items).toMatchObject(
    [1, 2, 3].map(() => ({ paid_from: 'PAYMENT_METHOD', status: 'PAID', amount_cents: 4900, is_mine: true })),
  )
  const made = await charges()
  expect(made.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
  expect(new Set(made.map(({ period }) => period)).size).toBe(3)
  expect(await ledger()).toEqual({ PLAN_FEES: -14_700, PROVIDER_CLEARING: 14_700 })
  // The owner gets a receipt and no other notice.
  expect(await kindsOf(lot.owner)).toEqual(['PLAN_PAID', 'PLAN_PAID', 'PLAN_PAID'])
})

test('deducts a bill from earnings that cover all of it, and does not charge the payment method', async () => {
  await choose(lot.owner, await aCard(api, lot.owner))
  for (const _ of Array.from({ length: 3 })) await earn()
  await billPlans(api)
  expect((await lot.look()).bills.items).toMatchObject([
    { paid_from: 'EARNINGS', status: 'PAID', invoice_id: null },
  ])
  expect(await charges()).toEqual([])
  expect(await lot.booked()).toEqual({ LOT_PAYABLE: 4900, PLAN_FEES: -4900 })
})

/** Lets the lot earn more than a month of the plan. */
async function earn(): Promise<void> {
  const driver = await aPerson(api)
  const starts_at = new Date(api.ports.now().getTime() + 3_600_000).toISOString()
  const ends_at = new Date(api.ports.now().getTime() + 15 * 86_400_000).toISOString()
  await bookAs(api, driver, {
    spot_id: lot.spot_ids[earned++ % lot.spot_ids.length] ?? '',
    starts_at,
    ends_at,
    payment_method_id: await aCard(api, driver),
  })
}
let earned = 0

test('retries a declined charge on its schedule, tells all owners each time, and then stops new bookings', async () => {
  const other = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await choose(lot.owner, await aCard(api, lot.owner, declined))
  await billPlans(api)
  await passDays(8)
  expect((await charges()).map(({ status, day }) => [status, day])).toEqual(
    [0, ...PLAN_RETRY_DAYS].map((day) => ['FAILED', day]),
  )
  for (const who of [lot.owner, other]) {
    expect(await kindsOf(who)).toEqual([0, ...PLAN_RETRY_DAYS].map(() => 'PLAN_PAYMENT_FAILED'))
  }
  const [first] = await noticesOf(other)
  expect(first).toMatchObject({ path: `/lots/${lot.lot_id}/plan` })
  expect(first?.text).toMatch(/\$49\.00.*declined.*try again on.*stops taking new reservations/s)
  // There is time to pay until the tenth day, and bookings go on.
  expect((await lot.look()).unpaid).toMatchObject([
    { status: 'FAILED', is_stopped: false, next_attempt_at: null },
  ])
  await bookOne()
  await passDays(PLAN_GRACE_DAYS - 8 + 1)
  expect((await lot.look()).unpaid).toMatchObject([{ is_stopped: true, pay_until: null }])
  expect((await kindsOf(other)).at(-1)).toBe('PLAN_UNPAID')
  await expect(bookOne()).rejects.toBeInstanceOf(CallError)
  // Nothing more is tried or told.
  await passDays(10)
  expect(await charges()).toHaveLength(4)
  expect((await kindsOf(other)).filter((kind) => kind === 'PLAN_UNPAID')).toHaveLength(1)
})

test('takes bookings again at once when an owner pays, even another one', async () => {
  await choose(lot.owner, await aCard(api, lot.owner, declined))
  await billPlans(api)
  await passDays(PLAN_GRACE_DAYS + 1)
  const other = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  expect((await lot.look(other)).unpaid).toMatchObject([{ is_mine: false, is_stopped: true }])
  const card = await aCard(api, other)
  await choose(other, card)
  expect((await lot.look(other)).unpaid).toMatchObject([{ is_mine: true, is_stopped: true }])
  await pay(other, card)
  expect((await lot.look(other)).unpaid).toEqual([])
  await bookOne()
  await api.runJobs()
  expect((await kindsOf(lot.owner)).at(-1)).toBe('PLAN_PAID')
  expect((await charges()).filter(({ status }) => status === 'SUCCEEDED')).toHaveLength(1)
})

test('monthly reservations go on while the plan is unpaid, are billed and can be ended as before, and their drivers are told nothing of it', async () => {
  await api.deps.database.pool.query('update lots set month_cents = 30000 where id = $1', [lot.lot_id])
  const driver = await aPerson(api)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    ends_at: null,
    payment_method_id: await aCard(api, driver),
  })
  // The earnings would cover the plan; here they were paid out before.
  await api.deps.database.pool.query('update lots set plan_ended_at = $2 where id = $1', [
    lot.lot_id,
    api.ports.now().toISOString(),
  ])
  await expect(bookOne()).rejects.toBeInstanceOf(CallError)
  const params = { reservation_id: reservation.id }
  for (let day = 0; day < 40; day++) {
    await advance(api, 1)
    await bill(paymentDepsOf(api.deps))
  }
  await api.runJobs()
  expect((await api.call(getReservationRoute, { params }, driver.token)).status).toBe('ACTIVE')
  const { items } = await api.call(listReservationInvoicesRoute, { params }, driver.token)
  expect(items.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
  expect(await kindsOf(driver)).toEqual(['CONFIRMED'])
  const ends_at = new Date(api.ports.now().getTime() + 86_400_000).toISOString()
  const { refusal } = await api.call(previewChangeRoute, { params, query: { ends_at } }, driver.token)
  expect(refusal).toBeNull()
  await api.deps.database.pool.query('update lots set plan_ended_at = null where id = $1', [lot.lot_id])
})

test('a payment between two attempts ends the retries and the notices of failure', async () => {
  await choose(lot.owner, await aCard(api, lot.owner, declined))
  // The notice of the failure is queued, but not sent, when the owner pays.
  await billPlans(api)
  const card = await aCard(api, lot.owner)
  await pay(lot.owner, card)
  await api.runJobs()
  expect(await kindsOf(lot.owner)).toEqual(['PLAN_PAID'])
  await passDays(PLAN_GRACE_DAYS + 2)
  expect(await kindsOf(lot.owner)).toEqual(['PLAN_PAID'])
  expect((await charges()).map(({ status }) => status).toSorted()).toEqual(['FAILED', 'SUCCEEDED'])
  await bookOne()
})

test('asks the owners of a lot without a payment method on the same schedule, and takes earnings that come meanwhile', async () => {
  await billPlans(api)
  await api.runJobs()
  const [asked] = await noticesOf(lot.owner)
  expect(asked?.text).toContain('has no payment method')
  await passDays(4)
  expect(await kindsOf(lot.owner)).toEqual(['PLAN_PAYMENT_FAILED', 'PLAN_PAYMENT_FAILED'])
  for (const _ of Array.from({ length: 3 })) await earn()
  await passDays(2)
  expect(await lot.look()).toMatchObject({ unpaid: [], bills: { items: [{ paid_from: 'EARNINGS' }] } })
  await passDays(PLAN_GRACE_DAYS)
  expect((await kindsOf(lot.owner)).filter((kind) => kind !== 'PLAN_PAYMENT_FAILED')).toEqual([])
})

test('waits for a bank debit instead of trying again, and starts over when it fails', async () => {
  await choose(lot.owner, await aCard(api, lot.owner, 'pm_usBankAccount_insufficientFunds'))
  await billPlans(api)
  await passDays(2)
  expect((await lot.look()).unpaid).toMatchObject([{ status: 'PROCESSING' }])
  expect(await kindsOf(lot.owner)).toEqual([])
  await advance(api, 4)
  await api.standIn.settleDue()
  await api.runJobs()
  expect((await lot.look()).unpaid).toMatchObject([{ status: 'FAILED', is_stopped: false }])
  expect(await kindsOf(lot.owner)).toEqual(['PLAN_PAYMENT_FAILED'])
})

test('charges no more than an owner agreed to, and nobody who is no longer an owner', async () => {
  await choose(lot.owner, await aCard(api, lot.owner))
  await billPlans(api)
  await lot.setSpots(150)
  await passDays(1)
  // The lot has outgrown its plan: $149.00 are more than a quarter above $49.00.
  await passDays(31)
  const { unpaid } = await lot.look()
  expect(unpaid).toMatchObject([{ amount_cents: 14_900, status: 'FAILED' }])
  const other = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const card = await aCard(api, other)
  await choose(other, card)
  await api.deps.database.pool.query(
    `update memberships set role = 'ADMIN' where lot_id = $1 and user_id = $2`,
    [lot.lot_id, other.user_id],
  )
  const before = await charges()
  await passDays(4)
  expect(await charges()).toEqual(before)
})

test('refuses a price that the owner was not shown, admins, other people’s cards, and refunds by the lot', async () => {
  const card = await aCard(api, lot.owner)
  const { id } = await lot.look()
  const set = (who: Person, payment_method_id: string, agreed_month_cents = 4900) =>
    api.refusal(
      setSubscriptionMethodRoute,
      { params: { subscription_id: id }, body: { payment_method_id, agreed_month_cents } },
      who.token,
    )
  expect(await set(lot.owner, card, 4800)).toMatchObject({ status: 409, code: 'proration_changed' })
  expect(await set(lot.admin, await aCard(api, lot.admin))).toMatchObject({ status: 403 })
  expect(await set(lot.owner, await aCard(api, lot.admin))).toMatchObject({ code: 'payment_method_needed' })
  await choose(lot.owner, card)
  await billPlans(api)
  expect(
    await api.refusal(deletePaymentMethodRoute, { params: { payment_method_id: card } }, lot.owner.token),
  ).toMatchObject({ status: 409, code: 'payment_method_in_use', details: { reason: 'lot_plan' } })
  const [paid] = (await lot.look()).bills.items
  expect(
    await api.refusal(
      adjustInvoiceRoute,
      {
        params: { invoice_id: paid?.invoice_id ?? '' },
        body: { kind: 'REFUND', amount_cents: 4900, reason: 'Mine' },
        idempotency_key: secretWord(api.ports),
      },
      lot.owner.token,
    ),
  ).toMatchObject({ status: 403 })
})

test('the database rejects a plan that is paid twice, by a person who does not own the lot, without consent, or refunded by the lot', async () => {
  const { pool } = api.deps.database
  const card = await aCard(api, lot.owner)
  await choose(lot.owner, card)
  await billPlans(api)
  const now = api.ports.now().toISOString()
  const [bill] = (await lot.look()).bills.items
  const refused = (sql: string, values: unknown[]) =>
    pool.query(sql, values).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    )
  // The bill was charged, so it can't be deducted too.
  expect(
    await refused(
      `insert into earnings (source_id, lot_id, payee_kind, source_kind, currency, amount_cents, due_at, created_at)
       values ($1, $2, 'LOT', 'PLAN', 'USD', -4900, $3, $3)`,
      [bill?.id, lot.lot_id, now],
    ),
  ).toBe('OS042')
  expect(
    await refused(
      `insert into invoices (lot_id, plan_bill_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
         payment_kind, created_at, retry_days, grace_days)
       values ($1, $2, $3, 'PLAN', 'PENDING', 'USD', 4900, 0, 4900, 'STRIPE', $4, '{3}', 10)`,
      [lot.lot_id, bill?.id, lot.admin.user_id, now],
    ),
  ).toBe('OS041')
  const { rows } = await pool.query<{ payment_id: string; consent_id: string }>(
    `select id as payment_id, consent_id from payments where invoice_id = $1`,
    [bill?.invoice_id],
  )
  const [paid] = rows
  expect(
    await refused(
      `insert into refunds (lot_id, invoice_id, payment_id, amount_cents, reason, requested_by_user_id, created_at)
       values ($1, $2, $3, 100, 'Mine', $4, $5)`,
      [lot.lot_id, bill?.invoice_id, paid?.payment_id, lot.owner.user_id, now],
    ),
  ).toBe('OS054')
  // More than the owner agreed to.
  await pool.query(`update subscriptions set month_cents = 7000 where lot_id = $1`, [lot.lot_id])
  await passDays(32)
  const [dear] = (await lot.look()).unpaid
  expect(dear).toMatchObject({ amount_cents: 7000 })
  expect(
    await refused(
      `insert into payments (lot_id, invoice_id, payment_method_id, kind, currency, amount_cents, created_at, consent_id)
       values ($1, $2, $3, 'STRIPE', 'USD', 7000, $4, $5)`,
      [lot.lot_id, dear?.invoice_id, card, now, paid?.consent_id],
    ),
  ).toBe('OS021')
})
