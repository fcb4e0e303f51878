import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { ApiError, invalid, missing } from '../protocol/errors.ts'
import { anything, integer, type Read, shape, text } from '../protocol/params.ts'
import {
  cardNamed,
  cardNumbered,
  type Decline,
  declineError,
  passesLuhn,
  type TestCard,
} from '../state/test-methods.ts'
import { test_routing_number } from '../state/test-tables.ts'
import type { Work } from '../state/work.ts'

export const card_params = shape({
  number: text,
  exp_month: integer,
  exp_year: integer,
  cvc: text,
  token: text,
  networks: anything,
})
/** Validates card details in the order of Stripe's errors: number, month, year, CVC. */
export function cardFrom(
  work: Work,
  given: Read<typeof card_params> | undefined,
): { card: TestCard; exp_month: number; exp_year: number } {
  const today = new Date(work.now * 1000)
  if (given?.token) {
    const named = cardNamed(given.token)
    if (!named) throw missing('token', given.token, 'card[token]')
    return { card: named, exp_month: 8, exp_year: today.getUTCFullYear() + 1 }
  }
  const missing_field = (['number', 'exp_month', 'exp_year'] as const).find(
    (field) => given?.[field] === undefined,
  )
  if (missing_field || !given?.number || given.exp_month === undefined || given.exp_year === undefined)
    throw invalid(`Missing required param: card[${missing_field ?? 'number'}].`, {
      code: 'parameter_missing',
      param: `card[${missing_field ?? 'number'}]`,
    })
  const number = given.number.replace(/[\s-]/g, '')
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'number', 'Your card number is incorrect.')
  const exp_year = given.exp_year < 100 ? 2000 + given.exp_year : given.exp_year
  if (given.exp_month < 1 || given.exp_month > 12)
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  // A card is valid until its last day ends in the last time zone (UTC-12), so this is never too strict.
  if (exp_year > today.getUTCFullYear() + 50 || Date.UTC(exp_year, given.exp_month, 1, 12) <= today.getTime())
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  const card = cardNumbered(number)
  if (!card) throw declined('test_mode_live_card')
  if (given.cvc !== undefined && !new RegExp(`^\\d{${card.brand === 'amex' ? '3,4' : '3'}}$`).test(given.cvc))
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  return { card, exp_month: given.exp_month, exp_year }
}

function cardError(code: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message })
}

export function declined(decline: Decline): ApiError {
  return new ApiError(402, { type: 'card_error', ...declineError(decline) })
}

export function toCard(
  card: TestCard,
  exp_month: number,
  exp_year: number,
  cvc_given: boolean,
): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvc_given ? (card.cvc_fails ? 'fail' : 'pass') : null,
    },
    country: 'US',
    display_brand: card.brand,
    exp_month,
    exp_year,
    fingerprint: fingerprint(card.number),
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: card.brand !== 'amex' },
    wallet: null,
  }
}

export function toBankAccount(
  account_number: string,
  holder: 'company' | 'individual' = 'individual',
  type: 'checking' | 'savings' = 'checking',
): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: holder,
    account_type: type,
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: fingerprint(account_number),
    last4: account_number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: test_routing_number,
    status_details: {},
  }
}

/** Returns the same value for the same number, irreversibly, because card numbers are not stored. */
export function fingerprint(number: string): string {
  return createHash('sha256')
    .update(`stripe-stand-in:${number}`)
    .digest('base64url')
    .replace(/[-_]/g, '0')
    .slice(0, 16)
}
