import type { FastifyInstance } from 'fastify'
import { afterPayment, afterSetup } from '../objects/checkout-flow.ts'
import { finishAuthentication } from '../objects/payments.ts'
import { finishSetupAuthentication } from '../objects/setups.ts'
import { money } from '../protocol/money.ts'
import type { Context } from '../state/context.ts'
import type { Kinds } from '../state/kinds.ts'
import { find, lock, type Stored } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { type Html, html } from './html.ts'
import { layout, message, sendPage } from './layout.ts'
import { notFound, type Outcome, page, redirect, type Visit, word } from './visit.ts'

/** The bank's authentication page during a payment: https://docs.stripe.com/payments/3d-secure */
export function addAuthenticate(app: FastifyInstance, context: Context): void {
  page(app, context, '/authenticate/:id', {
    get: async (work, visit) => {
      const found = await intentOf(work, visit)
      if (!found) return notFound
      if (found.stored.object.status !== 'requires_action') return goBack(work, found)
      return (reply) => sendPage(reply, 200, bankPage(found, word(visit.query, 'client_secret')))
    },
    post: async (work, visit) => {
      // The session is locked first, as everywhere else.
      const seen = await intentOf(work, visit)
      if (!seen) return notFound
      const session_id = seen.stored.hidden.session
      if (session_id) await lock(work, 'checkout.session', session_id)
      const found = await intentOf(work, visit, true)
      if (!found) return notFound
      if (found.stored.object.status === 'requires_action')
        await finish(work, found, word(visit.form, 'outcome') === 'complete')
      return goBack(work, found)
    },
  })
}

type Found =
  | { kind: 'payment_intent'; stored: Stored<'payment_intent'> }
  | { kind: 'setup_intent'; stored: Stored<'setup_intent'> }

async function intentOf(work: Work, visit: Visit, locked = false): Promise<Found | undefined> {
  const secret = word(visit.query, 'client_secret')
  const payment = await find(work, 'payment_intent', visit.id, locked)
  if (payment)
    return payment.object.client_secret === secret ? { kind: 'payment_intent', stored: payment } : undefined
  const setup = await find(work, 'setup_intent', visit.id, locked)
  return setup?.object.client_secret === secret ? { kind: 'setup_intent', stored: setup } : undefined
}

async function finish(work: Work, found: Found, passed: boolean): Promise<void> {
  const refusal =
    found.kind === 'payment_intent'
      ? await finishAuthentication(work, found.stored, passed)
      : await finishSetupAuthentication(work, found.stored, passed)
  const session_id = found.stored.hidden.session
  if (refusal || !session_id) return
  const session = await lock(work, 'checkout.session', session_id)
  if (session.object.status !== 'open') return
  if (found.kind === 'payment_intent') await afterPayment(work, session, found.stored.object)
  else await afterSetup(work, session, found.stored.object)
}

/** Redirects to the checkout page, or to the `return_url` with the parameters that Stripe adds. */
async function goBack(work: Work, found: Found): Promise<Outcome> {
  const { session, return_url } = found.stored.hidden
  if (session) return redirect(`${work.env.public_url()}/pay/${session}`)
  if (!return_url)
    return (reply) =>
      sendPage(
        reply,
        200,
        message('That is done', 'You can close this page and go back to where you came from.'),
      )
  const url = new URL(return_url)
  const { id, client_secret, status } = found.stored.object
  url.searchParams.set(found.kind, id)
  url.searchParams.set(`${found.kind}_client_secret`, client_secret ?? '')
  url.searchParams.set('redirect_status', redirectStatus(status))
  return redirect(url.toString())
}

function redirectStatus(status: Kinds['payment_intent']['status']): string {
  if (status === 'succeeded' || status === 'requires_capture' || status === 'requires_confirmation')
    return 'succeeded'
  return status === 'processing' ? 'pending' : 'failed'
}

function bankPage(found: Found, secret: string): Html {
  const { object } = found.stored
  const what =
    object.object === 'payment_intent'
      ? html`A payment of <strong>${money(object.amount, object.currency)}</strong> needs to be confirmed.`
      : html`Saving this card for later payments needs to be confirmed.`
  return layout(
    'Confirm with your bank',
    html`<section class="card">
      <h1>Confirm with your bank</h1>
      <p>${what}</p>
      <p class="quiet">Here your bank would ask for a code. In the stand-in you choose how it ends.</p>
      <form method="post" action="/authenticate/${object.id}?client_secret=${encodeURIComponent(secret)}">
        <button name="outcome" value="complete">Complete authentication</button>
        <button name="outcome" value="fail" class="plain">Fail authentication</button>
      </form>
    </section>`,
  )
}
