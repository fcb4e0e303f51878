import path from 'node:path'
import { aMember } from '@openspot/api/testing/factories/people.ts'
import { watchLotRoute } from '@openspot/contract/booking/monitor.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import type pg from 'pg'
import type { BenchDatabase } from '../bench/bench-database.ts'
import { type Reached, startLoad } from '../drills/load.ts'
import { withDeps } from '../drills/with-deps.ts'
import { startWithProvider } from '../drills/with-provider.ts'
import { until } from '../under-test/until.ts'
import { cpuSeconds, memoryMb } from './cpu.ts'
import type { Bytes, Measured } from './model.ts'

const driverCount = 8
/** More of one session are refused. */
const streamsPerSession = 10

interface Wanted {
  database: BenchDatabase
  postmaster: number
  /** How many bookings are made without watchers, and again with them. */
  bookings: number
  watchers: number
}

type Paid = Pick<Measured, 'booking' | 'event_us' | 'watcher_kb'> & {
  bytes: Omit<Bytes, 'per_lot' | 'per_spot'>
}

/** Makes paid bookings with API, worker, and a card provider whose own database and processor time do not count. */
export async function measurePaidBookings({
  database,
  postmaster,
  bookings,
  watchers,
}: Wanted): Promise<Paid> {
  const runs = commandRuns()
  const provider = await startCluster(path.join(runs.folder, 'provider'))
  const { client, database_url } = database
  try {
    const product = await startWithProvider(database_url, provider.url('postgres'), {}, [['api'], ['worker']])
    try {
      const load = await startLoad({ ...product, database_url }, driverCount)
      const [api = 0, worker = 0] = product.pids
      const round = async () => {
        const spent = () => ({
          api: cpuSeconds([api]),
          worker: cpuSeconds([worker]),
          database: cpuSeconds([postmaster]),
          booked: load.booked.length,
          at: performance.now(),
        })
        const before = spent()
        await until('the bookings are made', () => load.booked.length >= before.booked + bookings, 3_600)
        const after = spent()
        const count = after.booked - before.booked
        const each = (of: 'api' | 'worker' | 'database') => ((after[of] - before[of]) / count) * 1e6
        const took = load.booked
          .slice(before.booked, after.booked)
          .map(({ began, acknowledged }) => acknowledged - began)
          .toSorted((a, b) => a - b)
        return {
          api_us: each('api'),
          worker_us: each('worker'),
          database_us: each('database'),
          p50_ms: took[Math.floor(took.length * 0.5)] ?? 0,
          p99_ms: took[Math.floor(took.length * 0.99)] ?? 0,
          per_second: (count / (after.at - before.at)) * 1000,
          refused: 0,
        }
      }
      // The first ones prepare statements and load code.
      await until('the first bookings', () => load.booked.length >= driverCount * 5, 600)
      const space = await spaceOf(client)
      const booking = await round()
      const bytes = await grownBy(client, space)
      const before_mb = memoryMb(api)
      const streams = await openStreams({ ...product, database_url }, load.lot_id, watchers)
      const watcher_kb = Math.max(0, ((memoryMb(api) - before_mb) * 1024) / watchers)
      const events = streams.events()
      const booked = load.booked.length
      const watched = await round()
      const perBooking = (streams.events() - events) / (load.booked.length - booked)
      streams.close()
      await load.stop()
      const event_us = Math.max(0, watched.api_us - booking.api_us) / Math.max(perBooking, 1)
      return { booking, bytes, event_us, watcher_kb }
    } finally {
      await product.stop()
    }
  } finally {
    await provider.stop()
    runs.remove()
  }
}

interface Wal {
  bookings: number
  wal: number
}

interface Space extends Wal {
  database: number
  tables: Map<string, { bytes: number; rows: number }>
}

/** The bookings and the WAL at one moment, because drivers go on booking. */
async function walOf(client: pg.Client): Promise<Wal> {
  const { rows } = await client.query<Wal>(
    `select count(*)::int as bookings, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal
     from reservations where status = 'ACTIVE'`,
  )
  return rows[0] ?? { bookings: 0, wal: 0 }
}

async function spaceOf(client: pg.Client): Promise<Space> {
  await client.query('vacuum (analyze)')
  const { rows } = await client.query<{ database: number }>(
    'select pg_database_size(current_database())::float8 as database',
  )
  const { rows: tables } = await client.query<{ name: string; bytes: number; rows: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  )
  return {
    ...(await walOf(client)),
    database: rows[0]?.database ?? 0,
    tables: new Map(tables.map(({ name, bytes, rows }) => [name, { bytes, rows }])),
  }
}

async function grownBy(client: pg.Client, before: Space): Promise<Omit<Bytes, 'per_lot' | 'per_spot'>> {
  // Before VACUUM, whose own WAL is not part of a booking.
  const { wal, bookings } = await walOf(client)
  const after = await spaceOf(client)
  const made = after.bookings - before.bookings
  return {
    bookings: made,
    per_booking: (after.database - before.database) / made,
    wal_per_booking: (wal - before.wal) / (bookings - before.bookings),
    tables: [...after.tables]
      .map(([table, { bytes, rows }]) => ({
        table,
        bytes: (bytes - (before.tables.get(table)?.bytes ?? 0)) / made,
        rows: (rows - (before.tables.get(table)?.rows ?? 0)) / made,
      }))
      .filter(({ bytes }) => bytes > 0)
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 12),
  }
}

/** Opens event streams of a lot, ten for each of several admins, and counts what they get. */
async function openStreams(reached: Reached, lot_id: string, count: number) {
  const closing = new AbortController()
  let events = 0
  let open = 0
  const read = async (token: string) => {
    const answer = await fetch(`${reached.base}${watchLotRoute.url.replace(':lot_id', lot_id)}`, {
      headers: { authorization: `Bearer ${token}`, 'x-openspot-client': 'app' },
      signal: closing.signal,
    })
    if (!answer.ok) throw new Error(`A stream was refused: ${answer.status}`)
    open++
    for await (const part of answer.body ?? [])
      events += Buffer.from(part).toString().split('event: change').length - 1
  }
  const tokens = await withDeps(reached, async (deps) => {
    const made: string[] = []
    for (let number = 0; number < count / streamsPerSession; number++)
      made.push((await aMember({ deps }, lot_id, 'ADMIN')).token)
    return made
  })
  let broken: unknown
  for (let number = 0; number < count; number++) {
    void read(tokens[Math.floor(number / streamsPerSession)] ?? '').catch((error: unknown) => {
      if (!closing.signal.aborted) broken = error
    })
  }
  await until('the streams are open', () => {
    if (broken !== undefined) throw broken
    return open >= count
  })
  return { events: () => events, close: () => closing.abort() }
}
