import path from 'node:path'
import { type Cluster, startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import pg from 'pg'
import { commandRuns } from '../testing.ts'
import { connectionKinds, cutAndRecover, losses, type Recovery, recover } from './connections.ts'
import type { Drill } from './drill.ts'
import { startLoad } from './load.ts'
import { startProduct } from './product.ts'

const times = 20
/** What is promised after a connection is lost or the server was restarted. */
const promisedMilliseconds = 5_000

/** Cuts each kind of connection, and restarts the whole server, 20 times each while drivers book. */
export const connectionsDrill: Drill = async (write) => {
  const runs = commandRuns()
  const folder = path.join(runs.folder, 'server')
  let cluster = await startCluster(folder)
  const found: Recovery[] = []
  const problems: string[] = []
  try {
    const { url, owner_url } = await makeDatabase(cluster)
    const product = await startProduct(runs, { DATABASE_URL: url, DATABASE_MIGRATE_URL: owner_url })
    const load = await startLoad({ ...product, database_url: url })
    const faults: Record<string, () => Promise<Recovery>> = {
      ...Object.fromEntries(
        connectionKinds.map((kind) => [kind, () => cutAndRecover(owner_url, load, kind)]),
      ),
      'server restarted': async () => {
        await cluster.stop()
        cluster = await startCluster(folder, [], cluster.port)
        return recover(owner_url, load, 'server restarted')
      },
    }
    for (let time = 1; time <= times; time++) {
      for (const fault of Object.values(faults)) {
        const recovery = await fault()
        found.push(recovery)
        write({ time, ...recovery })
        if (!product.isAlive()) throw new Error(`The process ended:\n${product.run.output()}`)
      }
    }
    await load.stop()
    problems.push(...(await losses(owner_url, load)))
    // The handlers of last resort would hide a connection without a listener.
    if (product.run.output().includes('"event":"uncaught"')) problems.push('an error reached nobody')
    write({ acknowledged: load.booked.length })
  } finally {
    await runs.endAll()
    await cluster.stop()
    runs.remove()
  }
  const late = found.filter(
    (one) => Math.max(one.booking_ms, one.job_ms, one.event_ms) > promisedMilliseconds,
  )
  problems.push(...late.map((one) => `later than ${promisedMilliseconds} ms: ${JSON.stringify(one)}`))
  return { table: tableOf(found), problems }
}

function tableOf(found: Recovery[]): object[] {
  return [...new Set(found.map(({ fault }) => fault))].map((fault) => {
    const of = found.filter((one) => one.fault === fault)
    const worst = (key: 'booking_ms' | 'job_ms' | 'event_ms') => Math.max(...of.map((one) => one[key]))
    const half = of.map(({ booking_ms }) => booking_ms).toSorted((a, b) => a - b)[Math.floor(of.length / 2)]
    return {
      fault,
      times: of.length,
      booking_p50_ms: half,
      booking_max_ms: worst('booking_ms'),
      job_max_ms: worst('job_ms'),
      event_max_ms: worst('event_ms'),
    }
  })
}

async function makeDatabase(cluster: Cluster): Promise<{ url: string; owner_url: string }> {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('create database drills')
  await admin.end()
  await migrate(cluster.url('drills'), () => {}, appRole)
  return { url: cluster.appUrl('drills'), owner_url: cluster.url('drills') }
}
