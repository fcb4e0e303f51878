import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { cancelUrl, type Step, submit, successUrl } from '../objects/checkout-flow.ts'
import { ApiError } from '../protocol/errors.ts'
import type { Context } from '../state/context.ts'
import { find, type Stored } from '../state/store.ts'
import { cardNumbered } from '../state/test-methods.ts'
import type { Work } from '../state/work.ts'
import { type Entered, fieldOf, methodFrom, readForm, type Wrong } from './checkout-form.ts'
import { checkoutPage } from './checkout-view.ts'
import { message, sendPage } from './layout.ts'
import { notFound, type Outcome, page, redirect, type Visit, word } from './visit.ts'

/** The hosted payment page: https://docs.stripe.com/payments/checkout */
export function addCheckout(app: FastifyInstance, context: Context): void {
  page(app, context, '/pay/:id', {
    get: async (work, visit) => {
      const session = await find(work, 'checkout.session', visit.id)
      if (!session) return notFound
      const ended = endOf(session.object)
      if (ended) return ended
      return show(200, session, prefilled(work, session.object, visit), await lastError(work, session.object))
    },
    post: async (work, visit) => {
      const session = await find(work, 'checkout.session', visit.id, true)
      if (!session) return notFound
      const ended = endOf(session.object)
      if (ended) return ended
      const { entered, wrong } = readForm(work, session.object, visit.form)
      if (wrong.length > 0) return show(400, session, entered, wrong)
      return attempt(work, session, entered)
    },
  })
}

/** The page may be revisited after it is complete, from the browser history or a second tab. */
function endOf(session: Stripe.Checkout.Session): Outcome | undefined {
  if (session.status === 'complete') return redirect(successUrl(session))
  if (session.status !== 'expired') return undefined
  const back = cancelUrl(session)
  return (reply) =>
    sendPage(
      reply,
      410,
      message(
        'This page has expired',
        'It was open for too long, or was closed by the shop. Nothing has been charged.',
        back ? { href: back, label: 'Back to the shop' } : null,
      ),
    )
}

async function attempt(work: Work, session: Stored<'checkout.session'>, entered: Entered): Promise<Outcome> {
  await work.client.query('savepoint attempt')
  const before = structuredClone(session.object)
  let step: Step
  try {
    step = await submit(work, session, methodFrom(entered))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await work.client.query('rollback to savepoint attempt')
    session.object = before
    step = { kind: 'refused', error }
  }
  if (step.kind !== 'refused') return redirect(step.url)
  const { body } = step.error
  return show(402, session, entered, [{ field: fieldOf(body.param, body.code), message: body.message }])
}

function show(
  status: number,
  session: Stored<'checkout.session'>,
  entered: Entered,
  wrong: Wrong[],
): Outcome {
  return (reply) =>
    sendPage(reply, status, checkoutPage(session.object, session.hidden.line_items, entered, wrong))
}

/** Empty, or filled with the chosen test card. */
function prefilled(work: Work, session: Stripe.Checkout.Session, visit: Visit): Entered {
  const types = session.payment_method_types
  const requested = word(visit.query, 'method')
  const method = requested === 'us_bank_account' || !types.includes('card') ? 'us_bank_account' : 'card'
  const card = cardNumbered(word(visit.query, 'card'))
  const bank = word(visit.query, 'bank')
  const name = card || bank ? 'Jenny Rosen' : ''
  const year = String((new Date(work.now * 1000).getUTCFullYear() + 3) % 100).padStart(2, '0')
  return {
    method: types.includes(method) ? method : 'card',
    email: card || bank ? 'jenny.rosen@example.com' : '',
    name,
    number: card ? card.number.replace(/(.{4})(?=.)/g, '$1 ') : '',
    expiry: card ? `12 / ${year}` : '',
    cvc: card ? (card.brand === 'amex' ? '1234' : '123') : '',
    zip: card ? '12345' : '',
    routing_number: bank ? '110000000' : '',
    account_number: /^\d{12}$/.test(bank) ? bank : '',
    account_type: 'checking',
  }
}

/** Returns why the last attempt failed, for people who come back from the bank's page. */
async function lastError(work: Work, session: Stripe.Checkout.Session): Promise<Wrong[]> {
  const setup =
    typeof session.setup_intent === 'string'
      ? await find(work, 'setup_intent', session.setup_intent)
      : undefined
  const payment =
    typeof session.payment_intent === 'string'
      ? await find(work, 'payment_intent', session.payment_intent)
      : undefined
  const words = setup?.object.last_setup_error?.message ?? payment?.object.last_payment_error?.message
  return words ? [{ field: null, message: words }] : []
}
