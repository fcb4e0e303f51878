import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { receiveStripeConnectEvent, receiveStripeEvent } from '@openspot/contract/webhooks.ts'
import type { FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { refuse } from '../errors.ts'
import { keepEvent } from './keep-event.ts'

const toleranceSeconds = 300

export const webhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // The signature is over the bytes as they came: nothing may read and write them anew before it is checked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: 1_000_000 },
    (_request, body, done) => done(null, body),
  )

  app.route({
    ...receiveStripeEvent,
    handler: (request) => keep(read(request, app.stripe_webhook_secret, false)),
  })
  app.route({
    ...receiveStripeConnectEvent,
    handler: (request) => keep(read(request, app.stripe_connect_webhook_secret, true)),
  })

  async function keep(event: Stripe.Event): Promise<{ received: true }> {
    await keepEvent(app, event)
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
      // The library looks at the age alone; a date in the future is as wrong.
      const at = Number(/t=(\d+)/.exec(signature)?.[1])
      const isOfNow = Math.abs(now.getTime() / 1000 - at) <= toleranceSeconds
      // Neither secret opens the other's door: an event of an account comes through that of the accounts.
      if (isOfNow && (event.account !== undefined) === isConnect) return event
    } catch {
      // Refused below, without saying what was wrong with it.
    }
    return refuse('request_invalid', { field: 'stripe-signature', message: 'The signature does not fit.' })
  }
}
