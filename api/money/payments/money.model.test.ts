import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds, syncOpenPayments } from '../../jobs/release-holds.ts'
import { workOff } from '../../jobs/worker.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { modelRuns } from '../../testing/environment.ts'
import { giveOtherWaysToPay, moneySteps } from '../../testing/model/money-steps.ts'
import { giveAccounts } from '../../testing/model/payout-steps.ts'
import { ourBooks, providerBooks } from '../../testing/model/provider-books.ts'
import { randomFrom } from '../../testing/model/random.ts'
import { runSteps } from '../../testing/model/run.ts'
import { aWorld } from '../../testing/model/world.ts'
import { bill } from '../billing/bill.ts'
import { payOut } from '../payouts/pay-out.ts'
import { replayEvents } from '../webhooks/replay-events.ts'
import { sendDueRefunds } from './refunds.ts'
import { syncBankPayments } from './sync-bank-payments.ts'

// Longer runs have a command of their own: see docs/measurements.md.
const { seeds, first } = modelRuns()
const length = 40

let api: TestApi
beforeAll(async () => {
  api = await testApi({ LOG_LEVEL: 'error' })
})
afterAll(() => api.close())

function storm(): void {
  api.standIn.faults.add(
    { call: /^POST/, fault: 'reset', rate: 0.03 },
    { call: /^POST/, fault: 'reset_after_success', rate: 0.06 },
    { call: /^POST/, fault: 'error_500', rate: 0.03 },
    { call: /^POST/, fault: 'error_500_after_success', rate: 0.04 },
    // Payouts are rare, so their calls fail more often.
    { call: /^POST .*(transfers|payouts)$/, fault: 'reset_after_success', rate: 0.6 },
  )
  api.standIn.faults.webhooks = {
    delay: { rate: 0.3, seconds: 7200 },
    drop: 0.2,
    lose: 0.15,
    double: { rate: 0.3, copies: 3 },
    reorder: 0.5,
  }
}

/** Runs everything that is still pending: delivers webhooks, retries jobs, lets banks decide, and lets holds expire. */
async function calm(): Promise<void> {
  const { pool } = api.deps.database
  const deps = paymentDepsOf(api.deps)
  api.standIn.faults.clear()
  for (let round = 0; round < 8; round++) {
    api.ports.advance({ days: round < 4 ? 1 : 20, minutes: 6 })
    await api.standIn.settleDue()
    await api.standIn.deliverDueWebhooks()
    await pool.query(
      'update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null, attempts = 0',
    )
    await workOff(api.deps)
    await syncOpenPayments(deps)
    await releaseHolds(deps)
    await bill(deps)
    await sendDueRefunds(deps)
    await syncBankPayments(deps)
    await payOut(deps)
    await workOff(api.deps)
  }
}

/** Every row that the money depends on. */
async function stateOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const tables = [
    'reservations',
    'invoices',
    'invoice_lines',
    'payments',
    'refunds',
    'disputes',
    'earnings',
    'payouts',
    'subscriptions',
    'ledger_transactions',
    'ledger_entries',
  ]
  const state: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows } = await pool.query(
      `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from ${table} t`,
    )
    state[table] = rows[0]?.rows
  }
  return state
}

async function replay(): Promise<void> {
  const { pool } = api.deps.database
  const { missed } = await replayEvents(paymentDepsOf(api.deps))
  // Process the events in a different order than they arrived in.
  await pool.query('update graphile_worker._private_jobs set priority = (random() * 100)::int')
  await workOff(api.deps)
  const { rows } = await pool.query(
    'select count(*)::int as left from webhook_events where processed_at is null',
  )
  expect(rows).toEqual([{ left: 0 }])
  expect((await replayEvents(paymentDepsOf(api.deps))).missed).toBe(0)
  await workOff(api.deps)
  replayed.missed += missed
}

const replayed = { missed: 0 }
afterAll(() => {
  // Otherwise no event was lost, and the replay has tested little.
  expect(replayed.missed).toBeGreaterThan(0)
})

test.each(Array.from({ length: seeds }, (_, at) => first + at))(
  'keeps the ledger equal to the provider’s to the cent under random actions and lost messages (seed %i)',
  async (seed) => {
    api.standIn.faults.clear()
    const world = await aWorld(api, randomFrom(seed))
    await giveOtherWaysToPay(world)
    await giveAccounts(world)
    const { pool } = api.deps.database
    storm()
    await runSteps(world, moneySteps, length)
    await calm()
    expect(await brokenInvariants(pool)).toEqual({})
    const books = await providerBooks(api.deps.stripe)
    expect(await ourBooks(pool)).toEqual(books)
    // Replays the whole history, including the lost events, in a random order: no row may change.
    const state = await stateOf(pool)
    await replay()
    expect(await stateOf(pool)).toEqual(state)
    expect(await ourBooks(pool)).toEqual(books)
    const { rows } = await pool.query(
      `select status::text from reservations where status = 'CHECKOUT' union all select 'refund' from refunds where status = 'PENDING'`,
    )
    expect(rows).toEqual([])
  },
  240_000,
)
