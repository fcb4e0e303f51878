import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { receiveStripeConnectEventRoute, receiveStripeEventRoute } from '@openspot/contract/money/webhooks.ts'
import type { FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { refuse } from '../../errors.ts'
import { keepEvent } from './events.sql.ts'

const toleranceSeconds = 300

export const webhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // The signature covers the raw bytes, so nothing may parse them before it is checked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: 1_000_000 },
    (_request, body, done) => done(null, body),
  )

  app.route({
    ...receiveStripeEventRoute,
    handler: (request) => keep(read(request, app.stripe_webhook_secret, false)),
  })
  app.route({
    ...receiveStripeConnectEventRoute,
    handler: (request) => keep(read(request, app.stripe_connect_webhook_secret, true)),
  })

  async function keep(event: Stripe.Event): Promise<{ received: true }> {
    await keepEvent(app.pool, app.ports.now(), event)
    return { received: true }
  }

  function read(request: FastifyRequest, secret: string, isConnect: boolean): Stripe.Event {
    const body = request.body as Buffer
    const signature = String(request.headers['stripe-signature'] ?? '')
    const now = app.ports.now()
    try {
      const event = app.stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      )
      // The library checks only the age; a timestamp in the future is invalid too.
      const at = Number(/t=(\d+)/.exec(signature)?.[1])
      const isOfNow = Math.abs(now.getTime() / 1000 - at) <= toleranceSeconds
      // Account events must come to the account endpoint and all others to the main one, each with its own secret.
      if (isOfNow && (event.account !== undefined) === isConnect) return event
    } catch {
      // Rejected below, without saying what was wrong.
    }
    return refuse('request_invalid', {
      field: 'stripe-signature',
      message: (t) => t('apiErrors.request.signature'),
    })
  }
}
