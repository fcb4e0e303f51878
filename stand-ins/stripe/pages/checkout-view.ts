import type Stripe from 'stripe'
import { cancelUrl } from '../objects/checkout-flow.ts'
import { money } from '../protocol/money.ts'
import { type Entered, type Field, hasEmailField, type Wrong } from './checkout-form.ts'
import { Html, html } from './html.ts'
import { layout } from './layout.ts'

export function checkoutPage(
  session: Stripe.Checkout.Session,
  items: Stripe.LineItem[],
  entered: Entered,
  wrong: Wrong[],
): Html {
  const setup = session.mode === 'setup'
  const title = setup ? 'Save your payment details' : 'Payment'
  const total = money(session.amount_total ?? 0, session.currency ?? 'usd')
  const back = cancelUrl(session)
  return layout(
    wrong.length > 0 ? `Error: ${title}` : title,
    html`<section class="card">
        <h1>${title}</h1>
        ${
          setup
            ? html`<p class="quiet">Nothing is charged now. Your details are kept for later payments.</p>`
            : html`<p class="total">${total}</p>
              <ul class="items">${items.map((item) => html`<li><span>${item.description}${(item.quantity ?? 1) > 1 && ` × ${item.quantity ?? 1}`}</span><span>${money(item.amount_total, item.currency)}</span></li>`)}</ul>`
        }
      </section>
      <section class="card">
        ${alert(wrong)}
        ${tabs(session, entered)}
        <form method="post" action="/pay/${session.id}" novalidate>
          <input type="hidden" name="method" value="${entered.method}">
          ${hasEmailField(session) && field('email', 'E-mail', entered, wrong, 'type="email" autocomplete="email"')}
          ${entered.method === 'card' ? cardFields(entered, wrong) : bankFields(entered, wrong)}
          ${session.custom_text.submit && html`<p class="quiet">${session.custom_text.submit.message}</p>`}
          ${entered.method === 'us_bank_account' && html`<p class="quiet">By going on you allow debits from this account, now and later, until you withdraw it.</p>`}
          <button>${setup ? (entered.method === 'card' ? 'Save card' : 'Save bank account') : `Pay ${total}`}</button>
        </form>
        ${back && html`<a class="cancel" href="${back}">Cancel</a>`}
      </section>
      ${entered.method === 'card' ? testCards(session.id) : testBanks(session.id)}`,
  )
}

/** All messages are listed at the top with a link to each field, and repeated at the field. */
function alert(wrong: Wrong[]): Html | null {
  if (wrong.length === 0) return null
  return html`<div class="alert" role="alert">${wrong.map(
    (one) => html`<p>${one.field ? html`<a href="#${one.field}">${one.message}</a>` : one.message}</p>`,
  )}</div>`
}

function tabs(session: Stripe.Checkout.Session, entered: Entered): Html | null {
  if (session.payment_method_types.length < 2) return null
  const tab = (method: Entered['method'], label: string): Html =>
    html`<li><a href="/pay/${session.id}?method=${method}"${entered.method === method && html` aria-current="page"`}>${label}</a></li>`
  return html`<nav aria-label="Ways to pay"><ul class="tabs">${tab('card', 'Card')}${tab('us_bank_account', 'Bank account')}</ul></nav>`
}

function cardFields(entered: Entered, wrong: Wrong[]): Html {
  return html`${field('number', 'Card number', entered, wrong, 'inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="4242 4242 4242 4242"')}
    <div class="row">
      ${field('expiry', 'Expires (MM/YY)', entered, wrong, 'inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="12 / 34"')}
      ${field('cvc', 'CVC', entered, wrong, 'inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="123"')}
    </div>
    ${field('name', 'Name on card', entered, wrong, 'autocomplete="cc-name"')}
    ${field('zip', 'ZIP', entered, wrong, 'autocomplete="postal-code" maxlength="10"')}`
}

function bankFields(entered: Entered, wrong: Wrong[]): Html {
  const option = (value: Entered['account_type'], label: string): Html =>
    html`<option value="${value}"${entered.account_type === value && ' selected'}>${label}</option>`
  return html`${field('name', 'Account holder', entered, wrong, 'autocomplete="name"')}
    ${field('routing_number', 'Routing number', entered, wrong, 'inputmode="numeric" maxlength="11" autocomplete="off"')}
    ${field('account_number', 'Account number', entered, wrong, 'inputmode="numeric" maxlength="20" autocomplete="off"')}
    <div class="field">
      <label for="account_type">Kind of account</label>
      <select id="account_type" name="account_type">${option('checking', 'Checking')}${option('savings', 'Savings')}</select>
    </div>`
}

/** `attributes` is only written in this file and never comes from a request. */
function field(name: Field, label: string, entered: Entered, wrong: Wrong[], attributes: string): Html {
  const fault = wrong.find((one) => one.field === name)
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${entered[name]}" required ${new Html(attributes)}${fault && html` aria-invalid="true" aria-describedby="${name}-wrong"`}>
    ${fault && html`<p class="wrong" id="${name}-wrong">${fault.message}</p>`}
  </div>`
}

const tappable_cards: [string, string][] = [
  ['4242424242424242', 'Works'],
  ['4000002500003155', 'Asks the bank'],
  ['4000002760003184', 'Asks the bank every time'],
  ['4000000000000002', 'Declined'],
  ['4000000000009995', 'Insufficient funds'],
  ['4000000000000341', 'Can be saved, is declined later'],
  ['4000000000000259', 'Paid, then disputed'],
]

function testCards(id: string): Html {
  return testList(
    'Test cards',
    tappable_cards.map(([number, what]) => ({
      href: `/pay/${id}?card=${number}`,
      number: number.replace(/(.{4})(?=.)/g, '$1 '),
      what,
    })),
  )
}

const tappable_banks: [string, string][] = [
  ['000123456789', 'Works'],
  ['000222222227', 'Insufficient funds, some days later'],
  ['000111111113', 'Account closed, some days later'],
]

function testBanks(id: string): Html {
  return testList(
    'Test bank accounts',
    tappable_banks.map(([number, what]) => ({
      href: `/pay/${id}?method=us_bank_account&bank=${number}`,
      number,
      what,
    })),
  )
}

function testList(title: string, entries: { href: string; number: string; what: string }[]): Html {
  return html`<details class="card"><summary>${title}</summary>
    <p class="quiet">Tap one to fill the form.</p>
    <ul class="cards">${entries.map((entry) => html`<li><a href="${entry.href}"><code>${entry.number}</code><span>${entry.what}</span></a></li>`)}</ul>
  </details>`
}
