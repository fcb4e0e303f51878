import { Type } from 'typebox'
import { route } from '../route.ts'

const response = { 200: Type.Object({ received: Type.Literal(true) }) }

export const receiveStripeEventRoute = route({
  method: 'POST',
  url: '/api/webhooks/stripe',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Receive events from the payment provider, signed over the raw body',
    tags: ['webhooks'],
    response,
  },
})

export const receiveStripeConnectEventRoute = route({
  method: 'POST',
  url: '/api/webhooks/stripe/connect',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Receive events about payout accounts, signed with a separate secret',
    tags: ['webhooks'],
    response,
  },
})
