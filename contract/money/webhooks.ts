import { Type } from 'typebox'
import { route } from '../route.ts'

const response = { 200: Type.Object({ received: Type.Literal(true) }) }

export const receiveStripeEventRoute = route({
  method: 'POST',
  url: '/api/webhooks/stripe',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Events of the card provider, signed over the raw body',
    tags: ['webhooks'],
    response,
  },
})

export const receiveStripeConnectEventRoute = route({
  method: 'POST',
  url: '/api/webhooks/stripe/connect',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Events of the accounts that are paid out to, signed with a secret of their own',
    tags: ['webhooks'],
    response,
  },
})
