import type { FastifyInstance } from 'fastify'
import { createMethod } from '../objects/payment-methods.ts'
import { ApiError } from '../protocol/errors.ts'
import { parseForm } from '../protocol/form.ts'
import { type Context, workOn } from '../state/context.ts'
import { inTransaction, type Work } from '../state/work.ts'
import { cardOf, fieldOf, type Wrong, wrongWithCard } from './checkout-form.ts'
import { framePageIn, frameScript, shopScript } from './elements-script.ts'
import { frameStyle } from './elements-style.ts'
import { word } from './visit.ts'

/** The headers of a frame: shown in the pages of any shop, it sends what is entered only to this server. */
export const framePolicy = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The card form on the shop's own page: a script that the shop loads, and a frame of ours in which the card is entered, so that its
 * number never reaches the shop. https://docs.stripe.com/payments/payment-element
 */
export function addElements(app: FastifyInstance, context: Context): void {
  const script = 'text/javascript; charset=utf-8'
  app.get('/stand-in/elements.js', (_request, reply) =>
    reply.type(script).send(shopScript(context.env.public_url())),
  )
  app.get('/stand-in/elements-frame.js', (_request, reply) => reply.type(script).send(frameScript))
  app.get('/stand-in/elements.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(frameStyle),
  )
  app.get<{ Querystring: { locale?: string } }>('/elements/card', (request, reply) =>
    reply
      .headers(framePolicy)
      .type('text/html; charset=utf-8')
      .send(framePageIn(request.query.locale ?? 'en').text),
  )
  app.post('/elements/card', async (request, reply) => {
    const form = parseForm(typeof request.body === 'string' ? request.body : '')
    const outcome = await inTransaction(context.pool, (client) =>
      enter(workOn(context, client, context.env.platform), {
        number: word(form, 'number'),
        expiry: word(form, 'expiry'),
        cvc: word(form, 'cvc'),
        isOnlyChecked: word(form, 'only_check') === '1',
      }),
    )
    context.changed()
    return reply.send(outcome)
  })
}

interface EnteredCard {
  number: string
  expiry: string
  cvc: string
  isOnlyChecked: boolean
}

/** Makes a payment method of the card, or only checks what is entered. */
async function enter(
  work: Work,
  { isOnlyChecked, ...card }: EnteredCard,
): Promise<{ payment_method: { id: string } | null; wrong: Wrong[] }> {
  const wrong = wrongWithCard(work, card)
  if (wrong.length > 0 || isOnlyChecked) return { payment_method: null, wrong }
  try {
    const { object } = await createMethod(work, {
      type: 'card',
      card: cardOf(card),
      allow_redisplay: 'limited',
    })
    return { payment_method: { id: object.id }, wrong }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { param, code, message } = error.body
    return { payment_method: null, wrong: [{ field: fieldOf(param, code), message }] }
  }
}
