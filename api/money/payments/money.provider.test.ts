import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds, syncOpenPayments } from '../../jobs/release-holds.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { modelRuns, providerAddress } from '../../testing/environment.ts'
import { giveOtherWaysToPay, moneySteps } from '../../testing/model/money-steps.ts'
import { type Books, ourBooks } from '../../testing/model/provider-books.ts'
import { randomFrom } from '../../testing/model/random.ts'
import { runSteps } from '../../testing/model/run.ts'
import { aWorld } from '../../testing/model/world.ts'
import { sendDueRefunds } from './refunds.ts'
import { syncBankPayments } from './sync-bank-payments.ts'

// Runs the money model against Stripe itself. Stripe's clock cannot be advanced, and its accounts need a person on its
// onboarding page, so the steps that need either are left out.
const { first } = modelRuns()
const length = 25
const steps = moneySteps.filter(([name]) => !['days pass', 'pay out', 'make a payout again'].includes(name))

let api: TestApi
beforeAll(async () => {
  api = await testApi({ LOG_LEVEL: 'error' }, providerAddress())
})
afterAll(() => api.close())

/** The provider's records of the payments of this run. */
async function theirs(): Promise<Pick<Books, 'paid' | 'returned' | 'disputed'>> {
  const { database, stripe } = api.deps
  const { rows } = await database.pool.query<{ id: string }>(
    'select stripe_payment_intent_id as id from payments where stripe_payment_intent_id is not null',
  )
  const books: Pick<Books, 'paid' | 'returned' | 'disputed'> = { paid: {}, returned: {}, disputed: {} }
  for (const { id: payment_intent } of rows) {
    for await (const charge of stripe.charges.list({ payment_intent, limit: 100 })) {
      if (charge.status !== 'succeeded') continue
      books.paid[charge.id] = charge.amount_captured
      if (charge.amount_refunded > 0) books.returned[charge.id] = charge.amount_refunded
    }
    for await (const dispute of stripe.disputes.list({ payment_intent, limit: 100 })) {
      const held = -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
      if (held > 0 && typeof dispute.charge === 'string') books.disputed[dispute.charge] = held
    }
  }
  return books
}

/** Finishes everything in progress except what banks take days for. Returns the cents that are still missing. */
async function calm(): Promise<number> {
  const { pool } = api.deps.database
  const deps = paymentDepsOf(api.deps)
  await pool.query(
    'update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null, attempts = 0',
  )
  await api.runJobs()
  await syncOpenPayments(deps)
  await releaseHolds(deps)
  await sendDueRefunds(deps)
  await syncBankPayments(deps)
  const { rows } = await pool.query<{ open: number }>(
    `select (select count(*) from payments where status in ('CREATED', 'REQUIRES_ACTION'))::int
       + (select count(*) from refunds where status = 'PENDING')::int as open`,
  )
  return rows[0]?.open ?? 0
}

test('keeps the ledger equal to the provider’s to the cent', async () => {
  const world = await aWorld(api, randomFrom(first))
  await giveOtherWaysToPay(world)
  await runSteps(world, steps, length)
  api.ports.advance({ hours: 2 })
  await expect.poll(calm, { timeout: 300_000, interval: 5_000 }).toBe(0)
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  const { paid, returned, disputed } = await ourBooks(api.deps.database.pool)
  expect({ paid, returned, disputed }).toEqual(await theirs())
  expect(Object.keys(paid).length).toBeGreaterThan(2)
}, 900_000)
