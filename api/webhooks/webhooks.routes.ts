import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { receiveStripeConnectEvent, receiveStripeEvent } from '@openspot/contract/webhooks.ts'
import type { FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { refuse } from '../errors.ts'

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

  /** Kept first, worked on later: whatever happens to us now, the event is not lost, and it is taken in once. */
  async function keep(event: Stripe.Event): Promise<{ received: true }> {
    await app.pool.query(
      `with kept as (
         insert into webhook_events (id, type, payload, received_at) values ($1, $2, $3, $4) on conflict do nothing returning id)
       select graphile_worker.add_job('read_stripe_event', json_build_object('event_id', id), max_attempts => 25) from kept`,
      [event.id, event.type, JSON.stringify(event), app.ports.now().toISOString()],
    )
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
    return refuse('request_invalid', { message: 'The signature does not fit.' })
  }
}
