import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Route } from '@openspot/contract/route.ts'
import type { AlertEvent } from '@openspot/core/alert-events.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Db } from '@openspot/db/database.ts'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import type Stripe from 'stripe'
import { bookingRoutes } from '../booking/routes.ts'
import { openSearchIndex } from '../booking/search/open-index.ts'
import type { SearchIndex } from '../booking/search/search-index.ts'
import type { ChangeBus } from '../changes.ts'
import type { Deps } from '../deps.ts'
import type { GateHub } from '../gates.ts'
import { identityRoutes } from '../identity/routes.ts'
import { lotsRoutes } from '../lots/routes.ts'
import type { Messaging } from '../messaging.ts'
import { moneyRoutes } from '../money/routes.ts'
import { operationsRoutes } from '../operations/routes.ts'
import { peopleRoutes } from '../people/routes.ts'
import { alert, resolveAlert } from '../platform/alerts/alert.ts'
import { countCalls } from '../platform/analytics/count-calls.ts'
import type { Health } from '../platform/health/health.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { SentryTraces } from '../platform/observability/sentry-traces.ts'
import type { Tracing } from '../platform/observability/tracing.ts'
import { watchRequests } from '../platform/observability/watch-requests.ts'
import { outboxRoutes } from '../platform/outbox/outbox.routes.ts'
import { platformRoutes } from '../platform/routes.ts'
import { decideAccess } from '../plugins/access.ts'
import { mayNameRequest, readCallerAddress } from '../plugins/caller-address.ts'
import { type Client, readClient } from '../plugins/client.ts'
import { refuseUnreadable } from '../plugins/client-errors.ts'
import { compressReads } from '../plugins/compress.ts'
import { refuseCrossSite } from '../plugins/cross-site.ts'
import { writeErrors } from '../plugins/errors.ts'
import { keepIdempotency } from '../plugins/idempotency.ts'
import { holdLimits, holdPersonalLimits } from '../plugins/limits.ts'
import { openDocs, publishOpenApi } from '../plugins/openapi.ts'
import { refuseUnwritable } from '../plugins/reject-unstorable-text.ts'
import { requestIdOf } from '../plugins/request-ids.ts'
import { dataPolicy, hsts } from '../plugins/safe-headers.ts'
import { serializers } from '../plugins/serialization.ts'
import { shedLoad } from '../plugins/shedding.ts'
import { closeSchemas, validators } from '../plugins/validation.ts'
import { hidePaymentDetails } from '../plugins/view-only.ts'
import type { Ports } from '../ports.ts'
import type { Secrets } from '../secrets.ts'
import type { CardForm } from '../stripe.ts'
import type { VendorNetwork } from '../vendors.ts'

/** The dependencies of the API. */
export interface AppDeps extends Deps {
  stripe_webhook_secret: string
  /** For the events of payout accounts. */
  stripe_connect_webhook_secret: string
  /** Null if cards are entered on the provider's own page. */
  card_form: CardForm | null
  metrics: Metrics
  /** Null if tracing is disabled. */
  tracing: Tracing | null
  /** The part of it that sends to Sentry; null without a DSN. */
  sentry_traces: SentryTraces | null
  health: Health
}

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings
    db: Db
    pool: pg.Pool
    ports: Ports
    stripe: Stripe
    stripe_webhook_secret: string
    stripe_connect_webhook_secret: string
    card_form: CardForm | null
    secrets: Secrets
    changes: ChangeBus
    /** Null if it is turned off. */
    search_index: SearchIndex | null
    gates: GateHub
    vendors: VendorNetwork
    messaging: Messaging
    metrics: Metrics
    health: Health
    secure_cookies: boolean
    /** Alerts the operator, at most once an hour per event. Never throws. */
    alert(about: { event: AlertEvent; summary: string }): Promise<void>
    resolveAlert(event: AlertEvent): Promise<void>
  }
  interface FastifyContextConfig extends Partial<Route['config']> {}
  interface FastifyRequest {
    client: Client
  }
}

/** Builds the API, also for tests. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { settings, database, ports } = deps
  // Use the framework's type, so that plugins need not name pino's.
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: (raw) => requestIdOf(raw, ports, mayNameRequest(settings, deps.secrets)),
    routerOptions: { ignoreTrailingSlash: true },
    // The framework's defaults let a slow or deep body last forever.
    bodyLimit: 100_000,
    requestTimeout: 10_000,
    connectionTimeout: 15_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable(ports),
    ajv: { customOptions: { allErrors: false } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('settings', settings)
  app.decorate('db', database.db)
  app.decorate('pool', database.pool)
  app.decorate('ports', ports)
  app.decorate('stripe', deps.stripe)
  app.decorate('stripe_webhook_secret', deps.stripe_webhook_secret)
  app.decorate('stripe_connect_webhook_secret', deps.stripe_connect_webhook_secret)
  app.decorate('card_form', deps.card_form)
  app.decorate('secrets', deps.secrets)
  app.decorate('changes', deps.changes)
  app.decorate('gates', deps.gates)
  app.decorate('vendors', deps.vendors)
  app.decorate('messaging', deps.messaging)
  app.decorate('metrics', deps.metrics)
  app.decorate('health', deps.health)
  app.decorate('search_index', openSearchIndex(app, deps.database.direct_url))
  app.decorate('alert', (about: { event: AlertEvent; summary: string }) => alert(deps, about))
  app.decorate('resolveAlert', (event: AlertEvent) => resolveAlert(deps, event))
  app.decorate('secure_cookies', settings.public_url.startsWith('https:'))

  // Reject `text/plain`: cross-site forms can send it without a preflight (CSRF).
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validators)
  app.setSerializerCompiler(serializers)
  closeSchemas(app)
  writeErrors(app)
  watchRequests(app, deps)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(app.secure_cookies ? { 'strict-transport-security': hsts } : {}),
      ...(reply.hasHeader('content-security-policy') ? {} : { 'content-security-policy': dataPolicy }),
      ...(reply.hasHeader('cache-control') ? {} : { 'cache-control': 'no-store' }),
    })
    done()
  })
  await compressReads(app)
  readCallerAddress(app)
  await app.register(cookie)
  shedLoad(app)
  readClient(app)
  refuseCrossSite(app, settings.public_url)
  holdLimits(app)
  openDocs(app)
  refuseUnwritable(app)
  decideAccess(app)
  hidePaymentDetails(app)
  holdPersonalLimits(app)
  keepIdempotency(app)
  countCalls(app)
  await publishOpenApi(app)

  for (const routes of [
    ...identityRoutes,
    ...peopleRoutes,
    ...lotsRoutes,
    ...bookingRoutes,
    ...moneyRoutes,
    ...operationsRoutes,
    ...platformRoutes,
  ]) {
    await app.register(named(routes))
  }
  if (settings.environment === 'local') await app.register(outboxRoutes)
  await app.ready()
  return app
}

/** Fastify looks for the name of a plugin in all modules that were ever required, unless the plugin tells it: 40 ms for all of ours. */
const named = <T extends { name: string }>(plugin: T): T =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: plugin.name })
