import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { confirmReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds, syncOpenPayments } from '../../jobs/release-holds.ts'
import { workOff } from '../../jobs/worker.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { prepareBooking, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** Runs everything that is still pending: delivers webhooks, retries failed jobs, and lets holds expire. */
async function calm(): Promise<void> {
  const { pool } = api.deps.database
  api.standIn.faults.clear()
  for (let round = 0; round < 4; round++) {
    api.ports.advance({ minutes: 6 })
    await api.standIn.deliverDueWebhooks()
    await pool.query(
      'update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null',
    )
    await workOff(api.deps)
    await syncOpenPayments(paymentDepsOf(api.deps))
    await releaseHolds(paymentDepsOf(api.deps))
  }
}

/** The records of the Stripe stand-in, keyed by our payment and refund IDs. */
async function provider(): Promise<{ paid: Map<string, number>; returned: Map<string, number> }> {
  const { stripe } = api.deps
  const paid = new Map<string, number>()
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    const id = intent.metadata['payment_id'] ?? 'none'
    if (intent.status === 'succeeded') paid.set(id, (paid.get(id) ?? 0) + intent.amount_received)
  }
  const returned = new Map<string, number>()
  for await (const refund of stripe.refunds.list({ limit: 100 })) {
    const id = refund.metadata?.['refund_id'] ?? 'none'
    if (refund.status === 'succeeded') returned.set(id, (returned.get(id) ?? 0) + refund.amount)
  }
  return { paid, returned }
}

const tried = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/**
 * Books as a driver who retries: a few attempts with the same idempotency key, then perhaps a
 * cancellation.
 */
async function visit(person: Person, spot_id: string, payment_method_id: string, i: number): Promise<void> {
  const book = await prepareBooking(api, person, { spot_id, payment_method_id, ...twoHours(api, 30) })
  let isDone = false
  for (let turn = 0; turn < 3 && !isDone; turn++) isDone = await tried(book())
  const { rows } = await api.deps.database.pool.query<{ id: string; status: string }>(
    'select id, status from reservations where user_id = $1 and spot_id = $2',
    [person.user_id, spot_id],
  )
  const reservation = rows[0]
  if (!reservation) return
  const params = { reservation_id: reservation.id }
  if (reservation.status === 'CHECKOUT') {
    await tried(
      api.call(
        confirmReservationRoute,
        { params, body: {}, idempotency_key: secretWord(api.ports) },
        person.token,
      ),
    )
  }
  if (i % 3 === 0) {
    const preview = await api.call(getCancellationRoute, { params }, person.token).catch(() => null)
    const refund_cents = preview?.refund_cents ?? 0
    await tried(api.call(cancelReservationRoute, { params, body: { refund_cents } }, person.token))
  }
}

test('charges nobody twice or for nothing under provider faults and keeps the ledger equal to the cent', async () => {
  const lot = await aLot(api, {}, 48)
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(api)))
  const cards = await Promise.all(people.map((person) => aCard(api, person)))
  const { faults } = api.standIn
  faults.add(
    { call: /^POST/, fault: 'reset', rate: 0.12 },
    { call: /^POST/, fault: 'reset_after_success', rate: 0.18 },
    { call: /^POST/, fault: 'error_500', rate: 0.08 },
    { call: /^POST/, fault: 'error_500_after_success', rate: 0.12 },
    { call: /^POST/, fault: 'error_429', rate: 0.05 },
  )
  faults.webhooks = { drop: 0.3, lose: 0.2, double: { rate: 0.3, copies: 3 }, reorder: 0.5 }
  await Promise.all(
    lot.spot_ids.map((spot_id, i) => {
      const person = people[i % people.length]
      if (!person) throw new Error('nobody')
      return visit(person, spot_id, cards[i % cards.length] ?? '', i)
    }),
  )
  await api.standIn.deliverDueWebhooks()
  await calm()

  const { pool } = api.deps.database
  expect(await brokenInvariants(pool)).toEqual({})
  const open = await pool.query(`select status from reservations where status = 'CHECKOUT'`)
  expect(open.rows).toEqual([])
  const books = await provider()
  const payments = await pool.query<{ id: string; amount_cents: number }>(
    `select id, amount_cents from payments where status = 'SUCCEEDED'`,
  )
  expect(new Map(payments.rows.map((row) => [row.id, row.amount_cents]))).toEqual(books.paid)
  const refunds = await pool.query<{ id: string; amount_cents: number }>(
    `select id, amount_cents from refunds where status = 'SUCCEEDED'`,
  )
  expect(new Map(refunds.rows.map((row) => [row.id, row.amount_cents]))).toEqual(books.returned)
  const { rows } = await pool.query<{ waiting: number; active: number; canceled: number }>(
    `select (select count(*)::int from refunds where status = 'PENDING') as waiting,
       (select count(*)::int from reservations where status = 'ACTIVE') as active,
       (select count(*)::int from reservations where status = 'CANCELED') as canceled`,
  )
  expect(rows[0]?.waiting).toBe(0)
  // The faults still let some payments and refunds succeed.
  expect(rows[0]?.active).toBeGreaterThan(5)
  expect(books.returned.size).toBeGreaterThan(0)
})
