import Fastify, { type FastifyInstance } from 'fastify'
import { addRoutes, toApiError } from './http/api.ts'
import { authenticate } from './http/auth.ts'
import type { Route } from './http/route.ts'
import { account_routes } from './objects/accounts.ts'
import { balance_routes } from './objects/balance.ts'
import { charge_routes } from './objects/charges.ts'
import { checkout_session_routes } from './objects/checkout-sessions.ts'
import { customer_routes } from './objects/customers.ts'
import { dispute_routes } from './objects/disputes.ts'
import { event_routes } from './objects/events.ts'
import { file_routes } from './objects/files.ts'
import { payment_intent_routes } from './objects/payment-intents.ts'
import { payment_method_routes } from './objects/payment-methods.ts'
import { payout_routes } from './objects/payouts.ts'
import { refund_routes } from './objects/refunds.ts'
import { setup_intent_routes } from './objects/setup-intents.ts'
import { transfer_routes } from './objects/transfers.ts'
import { webhook_endpoint_routes } from './objects/webhook-endpoints.ts'
import { addPages } from './pages/pages.ts'
import { parseForm } from './protocol/form.ts'
import { multipartAsForm } from './protocol/multipart.ts'
import { positive, shape } from './protocol/params.ts'
import type { Context } from './state/context.ts'

const routes: Route[] = [
  ...account_routes,
  ...balance_routes,
  ...charge_routes,
  ...checkout_session_routes,
  ...customer_routes,
  ...dispute_routes,
  ...event_routes,
  ...file_routes,
  ...payment_intent_routes,
  ...payment_method_routes,
  ...payout_routes,
  ...refund_routes,
  ...setup_intent_routes,
  ...transfer_routes,
  ...webhook_endpoint_routes,
]

export function buildServer(context: Context, log: boolean): FastifyInstance {
  const app = Fastify({
    logger: log,
    // A call that is never answered (see the fault plan) must not keep the server from closing.
    forceCloseConnections: true,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 6 * 1024 * 1024 },
    (request, body, done) =>
      done(null, multipartAsForm(Buffer.from(body), request.headers['content-type'] ?? '')),
  )
  addRoutes(app, context, routes)
  addAdvance(app, context)
  addPages(app, context)
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0] ?? ''}). This stand-in supports a part of the API; see its README.`,
      },
    }),
  )
  app.setErrorHandler((error, request, reply) => {
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
        ? error.statusCode
        : 500
    if (status >= 500) request.log.error(error)
    const message = status < 500 && error instanceof Error ? error.message : 'An unknown error occurred.'
    return reply
      .code(status)
      .send({ error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message } })
  })
  return app
}

const advance_params = shape({ seconds: positive, days: positive })

/** Not in Stripe's API: advances the stand-in's clock for manual testing. */
function addAdvance(app: FastifyInstance, context: Context): void {
  app.post('/v1/test_helpers/stand-in/advance', async (request, reply) => {
    try {
      authenticate(context, request.headers.authorization)
      const params = advance_params(parseForm(typeof request.body === 'string' ? request.body : ''), '')
      await context.advance((params.seconds ?? 0) + (params.days ?? 0) * 86_400)
      context.changed()
      return { object: 'stand_in_clock', now: context.now() }
    } catch (error) {
      const refusal = toApiError(error, request)
      return reply.code(refusal.status).send({ error: refusal.body })
    }
  })
}
