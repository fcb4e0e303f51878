import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Route } from '@openspot/contract/route.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Database, Db } from '@openspot/db/database.ts'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import type Stripe from 'stripe'
import { availabilityRoutes } from './booking/availability/availability.routes.ts'
import { monitorRoutes } from './booking/monitor/monitor.routes.ts'
import { priceRoutes } from './booking/prices/prices.routes.ts'
import { zoneRoutes } from './booking/prices/zones.routes.ts'
import { reservationRoutes } from './booking/reservations/reservations.routes.ts'
import { staffReservationRoutes } from './booking/reservations/staff.routes.ts'
import { ruleSetRoutes } from './booking/rule-sets/rule-sets.routes.ts'
import { searchRoutes } from './booking/search/search.routes.ts'
import { waitlistRoutes } from './booking/waitlist/waitlist.routes.ts'
import type { ChangeBus } from './changes.ts'
import { authRoutes } from './identity/auth/auth.routes.ts'
import { firebaseRoutes } from './identity/auth/firebase.routes.ts'
import { guestRoutes } from './identity/auth/guests.routes.ts'
import { passwordRoutes } from './identity/auth/passwords.routes.ts'
import { myDataRoutes } from './identity/my-data/my-data.routes.ts'
import { passkeyRoutes } from './identity/passkeys/passkeys.routes.ts'
import { secondFactorRoutes } from './identity/second-factors/second-factors.routes.ts'
import { sessionRoutes } from './identity/sessions/sessions.routes.ts'
import { userRoutes } from './identity/users/users.routes.ts'
import { jobRoutes } from './jobs/jobs.routes.ts'
import type { Log } from './log.ts'
import { fileRoutes } from './lots/files/files.routes.ts'
import { lotExportRoutes } from './lots/lot-export/lot-export.routes.ts'
import { lotRoutes } from './lots/lots/lots.routes.ts'
import { mapRoutes } from './lots/maps/maps.routes.ts'
import { placeRoutes } from './lots/places/places.routes.ts'
import { publicIdRoutes } from './lots/public-ids/public-ids.routes.ts'
import { redirectRoutes } from './lots/redirects/redirects.routes.ts'
import { shortLinkRoutes } from './lots/short-links/short-links.routes.ts'
import { signRoutes } from './lots/signs/signs.routes.ts'
import { lotSpotRoutes } from './lots/spots/lot-spots.routes.ts'
import { spotRoutes } from './lots/spots/spots.routes.ts'
import { accountRoutes } from './money/accounts/accounts.routes.ts'
import { adjustmentRoutes } from './money/adjustments/adjustments.routes.ts'
import { billRoutes } from './money/adjustments/bills.routes.ts'
import { earningsStatementRoutes } from './money/earnings-statements/statements.routes.ts'
import { invoiceRoutes } from './money/invoices/invoices.routes.ts'
import { paymentMethodRoutes } from './money/payment-methods/payment-methods.routes.ts'
import { payoutRoutes } from './money/payouts/payouts.routes.ts'
import { receiptRoutes } from './money/receipts/receipts.routes.ts'
import { reconciliationRoutes } from './money/reconciliation/reconciliation.routes.ts'
import { subscriptionRoutes } from './money/subscriptions/subscriptions.routes.ts'
import { webhookRoutes } from './money/webhooks/webhooks.routes.ts'
import { carRoutes } from './people/cars/cars.routes.ts'
import { lotCarRoutes } from './people/cars/lot-cars.routes.ts'
import { groupRoutes } from './people/groups/groups.routes.ts'
import { inviteRoutes } from './people/invites/invites.routes.ts'
import { membershipRoutes } from './people/memberships/memberships.routes.ts'
import { auditRoutes } from './platform/audit/audit.routes.ts'
import { emailReportRoutes } from './platform/emails/email-reports.routes.ts'
import { healthRoutes } from './platform/health/health.routes.ts'
import type { Health } from './platform/health/health.ts'
import { notificationRoutes } from './platform/notifications/notifications.routes.ts'
import type { Metrics } from './platform/observability/metrics.ts'
import { requestIdOf } from './platform/observability/request-ids.ts'
import type { Tracing } from './platform/observability/tracing.ts'
import { watchRequests } from './platform/observability/watch-requests.ts'
import { outboxRoutes } from './platform/outbox/outbox.routes.ts'
import { platformRoutes } from './platform/platform/platform.routes.ts'
import { decideAccess } from './plugins/access.ts'
import { mayNameRequest, readCallerAddress } from './plugins/caller-address.ts'
import { type Client, readClient } from './plugins/client.ts'
import { refuseCrossSite } from './plugins/cross-site.ts'
import { writeErrors } from './plugins/errors.ts'
import { keepIdempotency } from './plugins/idempotency.ts'
import { holdLimits, holdPersonalLimits } from './plugins/limits.ts'
import { openDocs, publishOpenApi } from './plugins/openapi.ts'
import { dataPolicy, hsts } from './plugins/safe-headers.ts'
import { shedLoad } from './plugins/shedding.ts'
import { refuseUnreadable } from './plugins/unreadable.ts'
import { refuseUnwritable } from './plugins/unwritable.ts'
import { closeSchemas, validators } from './plugins/validation.ts'
import type { Ports } from './ports.ts'
import type { Secrets } from './secrets.ts'

/** The dependencies of the API. */
export interface Foundation {
  settings: Settings
  database: Database
  ports: Ports
  stripe: Stripe
  stripe_webhook_secret: string
  /** For the events of payout accounts. */
  stripe_connect_webhook_secret: string
  secrets: Secrets
  changes: ChangeBus
  log: Log
  metrics: Metrics
  /** Null if tracing is disabled. */
  tracing: Tracing | null
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
    secrets: Secrets
    changes: ChangeBus
    metrics: Metrics
    health: Health
    secure_cookies: boolean
  }
  interface FastifyContextConfig extends Partial<Route['config']> {}
  interface FastifyRequest {
    client: Client
  }
}

/** Builds the API, also for tests. */
export async function buildApp(foundation: Foundation): Promise<App> {
  const { settings, database, ports } = foundation
  // Use the framework's type, so that plugins need not name pino's.
  const loggerInstance: FastifyBaseLogger = foundation.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: (raw) => requestIdOf(raw, ports, mayNameRequest(settings, foundation.secrets)),
    routerOptions: { ignoreTrailingSlash: true },
    // The framework's defaults let a slow or deep body last forever.
    bodyLimit: 100_000,
    requestTimeout: 10_000,
    connectionTimeout: 15_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable(ports),
    ajv: { customOptions: { allErrors: false } },
    // Responses are not validated again, because names were checked on input.
    serializerOpts: { ajv: { formats: { 'plain-name': true } } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('settings', settings)
  app.decorate('db', database.db)
  app.decorate('pool', database.pool)
  app.decorate('ports', ports)
  app.decorate('stripe', foundation.stripe)
  app.decorate('stripe_webhook_secret', foundation.stripe_webhook_secret)
  app.decorate('stripe_connect_webhook_secret', foundation.stripe_connect_webhook_secret)
  app.decorate('secrets', foundation.secrets)
  app.decorate('changes', foundation.changes)
  app.decorate('metrics', foundation.metrics)
  app.decorate('health', foundation.health)
  app.decorate('secure_cookies', settings.public_url.startsWith('https:'))

  // Reject `text/plain`: cross-site forms can send it without a preflight (CSRF).
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validators())
  closeSchemas(app)
  writeErrors(app)
  watchRequests(app, foundation)
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(app.secure_cookies ? { 'strict-transport-security': hsts } : {}),
      ...(reply.hasHeader('content-security-policy') ? {} : { 'content-security-policy': dataPolicy }),
      ...(reply.hasHeader('cache-control') ? {} : { 'cache-control': 'no-store' }),
    })
  })
  readCallerAddress(app)
  await app.register(cookie)
  shedLoad(app)
  readClient(app)
  refuseCrossSite(app, settings.public_url)
  holdLimits(app)
  openDocs(app)
  refuseUnwritable(app)
  decideAccess(app)
  holdPersonalLimits(app)
  keepIdempotency(app)
  await publishOpenApi(app)

  for (const routes of [
    healthRoutes,
    authRoutes,
    firebaseRoutes,
    guestRoutes,
    passwordRoutes,
    passkeyRoutes,
    secondFactorRoutes,
    sessionRoutes,
    myDataRoutes,
    userRoutes,
    platformRoutes,
    jobRoutes,
    auditRoutes,
    placeRoutes,
    searchRoutes,
    lotRoutes,
    lotExportRoutes,
    publicIdRoutes,
    redirectRoutes,
    ruleSetRoutes,
    spotRoutes,
    lotSpotRoutes,
    availabilityRoutes,
    priceRoutes,
    zoneRoutes,
    fileRoutes,
    mapRoutes,
    shortLinkRoutes,
    signRoutes,
    carRoutes,
    lotCarRoutes,
    membershipRoutes,
    groupRoutes,
    inviteRoutes,
    paymentMethodRoutes,
    reservationRoutes,
    staffReservationRoutes,
    waitlistRoutes,
    notificationRoutes,
    emailReportRoutes,
    invoiceRoutes,
    receiptRoutes,
    earningsStatementRoutes,
    adjustmentRoutes,
    billRoutes,
    accountRoutes,
    payoutRoutes,
    subscriptionRoutes,
    reconciliationRoutes,
    monitorRoutes,
    webhookRoutes,
  ]) {
    await app.register(routes)
  }
  if (settings.environment === 'local') await app.register(outboxRoutes)
  await app.ready()
  return app
}
