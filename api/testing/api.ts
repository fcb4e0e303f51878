import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { CallError, type CallOptions, call, type Input, type Output } from '@openspot/contract/call.ts'
import type { ErrorBody } from '@openspot/contract/errors.ts'
import { errorsOf } from '@openspot/contract/errors-of.ts'
import type { Route } from '@openspot/contract/route.ts'
import { readSettings, type Settings } from '@openspot/core/settings.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import { type TestDatabase, testDatabase } from '@openspot/db/testing/database.ts'
import { createStripeStandIn } from '@openspot/stripe-stand-in/stand-in.ts'
import { Value } from 'typebox/value'
import { type App, type AppDeps, buildApp } from '../app/app.ts'
import { openChangeBus } from '../changes.ts'
import { paymentDepsOf } from '../jobs/payment-deps.ts'
import { workOff } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { replayEvents } from '../money/webhooks/replay-events.ts'
import { openGateHub } from '../operations/gates/gate-hub.ts'
import { openGateDrivers } from '../operations/gates/open-driver.ts'
import { openVendors } from '../people/connectors/open-vendors.ts'
import { watchProviderKey } from '../platform/alerts/watch-provider-key.ts'
import { checkDatabase } from '../platform/health/database-checks.ts'
import { measureDatabase } from '../platform/observability/figures.ts'
import { observe } from '../platform/observability/observe.ts'
import { statementWatcher } from '../platform/observability/statements.ts'
import { watchedHttpClient } from '../platform/observability/watch-provider.ts'
import { openMessaging } from '../platform/push/open-messaging.ts'
import { loadSecrets } from '../secrets.ts'
import { connectStripe, type StripeAddress } from '../stripe.ts'
import { Traffic } from '../traffic.ts'
import { type TestPorts, testPorts } from './clock.ts'

export type StandIn = Awaited<ReturnType<typeof createStripeStandIn>>

/** The API on its own database with the Stripe stand-in, called through a real socket. */
export interface TestApi {
  base: string
  app: App
  deps: AppDeps
  ports: TestPorts
  standIn: StandIn
  /** The log lines from `warn` on. */
  lines: Record<string, unknown>[]
  /** The URL of the database's owner, for what the application's role may not do. */
  owner_url: string
  /** Calls a route with a bearer token or anonymously. */
  call<R extends Route>(route: R, input: Input<R>, token?: string | null): Promise<Output<R>>
  /** Calls a route and returns its error. Fails if the call succeeds. */
  refusal<R extends Route>(
    route: R,
    input: Input<R>,
    token?: string | null,
  ): Promise<ErrorBody & { status: number }>
  /** Runs all pending jobs and delivers the stand-in's webhooks. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the API. `provider` replaces the stand-in with a real card provider, which has its own clock and data. `now`
 * sets the clock for tests that depend on another server's. `more` sets where log lines go and through which address
 * the database is reached, which stand-in for messages may be called, and a database other than an empty one.
 *
 * A process keeps the modules of all its test files, and each of them keeps its API. A closed one lets go of what it was made of.
 */
export async function testApi(...order: Parameters<typeof startApi>): Promise<TestApi> {
  let open: TestApi | null = await startApi(...order)
  const running = (): TestApi => {
    if (open === null) throw new Error('This API was closed.')
    return open
  }
  const { base, ports, lines, owner_url } = open
  return {
    base,
    ports,
    lines,
    owner_url,
    get app() {
      return running().app
    },
    get deps() {
      return running().deps
    },
    get standIn() {
      return running().standIn
    },
    call: (...what) => running().call(...what),
    refusal: (...what) => running().refusal(...what),
    runJobs: () => running().runJobs(),
    async close() {
      const closing = running()
      await closing.close()
      open = null
    },
  }
}

async function startApi(
  env: Record<string, string> = {},
  provider: StripeAddress | null = null,
  now: Date | null = null,
  more: {
    log?: (line: string) => void
    through?: (database_url: string) => Promise<string>
    stand_in?: { address: string; port: number }
    database?: TestDatabase
  } = {},
): Promise<TestApi> {
  const own = more.database ?? (await testDatabase())
  const ports = provider ? testPorts(lastHalfHour(), randomUUID()) : testPorts(now?.toISOString())
  const started_at = ports.now()
  const settings: Settings = readSettings({
    LOG_LEVEL: 'fatal',
    PORT: '0',
    // A test may set its IP address in `X-Forwarded-For`.
    OPENSPOT_TRUSTED_PROXIES: '1',
    OPENSPOT_PUZZLE_COST: '50',
    OPENSPOT_PASSWORD_COST: '4',
    // Only the tests of search load it.
    OPENSPOT_SEARCH_INDEX: '0',
    ...env,
  })
  const { log: write, through } = more
  const lines: Record<string, unknown>[] = []
  // Keep the lines for the test instead of printing them.
  const keep = (line: string) => void lines.push(JSON.parse(line))
  const log = createLog(write ? settings : { log_level: 'warn' }, { write: write ?? keep })
  const watch = await observe(settings, { version: 'test', commit: null }, log, ports)
  const url = through ? await through(own.url) : own.url
  const database = await connectDatabase(url, 8, { watcher: statementWatcher(settings, log, watch.tracing) })
  const standIn = await createStripeStandIn({
    database_url: own.owner_url,
    clock: { now: () => ports.now() },
    background: false,
  })
  const at = new URL(await standIn.listen({ host: '127.0.0.1', port: 0 }))
  const stripe = connectStripe(
    provider ?? {
      secret_key: 'sk_test_openspot_tests',
      host: { host: '127.0.0.1', port: Number(at.port), protocol: 'http' },
    },
    watchedHttpClient(watch.metrics, watch.tracing),
  )
  // The stand-in needs no time to recover: half a second before each retry is most of the time of a test with faults.
  if (provider === null) Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0.005 })
  const secrets = await loadSecrets(database, ports, null)
  const changes = await openChangeBus(database, log)
  const gates = openGateHub(
    { settings, database, ports, secrets, changes, log },
    await openGateDrivers(settings.gates, { ports, secrets }),
  )
  const deps: AppDeps = {
    settings,
    database,
    ports,
    stripe,
    stripe_webhook_secret: '',
    stripe_connect_webhook_secret: '',
    card_form: null,
    secrets,
    changes,
    gates,
    // Nobody waits for a vendor that is tried again.
    vendors: openVendors(settings, ports, { wait: async () => {} }),
    messaging: openMessaging(settings, ports, { stand_in: more.stand_in }),
    traffic: new Traffic(database.pool, ports),
    ...watch,
  }
  watchProviderKey(deps)
  measureDatabase(watch.metrics, deps)
  checkDatabase(deps)
  const app = await buildApp(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  if (!provider) {
    const endpoint = await stripe.webhookEndpoints.create({
      url: `${base}/api/webhooks/stripe`,
      enabled_events: ['*'],
    })
    app.stripe_webhook_secret = endpoint.secret ?? ''
    const connect = await stripe.webhookEndpoints.create({
      url: `${base}/api/webhooks/stripe/connect`,
      enabled_events: ['*'],
      connect: true,
    })
    app.stripe_connect_webhook_secret = connect.secret ?? ''
  }

  const options = (token: string | null | undefined): CallOptions => ({
    base,
    headers: { 'x-openspot-client': 'app', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  return {
    base,
    app,
    deps,
    ports,
    standIn,
    lines,
    owner_url: own.owner_url,
    async call(route, input, token) {
      const answer = await answerOf(route, call(route, input, options(token))).catch((error: unknown) => {
        throw withLoggedCause(error, lines)
      })
      checkAnswer(route, answer)
      return answer
    },
    async refusal(route, input, token) {
      try {
        await answerOf(route, call(route, input, options(token)))
      } catch (error) {
        if (error instanceof CallError) return { ...error.body, status: error.status }
        throw error
      }
      throw new Error(`${route.method} ${route.url} was expected to be refused and succeeded.`)
    },
    async runJobs() {
      if (provider) {
        // The provider cannot call us, so fetch its events.
        await replayEvents(paymentDepsOf(deps), started_at)
        await workOff(deps)
        return
      }
      await standIn.deliverDueWebhooks()
      await workOff(deps)
      await standIn.deliverDueWebhooks()
      await workOff(deps)
    },
    async close() {
      await app.close()
      await watch.tracing?.close()
      await deps.gates.close()
      await deps.changes.close()
      await standIn.close()
      await database.close()
      await own.drop()
    },
  }
}

/** The last half hour, because bookings begin on half hours. */
const lastHalfHour = () => new Date(Math.floor(Date.now() / 1_800_000) * 1_800_000).toISOString()

/** Adds what the server logged to an error whose own text doesn't say its cause. */
function withLoggedCause(error: unknown, lines: readonly Record<string, unknown>[]): unknown {
  if (error instanceof CallError && ['internal', 'unavailable'].includes(error.body.code))
    error.message += ` ${JSON.stringify(lines.find((line) => line['request_id'] === error.body.request_id))}`
  return error
}

/** Checks that every error code in every test is listed in the contract of the route. */
async function answerOf<T>(route: Route, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof CallError) || errorsOf(route).includes(error.body.code)) throw error
    throw new Error(`${route.method} ${route.url} does not list the error code ${error.body.code}.`, {
      cause: error,
    })
  }
}

/** Checks that every response in every test matches its schema. */
function checkAnswer(route: Route, answer: unknown): void {
  const schemas = Object.entries(route.schema.response).flatMap(([status, schema]) =>
    Number(status) < 300 ? [schema] : [],
  )
  if (schemas.some((schema) => Value.Check(schema, answer ?? null) && isItsFile(schema, answer))) return
  const [first] = schemas.flatMap((schema) => [...Value.Errors(schema, answer ?? null)])
  throw new Error(`${route.method} ${route.url} answers otherwise than it says: ${JSON.stringify(first)}`)
}

/** Returns whether a file has a content type of the schema, or that neither exists. */
function isItsFile(schema: object, answer: unknown): boolean {
  const kinds = 'content' in schema ? Object.keys(schema.content ?? {}) : []
  // Without the charset of a text.
  return answer instanceof File ? kinds.includes(answer.type.split(';')[0] ?? '') : kinds.length === 0
}
