import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bill } from '@openspot/api/billing/bill.ts'
import { watchWorkers } from '@openspot/api/jobs/dead-workers.ts'
import { askAfterPayments, releaseHolds } from '@openspot/api/jobs/release-holds.ts'
import { tillOf } from '@openspot/api/jobs/till.ts'
import { workOff } from '@openspot/api/jobs/worker.ts'
import { askAfterBanks } from '@openspot/api/payments/ask-after.ts'
import { sendDueRefunds } from '@openspot/api/payments/refunds.ts'
import { type Ports, realPorts } from '@openspot/api/ports.ts'
import { brokenInvariants } from '@openspot/api/testing/invariants.ts'
import { ourBooks, providerBooks } from '@openspot/api/testing/model/provider-books.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/people.ts'
import { aLot } from '@openspot/api/testing/places.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { type Cluster, freePort, startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import pg from 'pg'
import { Chance } from '../demo/chance.ts'
import { layFoundation } from '../foundation.ts'
import type { Ground } from '../kills/ground.ts'
import { Killer } from '../kills/killer.ts'
import { type Visitor, visit } from '../kills/visitors.ts'
import { settingsFor } from '../settings.ts'
import { startStripeSandbox } from '../stripe-sandbox.ts'

const use = 'npm run kills -- [--times N] [--seed N]'
const visitors = 6
const say = (line: string) => console.log(line)

/**
 * Kills the API and its worker at random moments while people book, change and cancel, and looks whether money was lost
 * or taken twice. Database and card provider live on, as they would; the server comes back each time.
 */
export async function kills(args: string[]): Promise<number> {
  const { times, seed } = readArgs(args)
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-kills-'))
  const cluster = await startCluster(folder)
  const undo: (() => Promise<void>)[] = [() => cluster.stop()]
  try {
    const { ground, foundation } = await prepare(cluster, undo)
    const killer = new Killer(ground)
    undo.push(() => killer.kill())
    let isOver = false
    const lot = await aLot({ foundation }, { month_cents: 30_000 }, 20)
    const admin = await aMember({ foundation }, lot.lot_id, 'ADMIN')
    const place = {
      base: `http://127.0.0.1:${ground.port}`,
      lot,
      admin,
      up: () => killer.up(),
      faults: new Set<string>(),
      isOver: () => isOver,
    }
    const people: Visitor[] = []
    for (let day = 1; day <= visitors; day++) {
      const person = await aPerson({ foundation })
      people.push({
        person,
        payment_method_id: await aCard({ foundation }, person),
        day: day * 20,
        booked: 0,
      })
    }
    const visits = people.map((visitor, at) => visit(place, visitor, new Chance(seed, `visitor ${at}`)))
    await killer.killOften(times, new Chance(seed, 'kills'), say)
    isOver = true
    await killer.start()
    await Promise.all(visits)
    await killer.kill()
    await calm(foundation)
    return await report(foundation, times, people, place.faults)
  } finally {
    for (const step of undo.toReversed()) await step().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

type Foundation = Awaited<ReturnType<typeof layFoundation>>
let ahead = 0
const ports: Ports = { ...realPorts, now: () => new Date(Date.now() + ahead) }

async function prepare(cluster: Cluster, undo: (() => Promise<void>)[]) {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('create database kills')
  await admin.end()
  const owner_url = cluster.url('kills')
  const database_url = cluster.appUrl('kills')
  await migrate(owner_url, () => {}, appRole)
  const port = await freePort()
  const sandbox = await startStripeSandbox(owner_url, ports, {
    port: 0,
    public_url: `http://127.0.0.1:${port}`,
    webhook_url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    webhook_secret: 'whsec_kills',
    connect_webhook_secret: 'whsec_kills_connect',
  })
  undo.push(() => sandbox.close())
  const { address, webhook_secret, connect_webhook_secret } = sandbox
  const stripe = { address, webhook_secret, connect_webhook_secret }
  const ground: Ground = { database_url, port, stripe }
  const foundation = await layFoundation(settingsFor({ LOG_LEVEL: 'fatal' }), database_url, stripe, ports)
  undo.push(() => foundation.close())
  return { ground, foundation }
}

/** Everything that can still happen happens: holds run out, jobs are tried again, what waits is sent. */
async function calm(foundation: Foundation): Promise<void> {
  const till = tillOf(foundation)
  await untilReleased(foundation)
  for (let round = 0; round < 5; round++) {
    ahead += 20 * 60_000
    await foundation.database.pool.query(
      'update graphile_worker._private_jobs set run_at = now() where locked_at is null',
    )
    await askAfterPayments(till)
    await releaseHolds(till)
    await bill(till)
    await sendDueRefunds(till)
    await workOff(foundation)
    await askAfterBanks(till)
  }
}

/** Jobs of killed servers come back as they do beside a server that runs, with shorter rounds. */
async function untilReleased(foundation: Foundation): Promise<void> {
  const watch = await watchWorkers(foundation, 100)
  try {
    for (let look = 0; ; look++) {
      const { rows } = await foundation.database.pool.query(
        'select from graphile_worker._private_jobs where locked_at is not null limit 1',
      )
      if (rows.length === 0) return
      if (look === 100) throw new Error('Jobs are still held by workers that were killed.')
      await wait(100)
    }
  } finally {
    await watch.stop()
  }
}

async function report(
  foundation: Foundation,
  times: number,
  people: Visitor[],
  faults: ReadonlySet<string>,
): Promise<number> {
  const { pool } = foundation.database
  const [ours, provider, broken] = [
    await ourBooks(pool),
    await providerBooks(foundation.stripe),
    await brokenInvariants(pool),
  ]
  const { rows } = await pool.query<{ stays: number; twice: number; held: number }>(
    `select (select count(*)::int from reservations where status in ('ACTIVE', 'CANCELED', 'MERGED')) as stays,
       (select count(*)::int from reservations where status = 'CHECKOUT') as held,
       (select count(*)::int from (select invoice_id from payments where status = 'SUCCEEDED' group by 1 having count(*) > 1) t) as twice`,
  )
  const booked = people.reduce((sum, one) => sum + one.booked, 0)
  const charges = Object.keys(provider.paid).length
  const agree = JSON.stringify(sorted(ours)) === JSON.stringify(sorted(provider))
  say(
    `${times} kills; ${booked} bookings answered, ${rows[0]?.stays} stays, ${charges} charges at the provider, ${rows[0]?.twice} invoices charged twice, ${rows[0]?.held} spots left held`,
  )
  say(`books agree with the provider's to the cent: ${agree ? 'yes' : 'NO'}`)
  say(`broken invariants: ${Object.keys(broken).length === 0 ? 'none' : JSON.stringify(broken)}`)
  say(`calls that the server failed at: ${faults.size === 0 ? 'none' : [...faults].join(', ')}`)
  if (!agree) say(JSON.stringify({ ours, provider }, null, 1))
  const isSound =
    agree &&
    faults.size === 0 &&
    Object.keys(broken).length === 0 &&
    rows[0]?.twice === 0 &&
    rows[0].held === 0
  return isSound && charges > 0 ? 0 : 1
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
      throw new PlainError(`Say whole numbers. ${use}`)
    return { times, seed }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}
