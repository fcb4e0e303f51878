import { cpus, loadavg, totalmem } from 'node:os'
import type pg from 'pg'
import { type BenchDatabase, openBenchDatabase } from '../bench/bench-database.ts'
import { makeBigLot } from '../bench/big-lot.ts'
import type { TaskName } from '../bench/messages.ts'
import { startProcesses } from '../bench/processes.ts'
import { type BenchContext, run } from '../bench/rounds.ts'
import type { Size } from '../bench/size.ts'
import { cpuSeconds } from './cpu.ts'
import { type Cost, type Launch, launch, type Measured } from './model.ts'
import { measurePaidBookings } from './paid-bookings.ts'

export interface Effort {
  /** How long each measured round takes. */
  seconds: number
  bookings: number
  watchers: number
}

/** The parts of the launch's rate that are tried, in rising order. */
const steps = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]
/** Most searches at once: those of visitors who still wait. */
const visitors = 256

/** Fills a database, and measures what everything costs in it. */
export async function measureCapacity(
  size: Size,
  { seconds, bookings, watchers }: Effort,
  print: (line: string) => void,
): Promise<Measured> {
  const load_before = loadavg()[0] ?? 0
  const database = await openBenchDatabase(size, 1, print)
  try {
    const { client, owner_url, database_url, base } = database
    await makeBigLot(client, size)
    const postmaster = await postmasterOf(client)
    const space = await spaceOfLots(client, size)
    const processes = await startProcesses({ url: database_url, owner_url })
    const context: BenchContext = { processes, size, base_at: base.toISOString(), database_url, print }
    let costs: { search: Cost; read: Cost; monitor: Cost }
    let launched: Launch
    try {
      costs = {
        search: await costOf(context, postmaster, 'search', seconds),
        read: await costOf(context, postmaster, 'read', seconds),
        monitor: await costOf(context, postmaster, 'monitor', seconds),
      }
      print('searches, reads, and the monitor: done')
      launched = await simulateLaunch(context, seconds)
    } finally {
      await processes.stop()
    }
    print('the launch: done')
    const paid = await measurePaidBookings({ database, postmaster, bookings, watchers })
    print('paid bookings, without and with watchers: done')
    return {
      machine: `${cpus()[0]?.model ?? ''}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node.js ${process.version}`,
      taken_at: new Date().toISOString(),
      load_before,
      lots: size.lots,
      spots: size.spots,
      reservations: size.reservations,
      ...costs,
      ...paid,
      bytes: { ...paid.bytes, ...space },
      launch: launched,
    }
  } finally {
    await database.end()
  }
}

async function postmasterOf(client: BenchDatabase['client']): Promise<number> {
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  return Number(rows[0]?.pid ?? 0)
}

/** Calls with 8 in flight: how many, how fast, and what processor time of the API and of PostgreSQL each takes. */
async function costOf(
  context: BenchContext,
  postmaster: number,
  task: TaskName,
  seconds: number,
): Promise<Cost> {
  await run(context, task, 8, Math.max(1, seconds / 2))
  const spent = async () => ({
    api: (await context.processes.usage()).cpu_seconds,
    database: cpuSeconds([postmaster]),
  })
  const before = await spent()
  const result = await run(context, task, 8, seconds)
  const after = await spent()
  const all = Object.values(result.outcomes).reduce((sum, count) => sum + count, 0)
  const calls = result.outcomes['ok'] ?? 0
  if (calls === 0) throw new Error(`Every call of ${task} was refused: ${JSON.stringify(result.outcomes)}`)
  const { p50_ms, p99_ms, per_second } = result
  return {
    refused: (all - calls) / all,
    api_us: ((after.api - before.api) / calls) * 1e6,
    database_us: ((after.database - before.database) / calls) * 1e6,
    p50_ms,
    p99_ms,
    per_second,
  }
}

/**
 * Everyone looks for the same place and evening, at a rate that does not wait for answers, while others book. Stops at the first rate at which
 * a tenth of the searches is not answered in time.
 */
async function simulateLaunch(context: BenchContext, seconds: number): Promise<Launch> {
  const found: Launch['steps'] = []
  for (const part of steps) {
    const searches_offered = (launch.searches_in_a_minute / 60) * part
    const [searches, booked] = await Promise.all([
      run(context, 'stadium', visitors, seconds, 0, searches_offered),
      run(context, 'book', 8, seconds, 1, Math.max(1, searches_offered * launch.bookings_of_searches)),
    ])
    const good = searches.outcomes['ok'] ?? 0
    const all = Object.values(searches.outcomes).reduce((sum, count) => sum + count, 0)
    found.push({
      searches_offered,
      searches: (searches.per_second * good) / Math.max(all, 1),
      p50_ms: searches.p50_ms,
      p99_ms: searches.p99_ms,
      failed: all - good,
      bookings: booked.per_second,
    })
    if (searches.per_second < searches_offered * 0.9 || good < all * 0.9) break
  }
  return { seconds, steps: found, api_mb: (await context.processes.usage()).rss_mb }
}

async function spaceOfLots(client: pg.Client, size: Size): Promise<{ per_lot: number; per_spot: number }> {
  const { rows } = await client.query<{ lots: number; spots: number }>(
    `select pg_total_relation_size('lots')::float8 as lots, pg_total_relation_size('spots')::float8 as spots`,
  )
  return { per_lot: (rows[0]?.lots ?? 0) / size.lots, per_spot: (rows[0]?.spots ?? 0) / size.spots }
}
