import type Stripe from 'stripe'
import type { MethodParams } from '../objects/payment-methods.ts'
import type { FormFields } from '../protocol/form.ts'
import { passesLuhn } from '../state/test-methods.ts'
import type { Work } from '../state/work.ts'
import { word } from './visit.ts'

/** The submitted values, and the problems with them. */

export interface Entered {
  method: 'card' | 'us_bank_account'
  email: string
  name: string
  number: string
  expiry: string
  cvc: string
  zip: string
  routing_number: string
  account_number: string
  account_type: 'checking' | 'savings'
}
export type Field = Exclude<keyof Entered, 'method' | 'account_type'>
export interface Wrong {
  /** The field that shows the message; null shows it above the form. */
  field: Field | null
  message: string
}

const no_name: Wrong = { field: 'name', message: 'Enter a name.' }

export function hasEmailField(session: Stripe.Checkout.Session): boolean {
  return session.mode === 'payment' && session.customer === null && session.customer_email === null
}

/** Returns the problems in the order of the fields on the page. */
export function readForm(
  work: Work,
  session: Stripe.Checkout.Session,
  form: FormFields,
): { entered: Entered; wrong: Wrong[] } {
  const entered: Entered = {
    method: word(form, 'method') === 'us_bank_account' ? 'us_bank_account' : 'card',
    email: word(form, 'email') || (session.customer_email ?? ''),
    name: word(form, 'name'),
    number: word(form, 'number'),
    expiry: word(form, 'expiry'),
    cvc: word(form, 'cvc'),
    zip: word(form, 'zip'),
    routing_number: word(form, 'routing_number'),
    account_number: word(form, 'account_number'),
    account_type: word(form, 'account_type') === 'savings' ? 'savings' : 'checking',
  }
  const wrong: Wrong[] = []
  if (hasEmailField(session) && !/^[^\s@]+@[^\s@]+$/.test(entered.email))
    wrong.push({ field: 'email', message: 'Enter an email address, such as jenny@example.com.' })
  wrong.push(
    ...(entered.method === 'card'
      ? [...wrongWithCard(work, entered), ...wrongWithHolder(entered)]
      : wrongWithBank(entered)),
  )
  if (!session.payment_method_types.includes(entered.method))
    wrong.push({ field: null, message: 'This payment method is not available here.' })
  return { entered, wrong }
}

type CardNumbers = Pick<Entered, 'number' | 'expiry' | 'cvc'>

/** The messages are those of Stripe's own page. */
export function wrongWithCard(work: Work, entered: CardNumbers): Wrong[] {
  const wrong: Wrong[] = []
  const number = digits(entered.number)
  if (number.length < 12) wrong.push({ field: 'number', message: 'Your card number is incomplete.' })
  else if (!passesLuhn(number)) wrong.push({ field: 'number', message: 'Your card number is invalid.' })
  const expiry = expiryOf(entered.expiry)
  const today = new Date(work.now * 1000)
  if (!expiry)
    wrong.push({
      field: 'expiry',
      message: "Your card's expiration date is incomplete. Write it as MM / YY.",
    })
  else if (expiry.year < today.getUTCFullYear())
    wrong.push({ field: 'expiry', message: "Your card's expiration year is in the past." })
  else if (Date.UTC(expiry.year, expiry.month, 1, 12) <= today.getTime())
    wrong.push({ field: 'expiry', message: "Your card's expiration date is in the past." })
  if (!/^\d{3,4}$/.test(entered.cvc))
    wrong.push({ field: 'cvc', message: "Your card's security code is incomplete." })
  return wrong
}

function wrongWithHolder(entered: Entered): Wrong[] {
  const wrong: Wrong[] = []
  if (entered.name === '') wrong.push(no_name)
  if (!/^[\w -]{3,10}$/.test(entered.zip)) wrong.push({ field: 'zip', message: 'Your ZIP is incomplete.' })
  return wrong
}

function wrongWithBank(entered: Entered): Wrong[] {
  const wrong: Wrong[] = []
  if (entered.name === '') wrong.push(no_name)
  if (!/^\d{9}$/.test(digits(entered.routing_number)))
    wrong.push({ field: 'routing_number', message: 'The routing number has nine digits.' })
  if (!/^\d{4,17}$/.test(digits(entered.account_number)))
    wrong.push({ field: 'account_number', message: 'The account number has 4 to 17 digits.' })
  return wrong
}

function expiryOf(text: string): { month: number; year: number } | undefined {
  const match = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(text)
  if (!match?.[1] || !match[2]) return undefined
  const month = Number(match[1])
  if (month < 1 || month > 12) return undefined
  return { month, year: Number(match[2].length === 2 ? `20${match[2]}` : match[2]) }
}

export function methodFrom(entered: Entered): MethodParams {
  const billing_details = {
    name: entered.name,
    ...(entered.email ? { email: entered.email } : {}),
    ...(entered.method === 'card' ? { address: { postal_code: entered.zip, country: 'US' } } : {}),
  }
  if (entered.method === 'us_bank_account')
    return {
      type: 'us_bank_account',
      billing_details,
      us_bank_account: {
        account_holder_type: 'individual',
        account_number: digits(entered.account_number),
        account_type: entered.account_type,
        routing_number: digits(entered.routing_number),
      },
    }
  return { type: 'card', billing_details, card: cardOf(entered) }
}

export function cardOf(entered: CardNumbers) {
  const expiry = expiryOf(entered.expiry)
  return {
    number: digits(entered.number),
    cvc: entered.cvc,
    ...(expiry ? { exp_month: expiry.month, exp_year: expiry.year } : {}),
  }
}

/** Returns the field of the page that an API error is about. */
export function fieldOf(param: string | undefined, code: string | undefined): Field | null {
  if (param === 'number') return 'number'
  if (param === 'exp_month' || param === 'exp_year' || code === 'expired_card') return 'expiry'
  if (param === 'cvc' || code === 'incorrect_cvc') return 'cvc'
  if (param?.includes('routing_number')) return 'routing_number'
  if (param?.includes('account_number')) return 'account_number'
  return null
}

function digits(text: string): string {
  return text.replace(/[\s-]/g, '')
}
