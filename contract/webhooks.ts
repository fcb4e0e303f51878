import { Type } from 'typebox'
import { route } from './route.ts'

export const receiveStripeEvent = route({
  method: 'POST',
  url: '/api/webhooks/stripe',
  config: { access: ['anonymous'] },
  schema: {
    summary: 'Events of the card provider, signed over the raw body',
    tags: ['webhooks'],
    response: { 200: Type.Object({ received: Type.Literal(true) }) },
  },
})
