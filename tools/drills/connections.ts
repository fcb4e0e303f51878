import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import pg from 'pg'
import { until } from '../under-test/until.ts'
import type { Load } from './load.ts'

/** Every kind of connection that API and worker have, by its `application_name`. */
export const connectionKinds = [
  'openspot',
  'openspot changes',
  'openspot jobs',
  'openspot stripe stand-in',
] as const

/** How long after the fault each part was served again, in milliseconds. */
export interface Recovery {
  fault: string
  booking_ms: number
  job_ms: number
  event_ms: number
}

/**
 * Ends every connection of a kind at once, as a restart of the server or a failover does. Answers how many there were.
 * `owner` must be allowed to end the sessions of others.
 */
async function cut(owner: pg.Client, kind: string): Promise<number> {
  const { rowCount } = await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
    [kind],
  )
  return rowCount ?? 0
}

/** Cuts a kind of connection and waits until everything is served again. */
export async function cutAndRecover(owner_url: string, load: Load, kind: string): Promise<Recovery> {
  const owner = await connectOwner(owner_url)
  try {
    await until(`a connection named ${kind}`, () => cut(owner, kind))
  } finally {
    await owner.end()
  }
  return recover(owner_url, load, kind)
}

/**
 * Waits until a booking that began after the fault is acknowledged, its notice is written, and a watcher gets an event.
 * `at` is the moment of the fault, on the clock of `performance.now`.
 */
export async function recover(
  owner_url: string,
  load: Load,
  fault: string,
  at = performance.now(),
): Promise<Recovery> {
  const booked = await until('a booking is acknowledged', () => load.booked.find(({ began }) => began > at))
  // Others were told of what happened before the fault; this one is told about when the booking is acknowledged.
  const told = await until('a watcher is told', () =>
    load.told.find((moment) => moment > Math.max(at, booked.acknowledged - 500)),
  )
  const owner = await connectOwner(owner_url)
  try {
    await until('the job of a booking is done', async () => {
      const { rowCount } = await owner.query(
        `select from notifications where reservation_id = $1 and kind = 'CONFIRMED'`,
        [booked.reservation_id],
      )
      return rowCount
    })
    const [booking_ms, job_ms, event_ms] = [booked.acknowledged, performance.now(), told].map((moment) =>
      Math.round(moment - at),
    ) as [number, number, number]
    return { fault, booking_ms, job_ms, event_ms }
  } finally {
    await owner.end()
  }
}

/** Lists the failures that a drill can find at its end: lost acknowledged bookings, broken rules, failed calls. */
export async function losses(owner_url: string, { booked, failed_calls }: Load): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: owner_url, max: 1 })
  try {
    const ids = booked.map(({ reservation_id }) => reservation_id)
    const { rows } = await pool.query<{ id: string }>(
      `select id from unnest($1::uuid[]) id
       where not exists (select from reservations r where r.id = id and r.status = 'ACTIVE')`,
      [ids],
    )
    const broken = await brokenInvariants(pool)
    return [
      ...rows.map(({ id }) => `acknowledged booking ${id} is not active`),
      ...Object.entries(broken).map(([rule, found]) => `broken: ${rule}: ${JSON.stringify(found)}`),
      ...[...failed_calls].map((call) => `failed: ${call}`),
    ]
  } finally {
    await pool.end()
  }
}

async function connectOwner(owner_url: string): Promise<pg.Client> {
  return until('the database answers', async () => {
    const client = new pg.Client({ connectionString: owner_url, application_name: 'openspot drill' })
    // Whether it is lost shows in what is asked of it.
    client.on('error', () => {})
    return client.connect().then(
      () => client,
      () => null,
    )
  })
}
