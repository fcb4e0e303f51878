import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { createMethod } from '../objects/payment-methods.ts'
import { ApiError } from '../protocol/errors.ts'
import { parseForm } from '../protocol/form.ts'
import { money } from '../protocol/money.ts'
import { type Context, workOn } from '../state/context.ts'
import { save } from '../state/store.ts'
import { inTransaction, type Work } from '../state/work.ts'
import { framePolicy } from './elements.ts'
import { expressFrameScript } from './express-script.ts'
import { type Html, html } from './html.ts'
import { word } from './visit.ts'

/** Each wallet by the name in its events, the name in the options, and the brand. */
const wallets = [
  { wallet: 'apple_pay', element: 'applePay', name: 'Apple Pay' },
  { wallet: 'google_pay', element: 'googlePay', name: 'Google Pay' },
  { wallet: 'link', element: 'link', name: 'Link' },
] as const
type Wallet = (typeof wallets)[number]['wallet']

const walletNamed = (name: string) => wallets.find(({ wallet }) => wallet === name) ?? wallets[2]

/** What is in the wallet: cards of the stand-in, by the token that Stripe's documentation gives to each. */
const cards = [
  { token: 'tok_visa', label: 'Visa •••• 4242' },
  { token: 'tok_mastercard', label: 'Mastercard •••• 4444' },
  { token: 'tok_chargeCustomerFail', label: 'Visa •••• 0341, declined' },
]

/**
 * The buttons of wallets on the shop's page, and the sheet in which a wallet asks its owner to pay. A real wallet is a part of the device; here,
 * it is a frame over the page. https://docs.stripe.com/elements/express-checkout-element
 */
export function addExpress(app: FastifyInstance, context: Context): void {
  app.get('/stand-in/elements-express.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(expressFrameScript),
  )
  app.get('/elements/express', (_request, reply) => sendFrame(reply, buttonsPage))
  app.get<{ Querystring: Record<string, string> }>('/elements/wallet', (request, reply) =>
    sendFrame(reply, sheetPage(request.query)),
  )
  app.post('/elements/wallet', async (request, reply) => {
    const form = parseForm(typeof request.body === 'string' ? request.body : '')
    const outcome = await inTransaction(context.pool, (client) =>
      payFrom(workOn(context, client, context.env.platform), {
        wallet: walletNamed(word(form, 'wallet')).wallet,
        token: word(form, 'card'),
        name: word(form, 'name'),
        email: word(form, 'email'),
      }),
    )
    context.changed()
    return reply.send(outcome)
  })
}

interface FromWallet {
  wallet: Wallet
  token: string
  name: string
  email: string
}

/** Makes a payment method of a card in a wallet, with what the wallet knows of its owner. */
async function payFrom(work: Work, { wallet, token, name, email }: FromWallet) {
  const billing_details = { name, ...(email === '' ? {} : { email }) }
  try {
    const method = await createMethod(work, {
      type: 'card',
      card: { token },
      billing_details,
      allow_redisplay: 'limited',
    })
    if (method.object.card) method.object.card.wallet = walletOf(wallet, method.object.card.last4)
    await save(work, method)
    return { payment_method: { id: method.object.id }, billing_details, message: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { payment_method: null, billing_details, message: error.body.message }
  }
}

function walletOf(type: Wallet, dynamic_last4: string): Stripe.PaymentMethod.Card.Wallet {
  // A phone pays with a number of its own.
  return { type, dynamic_last4: type === 'link' ? null : dynamic_last4, [type]: {} }
}

function sendFrame(reply: FastifyReply, page: Html): FastifyReply {
  return reply.headers(framePolicy).type('text/html; charset=utf-8').send(page.text)
}

const frame = (title: string, body: Html) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/stand-in/elements.css">
  </head>
  <body>
    ${body}
    <script src="/stand-in/elements-express.js"></script>
  </body>
</html>
`

const buttonsPage = frame(
  'Secure express checkout frame',
  html`<main class="wallets">
      ${wallets.map(
        ({ wallet, element, name }) =>
          html`<button type="button" data-wallet="${wallet}" data-element="${element}" hidden>${name}</button>`,
      )}
    </main>`,
)

function sheetPage(query: Record<string, string>): Html {
  const { wallet, name } = walletNamed(query['wallet'] ?? '')
  const currency = /^[a-z]{3}$/i.test(query['currency'] ?? '') ? (query['currency'] ?? 'usd') : 'usd'
  const price = money(Number(query['amount'] ?? 0), currency)
  const email = html`<div>
        <label for="email">Email</label>
        <input id="email" name="email" type="email" value="wanda@example.com">
      </div>`
  return frame(
    'Secure wallet frame',
    html`<div class="shade">
      <form class="sheet" aria-labelledby="title" novalidate>
        <h1 id="title">${name}</h1>
        <p class="quiet">Payment stand-in. Test mode: no money moves.</p>
        <p class="total">${query['business'] ?? ''}: ${price}</p>
        <input type="hidden" name="wallet" value="${wallet}">
        <div>
          <label for="card">Card</label>
          <select id="card" name="card">
            ${cards.map(({ token, label }) => html`<option value="${token}">${label}</option>`)}
          </select>
        </div>
        <div>
          <label for="name">Name</label>
          <input id="name" name="name" value="Wanda Wallet">
        </div>
        ${query['email'] === '1' ? email : null}
        <p class="wrong" id="problem" role="alert"></p>
        <button name="pay">Pay ${price}</button>
        <button type="button" class="plain" id="cancel">Cancel</button>
      </form>
    </div>`,
  )
}
