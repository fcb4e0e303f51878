import { createHash } from 'node:crypto'
import {
  listDifferencesRoute,
  listReconciliationRunsRoute,
  resolveDifferenceRoute,
  runReconciliationRoute,
} from '@openspot/contract/money/reconciliation.ts'
import { casesAtDepth } from '@openspot/db/testing/depth.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLotAccount, payDays } from '../../testing/factories/payouts.ts'
import { aMember, aPerson } from '../../testing/factories/people.ts'
import { theBooks } from '../../testing/factories/reconciliation.ts'
import { payOut } from '../payouts/pay-out.ts'
import { billPlans } from '../subscriptions/bill-plans.ts'

let api: TestApi
let books: Awaited<ReturnType<typeof theBooks>>

beforeEach(async () => {
  api = await testApi()
  books = await theBooks(api)
})
afterEach(async () => {
  expect(await brokenInvariants(books.pool)).toEqual({})
  await api.close()
})

test.each(casesAtDepth(1, [1, 2, 3]))(
  'finds no difference after a random day and books the provider’s fees (seed %i)',
  async (seed) => {
    let drawn = 0
    const draw = (most: number) => (createHash('sha256').update(`${seed} ${drawn++}`).digest()[0] ?? 0) % most
    const owner = await aMember(api, books.lot.lot_id, 'SUPER_ADMIN')
    await aLotAccount(api, books.lot.lot_id, owner)
    const reservations: Awaited<ReturnType<typeof books.aPaidReservation>>[] = []
    for (let step = 0; step < 24; step++) {
      const what = draw(6)
      const one = reservations[draw(reservations.length || 1)]
      if (what === 0 && one) await books.cancel(one).catch(() => {})
      else if (what === 1) reservations.push(await books.aPaidReservation('pm_card_createDispute'))
      else if (what === 2) reservations.push(await books.aPaidReservation('pm_usBankAccount_success'))
      else reservations.push(await books.aPaidReservation())
      if (draw(3) === 0) await api.runJobs()
      if (draw(4) === 0) await books.run()
    }
    await billPlans(paymentDepsOf(api.deps))
    // Debits take days to arrive and refunds to a bank take longer, which is no difference until then.
    for (let times = 0; times < 3; times++) {
      await payDays(api, 6)
      api.ports.advance({ hours: 2 })
      await books.run()
      expect(await books.open()).toEqual([])
    }
    expect(
      await books.cents(`select count(*)::int as cents from payouts where status = 'PAID'`),
    ).toBeGreaterThan(0)
    expect(await books.account('PROVIDER_CLEARING')).toBe(await books.atProvider())
    const taken =
      await books.cents(`select sum((data->>'fee')::int)::int as cents from stripe_stand_in.objects
    where kind = 'balance_transaction' and account = 'acct_StandInPlatform'`)
    expect(taken).toBeGreaterThan(0)
    expect(await books.account('PROVIDER_FEES')).toBe(taken)
    expect(await books.account('DIFFERENCES')).toBe(0)
  },
)

test('repairs what a lost webhook left behind', async () => {
  const disputed = await books.aPaidReservation('pm_card_createDispute')
  const debit = await books.aPaidReservation('pm_usBankAccount_success')
  api.ports.advance({ days: 6 })
  await api.standIn.settleDue()
  // No webhook is delivered, so we know neither of the dispute nor of the debit's arrival.
  const standing = () =>
    books.pool.query<{ status: string; disputed_cents: number }>(
      `select status, disputed_cents from invoices where reservation_id = any($1) order by array_position($1, reservation_id)`,
      [[disputed.reservation.id, debit.reservation.id]],
    )
  expect((await standing()).rows).toMatchObject([
    { status: 'PAID', disputed_cents: 0 },
    { status: 'PROCESSING' },
  ])
  await books.run()
  const { amount_cents } = await books.chargeOf(disputed)
  expect((await standing()).rows).toMatchObject([{ disputed_cents: amount_cents }, { status: 'PAID' }])
  expect(await books.open()).toEqual([])
  expect(await books.account('PROVIDER_CLEARING')).toBe(await books.atProvider())
  // The late webhooks must change nothing.
  await api.runJobs()
  await books.run()
  expect(await books.open()).toEqual([])
})

test('finds a transfer whose answer was lost and continues its payout', async () => {
  const owner = await aMember(api, books.lot.lot_id, 'SUPER_ADMIN')
  await aLotAccount(api, books.lot.lot_id, owner)
  await books.aPaidReservation('pm_card_bypassPending')
  api.ports.advance({ days: 6 })
  await payOut(paymentDepsOf(api.deps))
  const payouts = () =>
    books.pool.query<{ id: string; status: string; amount_cents: number; stripe_account_id: string }>(
      'select id, status, amount_cents, stripe_account_id from payouts',
    )
  const [payout] = (await payouts()).rows
  expect(payout?.status).toBe('PENDING')
  await api.deps.stripe.transfers.create({
    amount: payout?.amount_cents ?? 0,
    currency: 'usd',
    destination: payout?.stripe_account_id ?? '',
    transfer_group: `payout_${payout?.id}`,
    metadata: { payout_id: payout?.id ?? '', lot_id: books.lot.lot_id },
  })
  await books.run()
  expect((await payouts()).rows).toMatchObject([{ status: 'SENT' }])
  await api.runJobs()
  api.ports.advance({ hours: 2 })
  await books.run()
  expect(await books.open()).toEqual([])
  expect(await books.account('PROVIDER_CLEARING')).toBe(await books.atProvider())
})

test('books nothing twice when runs overlap or are interrupted', async () => {
  for (let n = 0; n < 3; n++) await books.aPaidReservation()
  const fees = await books.account('PROVIDER_FEES')
  // Interrupt it while it reads, and while it checks unmatched transactions.
  for (const call of ['GET /v1/balance', 'GET /v1/balance_transactions', /GET \/v1\/disputes/]) {
    api.standIn.faults.add({ call, fault: 'reset', times: 3 })
    await books.run().catch(() => {})
    api.standIn.faults.clear()
  }
  await Promise.all([books.run(), books.run(), books.run()])
  const { rows } = await books.pool.query(
    `select source_id from ledger_transactions where kind = 'PROVIDER_FEE' group by source_id having count(*) > 1`,
  )
  expect(rows).toEqual([])
  expect(await books.account('PROVIDER_FEES')).toBeGreaterThan(fees)
  expect(await books.account('PROVIDER_CLEARING')).toBe(await books.atProvider())
  api.ports.advance({ hours: 2 })
  await books.run()
  expect(await books.open()).toEqual([])
})

test('runs on demand for platform admins only', async () => {
  const begun = await api.call(runReconciliationRoute, {}, books.platform.token)
  expect(begun.finished_at).toBeNull()
  await api.runJobs()
  const { items } = await api.call(listReconciliationRunsRoute, { query: {} }, books.platform.token)
  expect(items[0]).toMatchObject({ id: begun.id })
  expect(items[0]?.finished_at).not.toBeNull()

  const somebody = await aPerson(api)
  const params = { difference_id: api.ports.id() }
  const body = { note: 'x' }
  for (const [token, status] of [
    [null, 401],
    [somebody.token, 403],
  ] as const) {
    expect(await api.refusal(listDifferencesRoute, { query: {} }, token)).toMatchObject({ status })
    expect(await api.refusal(listReconciliationRunsRoute, { query: {} }, token)).toMatchObject({ status })
    expect(await api.refusal(runReconciliationRoute, {}, token)).toMatchObject({ status })
    expect(await api.refusal(resolveDifferenceRoute, { params, body }, token)).toMatchObject({ status })
  }
  expect(await api.refusal(resolveDifferenceRoute, { params, body }, books.platform.token)).toMatchObject({
    status: 404,
  })
  expect(
    await api.refusal(resolveDifferenceRoute, { params, body: { note: ' ' } }, books.platform.token),
  ).toMatchObject({
    status: 400,
    field: 'note',
  })
  expect(
    await api.refusal(listDifferencesRoute, { query: { status: 'NONE' as 'OPEN' } }, books.platform.token),
  ).toMatchObject({ status: 400, field: 'status' })
})
