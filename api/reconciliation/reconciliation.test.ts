import {
  listDifferences,
  listReconciliationRuns,
  runReconciliation,
  settleDifference,
} from '@openspot/contract/reconciliation.ts'
import { cancelReservation, getCancellation } from '@openspot/contract/reservations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tillOf } from '../jobs/jobs.ts'
import { billPlans } from '../subscriptions/bill-plans.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { bookAs, twoHours } from '../testing/booking.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { aCard, aPerson, type Person } from '../testing/people.ts'
import { aLot, type TestLot } from '../testing/places.ts'
import { reconcile } from './reconcile.ts'

let api: TestApi
let lot: TestLot
let platform: Person
let hour = 0

beforeEach(async () => {
  api = await testApi()
  platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  lot = await aLot(api, { platform_share_bps: 1000 }, 25)
})
afterEach(async () => {
  expect(await brokenInvariants(pool())).toEqual({})
  await api.close()
})

const pool = () => api.foundation.database.pool
const run = () => reconcile(tillOf(api.foundation), null)
const open = async () =>
  (await api.call(listDifferences, { query: { status: 'OPEN', limit: 100 } }, platform.token)).items
const kinds = async () => (await open()).map(({ kind }) => kind).toSorted()
const cents = async (text: string, values: unknown[] = []) =>
  (await pool().query<{ cents: number }>(text, values)).rows[0]?.cents ?? 0
const account = (name: string) =>
  cents(`select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = $1`, [name])
const atProvider = async () => {
  const { available, pending } = await api.foundation.stripe.balance.retrieve()
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}

/** A stay that is paid, on times of its own. */
async function aPaidStay(test_card = 'pm_card_visa') {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, test_card)
  hour += 3
  const order = { spot_id: lot.spot_ids[hour % 25] ?? '', ...twoHours(api, 24 + hour), payment_method_id }
  const { reservation } = await bookAs(api, driver, order)
  return { driver, reservation }
}

async function cancel({ driver, reservation }: Awaited<ReturnType<typeof aPaidStay>>): Promise<void> {
  const at = { params: { reservation_id: reservation.id } }
  const { refund_cents } = await api.call(getCancellation, at, driver.token)
  await api.call(cancelReservation, { ...at, body: { refund_cents } }, driver.token)
}

const chargeOf = async ({ reservation }: Awaited<ReturnType<typeof aPaidStay>>) => {
  const { rows } = await pool().query<{ id: string; stripe_charge_id: string; amount_cents: number }>(
    `select p.id, p.stripe_charge_id, p.amount_cents from payments p join invoices i on i.id = p.invoice_id where i.reservation_id = $1`,
    [reservation.id],
  )
  return rows[0] ?? { id: '', stripe_charge_id: '', amount_cents: 0 }
}

const hours = (count: number) => api.ports.advance({ hours: count })

test('after a random day the books agree, and what the provider took is booked', async () => {
  const draw = (most: number) => (api.ports.random(1)[0] ?? 0) % most
  const stays: Awaited<ReturnType<typeof aPaidStay>>[] = []
  for (let step = 0; step < 24; step++) {
    const what = draw(6)
    const one = stays[draw(stays.length || 1)]
    if (what === 0 && one) await cancel(one).catch(() => {})
    else if (what === 1) stays.push(await aPaidStay('pm_card_createDispute'))
    else if (what === 2) stays.push(await aPaidStay('pm_usBankAccount_success'))
    else stays.push(await aPaidStay())
    if (draw(3) === 0) await api.settle()
    if (draw(4) === 0) await run()
  }
  await billPlans(tillOf(api.foundation))
  // Debits arrive after days; what goes back to a bank takes days more, and is no difference until then.
  for (let times = 0; times < 3; times++) {
    api.ports.advance({ days: 6 })
    await api.sandbox.settleDue()
    await api.settle()
    hours(2)
    await run()
    expect(await open()).toEqual([])
  }
  expect(await account('PROVIDER_CLEARING')).toBe(await atProvider())
  const taken = await cents(`select sum((data->>'fee')::int)::int as cents from stripe_sandbox.objects
    where kind = 'balance_transaction' and account = 'acct_SandboxPlatform'`)
  expect(taken).toBeGreaterThan(0)
  expect(await account('PROVIDER_FEES')).toBe(taken)
  expect(await account('DIFFERENCES')).toBe(0)
})

test('what a lost event left behind is found and mended by asking', async () => {
  const disputed = await aPaidStay('pm_card_createDispute')
  const debit = await aPaidStay('pm_usBankAccount_success')
  api.ports.advance({ days: 6 })
  await api.sandbox.settleDue()
  // Nothing is delivered: nobody has told us of the dispute, nor that the debit has arrived.
  const standing = () =>
    pool().query<{ status: string; disputed_cents: number }>(
      `select status, disputed_cents from invoices where reservation_id = any($1) order by array_position($1, reservation_id)`,
      [[disputed.reservation.id, debit.reservation.id]],
    )
  expect((await standing()).rows).toMatchObject([
    { status: 'PAID', disputed_cents: 0 },
    { status: 'PROCESSING' },
  ])
  await run()
  const { amount_cents } = await chargeOf(disputed)
  expect((await standing()).rows).toMatchObject([{ disputed_cents: amount_cents }, { status: 'PAID' }])
  expect(await open()).toEqual([])
  expect(await account('PROVIDER_CLEARING')).toBe(await atProvider())
  // The events come after all: nothing more happens.
  await api.settle()
  await run()
  expect(await open()).toEqual([])
})

test('a refund made behind our back is listed, and once it is booked the books agree', async () => {
  const stay = await aPaidStay()
  const { stripe_charge_id, amount_cents } = await chargeOf(stay)
  await run()
  const refund = await api.foundation.stripe.refunds.create({ charge: stripe_charge_id, amount: 300 })
  await run()
  // It may still be on its way to us.
  expect(await open()).toEqual([])
  hours(2)
  await run()
  await run()
  const found = await open()
  expect(found).toHaveLength(2)
  const missing = found.find(({ kind }) => kind === 'MISSING_HERE')
  expect(missing).toMatchObject({
    lot: { id: lot.lot_id },
    expected_cents: 0,
    found_cents: -300,
    currency: 'USD',
    can_book: true,
  })
  expect(missing?.message).toContain(refund.id)
  const balance = found.find(({ kind }) => kind === 'BALANCE')
  expect((balance?.found_cents ?? 0) - (balance?.expected_cents ?? 0)).toBe(-300)

  const params = { difference_id: missing?.id ?? '' }
  const clearing = await account('PROVIDER_CLEARING')
  const settled = await api.call(
    settleDifference,
    { params, body: { note: 'Refunded by hand for the broken barrier', book: true } },
    platform.token,
  )
  expect(settled).toMatchObject({
    status: 'SETTLED',
    booked_cents: -300,
    settled_by: 'Ada Example',
    can_book: false,
  })
  expect(await account('PROVIDER_CLEARING')).toBe(clearing - 300)
  expect(await account('DIFFERENCES')).toBe(300)
  expect(
    await api.refusal(settleDifference, { params, body: { note: 'Again', book: true } }, platform.token),
  ).toMatchObject({ status: 409, code: 'difference_not_open' })
  await run()
  expect(await open()).toEqual([])
  expect(await account('PROVIDER_CLEARING')).toBe(await atProvider())
  const { rows } = await pool().query(`select details from audit_log where action = 'reconciliation.settle'`)
  expect(rows).toMatchObject([{ details: { booked_cents: -300 } }])
  expect(amount_cents).toBeGreaterThan(300)
})

test('what is settled by a note alone stays settled, and opens again when it becomes another amount', async () => {
  const { stripe_charge_id } = await chargeOf(await aPaidStay())
  await run()
  const row = `update stripe_sandbox.objects set data = data || jsonb_build_object('amount', (data->>'amount')::int + $2::int, 'net', (data->>'net')::int + $2::int)
    where kind = 'balance_transaction' and data->>'source' = $1`
  await pool().query(row, [stripe_charge_id, 5])
  hours(2)
  await run()
  expect(await kinds()).toEqual(['AMOUNT', 'BALANCE'])
  const [amount] = (await open()).filter(({ kind }) => kind === 'AMOUNT')
  const settle = (body: { note: string; book?: boolean }) =>
    api.call(settleDifference, { params: { difference_id: amount?.id ?? '' }, body }, platform.token)
  expect(await settle({ note: 'Asked the provider' })).toMatchObject({ status: 'SETTLED', booked_cents: 0 })
  await run()
  expect(await kinds()).toEqual(['BALANCE'])
  await pool().query(row, [stripe_charge_id, 2])
  await run()
  expect(await kinds()).toEqual(['AMOUNT', 'BALANCE'])
  expect(await settle({ note: 'They will not mend it', book: true })).toMatchObject({ booked_cents: 7 })
  await run()
  expect(await kinds()).toEqual([])
  await pool().query(row, [stripe_charge_id, 1])
  await run()
  // Only what has come on top is booked.
  expect(await settle({ note: 'One more', book: true })).toMatchObject({ booked_cents: 8 })
  await run()
  expect(await kinds()).toEqual([])
  expect(await account('PROVIDER_CLEARING')).toBe(await atProvider())
})

test('what the provider does not know is listed, and goes by itself when it does', async () => {
  const { id, stripe_charge_id } = await chargeOf(await aPaidStay())
  const hide = `update stripe_sandbox.objects set account = $2 where kind = 'balance_transaction' and data->>'source' = $1`
  await pool().query(hide, [stripe_charge_id, 'acct_hidden'])
  await run()
  expect(await kinds()).toEqual([])
  hours(2)
  await run()
  expect(await kinds()).toEqual(['BALANCE', 'MISSING_AT_PROVIDER'])
  expect((await open()).find(({ kind }) => kind === 'MISSING_AT_PROVIDER')).toMatchObject({
    subject_kind: 'payment',
    subject_id: id,
    found_cents: 0,
  })
  await pool().query(hide, [stripe_charge_id, 'acct_SandboxPlatform'])
  await run()
  expect(await open()).toEqual([])
  const { items } = await api.call(
    listDifferences,
    { query: { status: 'GONE', kind: 'MISSING_AT_PROVIDER' } },
    platform.token,
  )
  expect(items).toHaveLength(1)
})

test('rows of ours that were falsified are listed, each as what it is', async () => {
  const { id } = await chargeOf(await aPaidStay())
  await run()
  const invoice = (
    await pool().query<{ invoice_id: string }>('select invoice_id from payments where id = $1', [id])
  ).rows[0]
  const falsify = async (sign: 1 | -1) => {
    await pool().query(
      `update earnings set amount_cents = amount_cents + $2 where source_id = $1 and payee_kind = 'LOT'`,
      [invoice?.invoice_id, sign],
    )
    await pool().query('update invoices set disputed_cents = disputed_cents + $2 where id = $1', [
      invoice?.invoice_id,
      sign,
    ])
    // Nothing but the database's own keeper can do this.
    await pool().query(
      `alter table invoice_lines disable trigger user; alter table ledger_entries disable trigger user`,
    )
    await pool().query(
      `update invoice_lines set unit_cents = unit_cents + $2, amount_cents = amount_cents + $2
       where invoice_id = $1 and kind = 'SERVICE_FEE'`,
      [invoice?.invoice_id, sign],
    )
    await pool().query(
      `update ledger_entries set amount_cents = amount_cents - $2 where account = 'PLATFORM_SHARE' and transaction_id = $1`,
      [id, sign],
    )
    await pool().query(
      `alter table invoice_lines enable trigger user; alter table ledger_entries enable trigger user`,
    )
  }
  await falsify(1)
  await run()
  expect(await kinds()).toEqual(['EARNINGS_LEDGER', 'INVOICE_LEDGER', 'INVOICE_LINES', 'UNBALANCED'])
  const [lines] = (await open()).filter(({ kind }) => kind === 'INVOICE_LINES')
  expect(lines).toMatchObject({ subject_kind: 'invoice', subject_id: invoice?.invoice_id, can_book: false })
  const params = { difference_id: lines?.id ?? '' }
  expect(
    await api.refusal(settleDifference, { params, body: { note: 'Book it', book: true } }, platform.token),
  ).toMatchObject({ status: 409, code: 'difference_not_bookable', field: 'book' })
  await falsify(-1)
  await run()
  expect(await open()).toEqual([])
})

test('run several times at once, or cut off on the way, nothing is booked twice', async () => {
  for (let n = 0; n < 3; n++) await aPaidStay()
  const fees = await account('PROVIDER_FEES')
  // Cut off while it reads, and while it asks about what it does not know.
  for (const call of ['GET /v1/balance', 'GET /v1/balance_transactions', /GET \/v1\/disputes/]) {
    api.sandbox.faults.add({ call, fault: 'reset', times: 3 })
    await run().catch(() => {})
    api.sandbox.faults.clear()
  }
  await Promise.all([run(), run(), run()])
  const { rows } = await pool().query(
    `select source_id from ledger_transactions where kind = 'PROVIDER_FEE' group by source_id having count(*) > 1`,
  )
  expect(rows).toEqual([])
  expect(await account('PROVIDER_FEES')).toBeGreaterThan(fees)
  expect(await account('PROVIDER_CLEARING')).toBe(await atProvider())
  hours(2)
  await run()
  expect(await open()).toEqual([])
})

test('any number of lines is read, and what belongs to no lot needs one to be booked', async () => {
  for (let n = 0; n < 105; n++) {
    await api.foundation.stripe.paymentIntents.create({
      amount: 100 + n,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      allowed_payment_method_types: ['card'],
    })
  }
  hours(2)
  await run()
  const filter = { status: 'OPEN', kind: 'MISSING_HERE', limit: 40 } as const
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < 3; page++) {
    const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next_cursor } = await api.call(listDifferences, { query }, platform.token)
    for (const { id } of items) seen.add(id)
    cursor = next_cursor ?? undefined
  }
  expect([seen.size, cursor]).toEqual([105, undefined])
  const [difference_id = ''] = seen
  const body = { note: 'A sale of another kind', book: true }
  expect(
    await api.refusal(settleDifference, { params: { difference_id }, body }, platform.token),
  ).toMatchObject({
    status: 400,
    field: 'lot_id',
  })
  const settled = await api.call(
    settleDifference,
    { params: { difference_id }, body: { ...body, lot_id: lot.lot_id } },
    platform.token,
  )
  expect(settled.status).toBe('SETTLED')
})

test('it is run on demand, and only by the platform', async () => {
  const begun = await api.call(runReconciliation, {}, platform.token)
  expect(begun.finished_at).toBeNull()
  await api.settle()
  const { items } = await api.call(listReconciliationRuns, { query: {} }, platform.token)
  expect(items[0]).toMatchObject({ id: begun.id })
  expect(items[0]?.finished_at).not.toBeNull()

  const somebody = await aPerson(api)
  const params = { difference_id: api.ports.id() }
  const body = { note: 'x' }
  for (const [token, status] of [
    [null, 401],
    [somebody.token, 403],
  ] as const) {
    expect(await api.refusal(listDifferences, { query: {} }, token)).toMatchObject({ status })
    expect(await api.refusal(listReconciliationRuns, { query: {} }, token)).toMatchObject({ status })
    expect(await api.refusal(runReconciliation, {}, token)).toMatchObject({ status })
    expect(await api.refusal(settleDifference, { params, body }, token)).toMatchObject({ status })
  }
  expect(await api.refusal(settleDifference, { params, body }, platform.token)).toMatchObject({ status: 404 })
  expect(await api.refusal(settleDifference, { params, body: { note: ' ' } }, platform.token)).toMatchObject({
    status: 400,
    field: 'note',
  })
  expect(
    await api.refusal(listDifferences, { query: { status: 'NONE' as 'OPEN' } }, platform.token),
  ).toMatchObject({ status: 400, field: 'status' })
})
