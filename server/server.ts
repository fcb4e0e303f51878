import { type App, type AppDeps, buildApp } from '@openspot/api/app/app.ts'
import { startWorker } from '@openspot/api/jobs/worker.ts'
import { createLog, type Log } from '@openspot/api/log.ts'
import { loadPlaces } from '@openspot/api/lots/places/load-places.ts'
import { watchPlatform } from '@openspot/api/platform/alerts/watch-platform.ts'
import { reportErrors } from '@openspot/api/platform/error-monitoring/report-errors.ts'
import { storeMaps } from '@openspot/api/platform/error-monitoring/store-maps.ts'
import { atMostEvery } from '@openspot/api/platform/health/deadline.ts'
import { pushKey } from '@openspot/api/platform/notifications/settings.ts'
import type { Observability } from '@openspot/api/platform/observability/observe.ts'
import { releaseOf } from '@openspot/api/platform/observability/release.ts'
import { type Ports, realPorts } from '@openspot/api/ports.ts'
import { loadSecrets, secretsFrom } from '@openspot/api/secrets.ts'
import { reportSettingsOf } from '@openspot/core/error-monitoring/page-settings.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { readLimits } from '@openspot/db/session-limits.ts'
import type { MessagingServer } from '@openspot/messaging-stand-in/server.ts'
import { alertOperator } from './alert-operator.ts'
import { createDeps } from './app-deps.ts'
import { cardFormOf } from './card-form.ts'
import { answerWith, apiHandler, type Parts, unavailableApi } from './front.ts'
import { atPort, closeServer, listen } from './listen.ts'
import { reportLostApis } from './lost-apis.ts'
import { startMessaging } from './messaging.ts'
import { appRoleOf, type DatabaseAddress } from './open-database.ts'
import { checkRendering } from './pages-answer.ts'
import { postEnvelopes } from './post-envelope.ts'
import { refuseDemoAccounts } from './refuse-demo.ts'
import { listenForPages, relayTo } from './relay.ts'
import { requestHealth, startWatching, untilCalm, versionsOf } from './start-watching.ts'
import { type StripeAccess, startStripeStandIn } from './stripe-stand-in.ts'
import { startVendors } from './vendors.ts'
import { versionOfCheckout } from './version.ts'
import { prepareWeb } from './web.ts'

export interface RunningServer {
  url: string
  /** Dependencies of API and worker; null in a process that serves only the web. */
  deps: AppDeps | null
  /** The stand-in for pushes and texts in the local environment. */
  messaging: MessagingServer | null
  /** Answers a request as this process does, without its port. */
  answer: RequestHandler
  close(): Promise<void>
}

type RequestHandler = ReturnType<typeof answerWith>
type Undo = (() => Promise<void>)[]
interface Start {
  settings: Settings
  port: number
  ports: Ports
  print: (line: string) => void
  watch: Observability
}

/**
 * Starts the configured roles on one port: API, web, and job worker. In the local environment without a Stripe key, it
 * also starts the Stripe stand-in; there it always starts the one for property-management systems. `database` is null if only the web is served. `signal` cancels a start between two
 * steps or during the build of the web; what was started is closed. `beforeReady` runs last, while nobody waits for answers yet.
 */
export async function startServer(
  given: Settings,
  database: DatabaseAddress | null,
  print: (line: string) => void,
  log: Log = createLog(given),
  ports: Ports = realPorts,
  signal: AbortSignal = new AbortController().signal,
  beforeReady: () => void = () => {},
): Promise<RunningServer> {
  const undo: Undo = []
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    // The port first: if it is taken, that is known before anything else starts.
    const { server, port } = await listen(given, ports)
    undo.push(() => closeServer(server))
    let watching: Observability | null = null
    const relay = relaysOf(given, log, ports, () => watching?.metrics ?? null)
    const settings = await reachApi(atPort(given, port), relay, undo)
    const watch = await startWatching(settings, undo, log)
    watching = watch
    const start: Start = { settings, port, ports, print, watch }
    // From now on, requests are answered by whatever has started so far.
    const parts: Parts = { app: null, api: unavailableApi, web: null, secrets: null, card_form: null }
    const answer = answerWith(start, parts)
    server.on('request', answer)
    if (database !== null) watch.health.add('database', () => 'starting')
    if (settings.roles.web) {
      const check = atMostEvery(
        1000,
        () => ports.now(),
        async () => {
          const { web } = parts
          return web ? checkRendering((request, response) => web.handle(request, response)) : 'building'
        },
      )
      watch.health.add('web', () => (parts.web ? check() : 'building'))
    }
    const back = database === null ? null : await startBack(start, database, undo)
    signal.throwIfAborted()
    // Processes without a shared secret cannot prove to each other for whom they call; then the web acts as another
    // proxy.
    parts.secrets = back?.deps.secrets ?? (settings.secret === null ? null : secretsFrom(settings.secret))
    parts.card_form = back?.deps.card_form ?? cardFormOf(settings)
    parts.app = back?.app ?? null
    parts.api = relay ?? apiHandler(parts.app)
    if (settings.roles.web && !parts.app) watch.health.add('api', () => requestHealth(settings, ports))
    undo.push(startReports(start, parts.app))
    if (settings.roles.worker && back) undo.push(await startWorker(back.deps))
    if (settings.roles.web) {
      // The pages' server code calls the API, which must answer by then.
      const prepared = await prepareWeb(settings, port, print, signal)
      undo.push(() => prepared.close())
      await untilCalm(ports)
      parts.web = prepared
    }
    beforeReady()
    await untilCalm(ports)
    // On a developer's machine each build would add to the database.
    if (back && settings.environment !== 'local')
      void storeMaps({ log: watch.log, ports, database: back.deps.database }, releaseOf(versionOfCheckout()))
    watch.log.info({ url: settings.public_url }, 'ready')
    undo.push(async () => watch.log.info('stopping'))
    return {
      url: settings.public_url,
      deps: back?.deps ?? null,
      messaging: back?.messaging ?? null,
      answer,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The relay to the servers of the API in a process that serves only the web; null in others. */
const relaysOf = (
  settings: Settings,
  log: Log,
  ports: Ports,
  metrics: () => Observability['metrics'] | null,
) =>
  settings.roles.api || !settings.roles.web
    ? null
    : relayTo(settings.api_urls, {
        patience: { answer_ms: settings.api_answer_seconds * 1000 },
        onChange: reportLostApis({
          log,
          metrics,
          alert: (problem) => alertOperator({ settings, log, ports, database: null }, problem),
        }),
      })

/** What calls the API from this process calls one address, also if there are several. */
async function reachApi(
  settings: Settings,
  relay: ReturnType<typeof relaysOf>,
  undo: Undo,
): Promise<Settings> {
  if (relay === null || settings.api_urls.length === 1) return settings
  const own = await listenForPages(relay)
  undo.push(own.close)
  return { ...settings, api_url: own.url }
}

/** From now on, every error that is logged is reported. */
const startReports = ({ settings, ports, watch }: Start, app: App | null) =>
  reportErrors({
    ...watch,
    ports,
    settings: reportSettingsOf(settings, releaseOf(versionOfCheckout())),
    is_worker: !settings.roles.api && !settings.roles.web,
    post: postEnvelopes(app, settings, ports),
  })

/** Starts everything that depends on the database: migrations, card provider, and API. */
async function startBack(
  { settings, port, ports, print, watch }: Start,
  database: DatabaseAddress,
  undo: Undo,
): Promise<{ deps: AppDeps; app: App | null; messaging: MessagingServer | null }> {
  await migrate(database.owner_url, print, appRoleOf(database))
  const stripe = await reachStripe(settings, database, ports, port)
  undo.push(() => stripe.close())
  const vendors = await startVendors(settings, ports)
  undo.push(() => vendors.close())
  const messaging = await startMessaging(settings, ports)
  undo.push(() => messaging.close())
  const deps = await createDeps(settings, database.url, stripe, ports, {
    watch,
    vendors: vendors.net,
    messaging: messaging.messaging,
    direct_url: database.direct_url,
  })
  undo.push(() => deps.close())
  // Browsers subscribe with it, so it exists from the first start on.
  await pushKey({ log: watch.log, pool: deps.database.pool, ports, secrets: deps.secrets })
  watch.log.info(
    { ...(await versionsOf(deps.database)), ...(await readLimits(deps.database.pool)) },
    'database',
  )
  undo.push(watchPlatform(deps))
  await refuseDemoAccounts(settings, deps.database)
  const places = await loadPlaces(deps.database)
  if (places > 0) print(`places: ${places} cities and ZIP codes for search`)
  const app = settings.roles.api ? await buildApp(deps) : null
  if (app) undo.push(() => app.close())
  return { deps, app, messaging: messaging.stand_in }
}

async function reachStripe(
  settings: Settings,
  address: DatabaseAddress,
  ports: Ports,
  port: number,
): Promise<StripeAccess> {
  const { secret_key, webhook_secret, connect_webhook_secret, stand_in_port } = settings.stripe
  if (secret_key !== null) {
    return {
      address: { secret_key },
      webhook_secret: webhook_secret ?? '',
      connect_webhook_secret: connect_webhook_secret ?? '',
      card_form: cardFormOf(settings),
      close: async () => {},
    }
  }
  const database = await connectDatabase(address.direct_url ?? address.url, 1)
  const secrets = await loadSecrets(database, ports, settings.secret, settings.previous_secrets)
  await database.close()
  // A substitute vendor with its own schema, which is not accessible to the application role.
  return startStripeStandIn(address.owner_url, ports, {
    port: stand_in_port,
    public_url: settings.public_url,
    // Only a process that can receive events subscribes to them.
    webhook_url: settings.roles.api ? `http://127.0.0.1:${port}/api/webhooks/stripe` : null,
    webhook_secret: `whsec_${secrets.keyFor('stand-in webhook')}`,
    connect_webhook_secret: `whsec_${secrets.keyFor('stand-in connect webhook')}`,
  })
}
