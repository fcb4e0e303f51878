import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { paymentDepsOf } from '@openspot/api/jobs/payment-deps.ts'
import { releaseHolds, syncOpenPayments } from '@openspot/api/jobs/release-holds.ts'
import { workOff } from '@openspot/api/jobs/worker.ts'
import { bill } from '@openspot/api/money/billing/bill.ts'
import { sendDueRefunds } from '@openspot/api/money/payments/refunds.ts'
import { syncBankPayments } from '@openspot/api/money/payments/sync-bank-payments.ts'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { type Ports, realPorts } from '@openspot/api/ports.ts'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { ourBooks, providerBooks } from '@openspot/api/testing/model/provider-books.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { type Cluster, freePort, startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import { createDeps } from '@openspot/server/app-deps.ts'
import { settingsFor } from '@openspot/server/settings.ts'
import { startStripeStandIn } from '@openspot/server/stripe-stand-in.ts'
import pg from 'pg'
import { Random } from '../demo/random.ts'
import { type Driver, keepBooking } from '../under-test/drivers.ts'
import { resetLimits } from '../under-test/reset-limits.ts'
import type { Setup } from '../under-test/setup.ts'
import { until } from '../under-test/until.ts'
import { ProcessKiller } from './process-killer.ts'
import { watchJobs } from './watch-jobs.ts'

const use = 'npm run crash-tests -- [--times N] [--seed N]'
const driverCount = 6
/** Other workers do the jobs of a dead worker within a minute. */
const heldMilliseconds = 60_000
const print = (line: string) => console.log(line)

/**
 * Kills the API, the worker, or the database at random moments while people book, change, and cancel, and checks that no
 * money is lost or taken twice, and that the jobs of killed workers are done within a minute. The card provider lives on;
 * what was killed is started again each time. Nothing but the product touches the job queue.
 */
export async function crashTests(args: string[]): Promise<number> {
  const { times, seed } = readArgs(args)
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-crash-tests-'))
  const cluster = await startCluster(folder)
  const undo: (() => Promise<void>)[] = [async () => (await startCluster(folder, [], cluster.port)).stop()]
  try {
    const { setup, deps } = await prepare(cluster, undo)
    const killer = new ProcessKiller(setup, { folder, port: cluster.port })
    undo.push(() => killer.killAll())
    let isOver = false
    const lot = await aLot({ deps }, { month_cents: 30_000 }, 20)
    const admin = await aMember({ deps }, lot.lot_id, 'ADMIN')
    const target = {
      base: `http://127.0.0.1:${setup.port}`,
      lot,
      admin,
      failed_calls: new Set<string>(),
      isOver: () => isOver,
      resetLimits: () => resetLimits(setup.database_url),
    }
    const people: Driver[] = []
    for (let day = 1; day <= driverCount; day++) {
      const person = await aPerson({ deps })
      people.push({
        person,
        payment_method_id: await aCard({ deps }, person),
        day: day * 20,
        booked: 0,
      })
    }
    const driving = people.map((driver, at) => keepBooking(target, driver, new Random(seed, `driver ${at}`)))
    await killer.start('api')
    await killer.start('worker')
    const jobs = watchJobs(cluster.url('crash_tests'))
    await killer.killOften(times, new Random(seed, 'crash tests'), print)
    isOver = true
    await Promise.all(driving)
    await untilJobsAreDone(deps)
    const longest_ms = await jobs.stop()
    await killer.killAll()
    await runOut(deps)
    print(`kills: ${JSON.stringify(killer.kills)}`)
    print(
      `longest time that a job stayed locked by a killed worker: ${Math.round(longest_ms)} ms (at most ${heldMilliseconds})`,
    )
    const isResumed = longest_ms <= heldMilliseconds
    return (await report(deps, times, people, target.failed_calls)) && isResumed ? 0 : 1
  } finally {
    for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(error))
    rmSync(folder, { recursive: true, force: true })
  }
}

type AppDeps = Awaited<ReturnType<typeof createDeps>>
let ahead = 0
const ports: Ports = { ...realPorts, now: () => new Date(Date.now() + ahead) }

async function prepare(cluster: Cluster, undo: (() => Promise<void>)[]) {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('create database crash_tests')
  await admin.end()
  const owner_url = cluster.url('crash_tests')
  const database_url = cluster.appUrl('crash_tests')
  await migrate(owner_url, () => {}, appRole)
  const port = await freePort()
  const standIn = await startStripeStandIn(owner_url, ports, {
    port: 0,
    public_url: `http://127.0.0.1:${port}`,
    webhook_url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    webhook_secret: 'whsec_crash_tests',
    connect_webhook_secret: 'whsec_crash_tests_connect',
  })
  undo.push(() => standIn.close())
  const { address, webhook_secret, connect_webhook_secret } = standIn
  const stripe = { address, webhook_secret, connect_webhook_secret }
  const setup: Setup = { database_url, port, stripe }
  const deps = await createDeps(settingsFor({ LOG_LEVEL: 'fatal' }), database_url, stripe, ports)
  undo.push(() => deps.close())
  return { setup, deps }
}

/** Waits until the worker has done every job, also those that failed and are tried again later. */
async function untilJobsAreDone(deps: AppDeps): Promise<void> {
  const left = async () => {
    const { rowCount } = await deps.database.pool.query(
      'select from graphile_worker._private_jobs where locked_at is not null or attempts > 0 or run_at <= now()',
    )
    return rowCount === 0
  }
  await until('every job is done', left, 600)
}

/** Lets holds run out, on a clock that is ahead, and does what follows from it. */
async function runOut(appDeps: AppDeps): Promise<void> {
  const deps = paymentDepsOf(appDeps)
  for (let round = 0; round < 5; round++) {
    ahead += 20 * 60_000
    await syncOpenPayments(deps)
    await releaseHolds(deps)
    await bill(deps)
    await sendDueRefunds(deps)
    await workOff(appDeps)
    await syncBankPayments(deps)
  }
}

async function report(
  deps: AppDeps,
  times: number,
  people: Driver[],
  failed_calls: ReadonlySet<string>,
): Promise<boolean> {
  const { pool } = deps.database
  const [ours, provider, broken] = [
    await ourBooks(pool),
    await providerBooks(deps.stripe),
    await brokenInvariants(pool),
  ]
  const { rows } = await pool.query<{ reservations: number; twice: number; held: number }>(
    `select (select count(*)::int from reservations where status in ('ACTIVE', 'CANCELED', 'MERGED')) as reservations,
       (select count(*)::int from reservations where status = 'CHECKOUT') as held,
       (select count(*)::int from (select invoice_id from payments where status = 'SUCCEEDED' group by 1 having count(*) > 1) t) as twice`,
  )
  const booked = people.reduce((sum, one) => sum + one.booked, 0)
  const charges = Object.keys(provider.paid).length
  const agree = JSON.stringify(sorted(ours)) === JSON.stringify(sorted(provider))
  print(
    `${times} kills; ${booked} booking responses, ${rows[0]?.reservations} reservations, ${charges} charges at the provider, ${rows[0]?.twice} invoices charged twice, ${rows[0]?.held} spots left held`,
  )
  print(`ledger matches the provider to the cent: ${agree ? 'yes' : 'NO'}`)
  print(`broken invariants: ${Object.keys(broken).length === 0 ? 'none' : JSON.stringify(broken)}`)
  print(`calls with server errors: ${failed_calls.size === 0 ? 'none' : [...failed_calls].join(', ')}`)
  if (!agree) print(JSON.stringify({ ours, provider }, null, 1))
  const isSound =
    agree &&
    failed_calls.size === 0 &&
    Object.keys(broken).length === 0 &&
    rows[0]?.twice === 0 &&
    rows[0].held === 0
  return isSound && charges > 0
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)])
    : value

function readArgs(args: string[]): { times: number; seed: number } {
  try {
    const { values } = parseArgs({ args, options: { times: { type: 'string' }, seed: { type: 'string' } } })
    const [times, seed] = [Number(values.times ?? 200), Number(values.seed ?? 1)]
    if (!Number.isSafeInteger(times) || times < 1 || !Number.isSafeInteger(seed))
      throw new PlainError(`The options must be whole numbers. ${use}`)
    return { times, seed }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}
