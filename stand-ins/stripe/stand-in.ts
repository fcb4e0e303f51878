import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { settleDue } from './due.ts'
import { openDispute } from './objects/disputes.ts'
import { ensureEndpoint, type FixedEndpoint } from './objects/webhook-endpoints.ts'
import { buildServer } from './server.ts'
import { type Context, workOn } from './state/context.ts'
import { FaultPlan } from './state/faults.ts'
import { makeId, makeSecret } from './state/ids.ts'
import { type Clock, type Post, type Random, systemClock, systemPost, systemRandom } from './state/ports.ts'
import { ensureSchema } from './state/schema.ts'
import { lock, save } from './state/store.ts'
import { type Delays, default_delays, inTransaction } from './state/work.ts'
import { deliverDue } from './webhooks.ts'

export interface StandInOptions {
  /** The database: a pool of the caller's, or a URL for a separate pool. */
  pool?: pg.Pool
  database_url?: string
  clock?: Clock
  random?: Random
  post?: Post
  faults?: FaultPlan
  /** The public URL of the hosted pages; defaults to the listening address. */
  public_url?: string
  /** The accepted API keys; every `sk_test_…` if absent. */
  secret_keys?: string[]
  platform_account?: string
  delays?: Partial<Delays>
  /** Webhook endpoints created at start, with predetermined secrets. */
  webhook_endpoints?: FixedEndpoint[]
  /** Whether to deliver webhooks and process due items automatically. Tests use false and call for it. */
  background?: boolean
  log?: boolean
}

export interface StripeStandIn {
  app: FastifyInstance
  faults: FaultPlan
  /** Listens on loopback and a free port by default. Returns the URL. */
  listen(options?: { host?: string; port?: number }): Promise<string>
  close(): Promise<void>
  publicUrl(): string
  setPublicUrl(url: string): void
  /** The stand-in's time, which `advance` moves ahead of the clock. */
  now(): Date
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): Promise<void>
  /** Processes what is due: debits, payouts, refunds, and session expirations. Returns the count. */
  settleDue(): Promise<number>
  /** The payer's bank disputes what is left of a charge, as it may at any time. */
  dispute(charge_id: string): Promise<void>
  /** The payer's bank will send a refund back instead of taking it. */
  sendBack(refund_id: string): Promise<void>
  /** Returns the number of attempted deliveries. */
  deliverDueWebhooks(): Promise<number>
}

export async function createStripeStandIn(options: StandInOptions): Promise<StripeStandIn> {
  const { pool, ends_pool } = poolOf(options)
  const clock = options.clock ?? systemClock
  const random = options.random ?? systemRandom
  const faults = options.faults ?? new FaultPlan()
  await ensureSchema(pool)
  let ahead = await readAhead(pool)
  let public_url = options.public_url ?? ''
  const seconds = () => Math.floor(clock.now().getTime() / 1000) + ahead

  const context: Context = {
    pool,
    faults,
    now: seconds,
    secret_keys: options.secret_keys ?? null,
    env: {
      platform: options.platform_account ?? 'acct_StandInPlatform',
      id: (prefix) => makeId(random, prefix),
      secret: (prefix) => makeSecret(random, prefix),
      public_url: () => public_url,
      delays: { ...default_delays, ...options.delays },
    },
    advance: async (by) => {
      ahead += by
      await writeAhead(pool, ahead)
      await settle()
    },
    changed: () => {},
  }
  const app = buildServer(context, options.log ?? false)
  const settle = () => settleDue(context, (error) => app.log.error(error))
  const post = options.post ?? systemPost
  const deliver = () => deliverDue({ pool, now: seconds, clock, post, faults })

  await inTransaction(pool, async (client) => {
    for (const endpoint of options.webhook_endpoints ?? [])
      await ensureEndpoint(workOn(context, client, context.env.platform), endpoint)
  })

  const background = options.background === false ? null : startBackground(settle, deliver, app)
  if (background) context.changed = background.nudge

  return {
    app,
    faults,
    listen: async ({ host = '127.0.0.1', port = 0 } = {}) => {
      const address = await app.listen({ host, port })
      public_url ||= address
      return address
    },
    close: async () => {
      await background?.stop()
      await app.close()
      if (ends_pool) await pool.end()
    },
    publicUrl: () => public_url,
    setPublicUrl: (url) => {
      public_url = url.replace(/\/$/, '')
    },
    now: () => new Date(clock.now().getTime() + ahead * 1000),
    advance: ({ seconds: s = 0, minutes = 0, hours = 0, days = 0 }) =>
      context.advance(s + 60 * (minutes + 60 * (hours + 24 * days))),
    settleDue: settle,
    dispute: (charge_id) =>
      inTransaction(pool, async (client) => {
        const work = workOn(context, client, context.env.platform)
        await openDispute(work, await lock(work, 'charge', charge_id), 'fraudulent')
      }),
    sendBack: (refund_id) =>
      inTransaction(pool, async (client) => {
        const work = workOn(context, client, context.env.platform)
        const refund = await lock(work, 'refund', refund_id)
        refund.hidden.later = 'fails'
        await save(work, refund, { due_at: work.now + context.env.delays.refund })
      }),
    deliverDueWebhooks: deliver,
  }
}

function poolOf(options: StandInOptions): { pool: pg.Pool; ends_pool: boolean } {
  if (options.pool) return { pool: options.pool, ends_pool: false }
  if (!options.database_url) throw new Error('the Stripe stand-in needs a pool or a database_url')
  const pool = new pg.Pool({
    connectionString: options.database_url,
    max: 10,
    application_name: 'openspot stripe stand-in',
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
  })
  // A connection that the server ends, idle or in use, must not end the process: the next query opens another, and a
  // running statement fails by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, ends_pool: true }
}

/** Stored so that a restart does not move time backward. */
async function readAhead(pool: pg.Pool): Promise<number> {
  const found = await pool.query<{ value: number }>(
    `select value from stripe_stand_in.settings where name = 'clock_ahead_seconds'`,
  )
  return found.rows[0]?.value ?? 0
}

async function writeAhead(pool: pg.Pool, seconds: number): Promise<void> {
  await pool.query(
    `insert into stripe_stand_in.settings (name, value) values ('clock_ahead_seconds', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(seconds)],
  )
}

/** Runs every second, and immediately after a write; one round at a time. */
function startBackground(
  settle: () => Promise<number>,
  deliver: () => Promise<number>,
  app: FastifyInstance,
): { nudge: () => void; stop: () => Promise<void> } {
  let stopped = false
  let again = false
  let running: Promise<void> | null = null
  const round = async (): Promise<void> => {
    do {
      again = false
      try {
        await settle()
        await deliver()
      } catch (error) {
        app.log.error(error)
      }
    } while (again && !stopped)
    running = null
  }
  const nudge = (): void => {
    if (stopped) return
    again = true
    running ??= round()
  }
  const timer = setInterval(nudge, 1000)
  timer.unref()
  return {
    nudge,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
