import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { placedDatabase } from '@openspot/api/testing/placed-database.ts'
import { watchAs } from '@openspot/api/testing/streams.ts'
import { bookInstantlyRoute, getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError, call, type Output } from '@openspot/contract/call.ts'
import { sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import type { TestDatabase } from '@openspot/db/testing/database.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { type Pooler, startPgBouncer } from '@openspot/db/testing/pgbouncer.ts'
import { unusedPort } from '@openspot/db/testing/unused-port.ts'
import { createDeps } from '@openspot/server/app-deps.ts'
import { settingsFor } from '@openspot/server/settings.ts'
import { address, commandRuns } from '@openspot/server/testing/product.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetLimits } from '../under-test/reset-limits.ts'
import { until } from '../under-test/until.ts'
import { losses } from './connections.ts'
import { startLoad } from './load.ts'

/** Fewer than the connections of three processes, so that they share them. */
const poolSize = 6
const runs = commandRuns()
let database: TestDatabase
let pooler: Pooler
let owner: pg.Client
let deps: Awaited<ReturnType<typeof createDeps>>
let stand_in_port: number
/** Two processes with the API. */
let bases: [string, string]

const startProcess = (roles: string, env: Record<string, string> = {}) =>
  runs.openspot(['start'], {
    OPENSPOT_ROLES: roles,
    LOG_LEVEL: 'warn',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_MIGRATE_URL: database.owner_url,
    ...env,
  })

beforeAll(async () => {
  database = await placedDatabase()
  pooler = await startPgBouncer(database.url, { default_pool_size: String(poolSize) })
  owner = new pg.Client({ connectionString: database.owner_url })
  await owner.connect()
  stand_in_port = await unusedPort()
  const [one, other] = await Promise.all([
    address(startProcess('api', { STRIPE_STAND_IN_PORT: String(stand_in_port) })),
    address(startProcess('api')),
    address(startProcess('worker')),
  ])
  bases = [one, other]
  const host = { host: '127.0.0.1', port: stand_in_port, protocol: 'http' as const }
  const stripe = {
    address: { secret_key: 'sk_test_processes', host },
    webhook_secret: '',
    connect_webhook_secret: '',
  }
  deps = await createDeps(settingsFor({ LOG_LEVEL: 'fatal' }), database.url, stripe)
}, 300_000)

afterAll(async () => {
  // First, because starting may have failed halfway.
  await runs.endAll()
  await deps.close()
  await owner.end()
  await pooler.stop()
  await database.drop()
  runs.remove()
})

const baseOf = (turn: number): string => bases[turn % 2] ?? ''
const as = (person: Person, base: string) => ({ base, headers: { authorization: `Bearer ${person.token}` } })
const freeLot = { hour_cents: 0, day_cents: 0, min_reservation_price: 0, service_fee_cents: 0 }

/** Gets the price from one process, and returns a function that books at another. */
async function prepare(person: Person, spot_id: string, day: number, payment_method_id?: string) {
  const from = Math.ceil(Date.now() / 3_600_000 + day * 24) * 3_600_000
  const at = (hours: number) => new Date(from + hours * 3_600_000).toISOString()
  const query = { spot_id, starts_at: at(0), ends_at: at(2) }
  const { quote_token } = await call(getCheckoutRoute, { query }, as(person, baseOf(0)))
  const body = {
    ...query,
    quote_token: quote_token ?? '',
    allows_another: true,
    ...(payment_method_id ? { payment_method_id } : {}),
  }
  return (base: string, idempotency_key: string) =>
    call(bookInstantlyRoute, { body, idempotency_key }, as(person, base))
}

/** Counts answers: a booking by `booked`, a refusal by its code. */
async function counted(answers: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const answer of await Promise.allSettled(answers)) {
    const { reason } = answer as { reason?: unknown }
    const name =
      answer.status === 'fulfilled'
        ? 'booked'
        : reason instanceof CallError
          ? reason.body.code
          : String(reason)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('two APIs and a worker share fewer sessions of the database than they have connections to the pooler', async () => {
  const { rows } = await owner.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and application_name = 'openspot' and usename = 'openspot_app'`,
  )
  // Ours is one of them, without the pooler.
  expect(rows[0]?.sessions).toBeLessThanOrEqual(poolSize + 8)
  expect(rows[0]?.sessions).toBeGreaterThan(0)
})

test('a booking at one process is announced to those who watch the lot at any process, and its notice is sent by the worker', async () => {
  const lot = await aLot({ deps })
  const admin = await aMember({ deps }, lot.lot_id, 'ADMIN')
  const driver = await aPerson({ deps })
  const card = await aCard({ deps }, driver)
  const streams = await Promise.all(bases.map((base) => watchAs({ base }, lot.lot_id, admin.token)))
  for (const [turn, base] of bases.entries()) {
    const known = streams.map(({ events }) => [...events])
    const book = await prepare(driver, lot.spot_ids[turn] ?? '', 1 + turn, card)
    const { reservation } = await book(base, crypto.randomUUID())
    await Promise.all(streams.map((stream, at) => stream.next('change', known[at])))
    await until('the notice of the booking is written', async () => {
      const { rowCount } = await owner.query(
        `select from notifications where reservation_id = $1 and kind = 'CONFIRMED'`,
        [reservation.id],
      )
      return rowCount
    })
  }
  for (const stream of streams) stream.close()
})

test('of 200 bookings of one spot at once, over both processes, one wins', async () => {
  const lot = await aLot({ deps }, freeLot, 1)
  const spot_id = lot.spot_ids[0] ?? ''
  const books = await Promise.all(
    Array.from({ length: 200 }, async () => prepare(await aPerson({ deps }), spot_id, 3)),
  )
  const answers = books.map((book, turn) => book(baseOf(turn), crypto.randomUUID()))
  expect(await counted(answers)).toEqual({ booked: 1, spot_taken: 199 })
})

test('one Idempotency-Key, sent 30 times at once to both processes, books once, and later has one answer everywhere', async () => {
  const lot = await aLot({ deps }, freeLot, 1)
  const driver = await aPerson({ deps })
  const book = await prepare(driver, lot.spot_ids[0] ?? '', 4)
  const key = crypto.randomUUID()
  const answers = Array.from({ length: 30 }, (_, turn) => book(baseOf(turn), key))
  const { booked = 0, request_in_flight = 0 } = await counted(answers)
  expect(booked + request_in_flight).toBe(30)
  const fulfilled = (await Promise.allSettled(answers)).flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  // The limit of bookings counts the thirty, whatever became of them.
  await resetLimits(database.owner_url)
  const later: Output<typeof bookInstantlyRoute>[] = []
  for (const base of bases) later.push(await book(base, key))
  const ids = [...fulfilled, ...later].map(({ reservation }) => reservation.id)
  expect(new Set(ids).size).toBe(1)
  const { rows } = await owner.query('select count(*)::int as made from reservations where lot_id = $1', [
    lot.lot_id,
  ])
  expect(rows).toEqual([{ made: 1 }])
})

test('a rate limit counts the calls to both processes together', async () => {
  const body = { email: 'nobody@people.example' }
  const answers = Array.from({ length: 40 }, (_, turn) =>
    call(sendSignInLinkRoute, { body }, { base: baseOf(turn), headers: {} }),
  )
  expect(await counted(answers)).toEqual({ booked: 5, too_many_requests: 35 })
})

fullTest(
  'a process that starts with triggers to replace, while a long read is open, fails no booking and waits',
  async () => {
    const long = new pg.Client({ connectionString: database.owner_url })
    await long.connect()
    await long.query('begin')
    await long.query('select count(*) from invoices')
    const load = await startLoad({ base: baseOf(0), database_url: database.url, stand_in_port })
    const more = (count: number) => {
      const goal = load.booked.length + count
      return until(`${goal} bookings`, () => load.booked.length >= goal)
    }
    await more(2)
    // As after an update of the product.
    await owner.query(`update schema_state set hashes = hashes || '{"triggers of guards.sql": "older"}'`)
    const starting = startProcess('api')
    await starting.said(/waiting for a table that is locked by another session/)
    await more(5)
    await long.query('rollback')
    await long.end()
    await address(starting)
    await more(2)
    await load.stop()
    expect(await losses(database.owner_url, load)).toEqual([])
    const { rows } = await owner.query<{ is_held: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and objid = 7003) as is_held`,
    )
    expect(rows).toEqual([{ is_held: false }])
  },
  180_000,
)
