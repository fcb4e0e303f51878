import { missing } from '../protocol/errors.ts'
import { test_banks, test_cards } from './test-tables.ts'

/** The behavior of one of Stripe's test cards: https://docs.stripe.com/testing */
export interface CardBehaviour {
  /** Why charging it fails, or null. */
  declines: Decline | null
  /** Whether saving it already fails: most declining cards cannot be attached to a customer. */
  declines_when_saved: boolean
  /**
   * `unless_set_up` authenticates every on-session payment, and off-session ones only without a setup. `set_up_already`
   * authenticates on-session, never off-session. `always` authenticates every time.
   */
  authentication: 'none' | 'unless_set_up' | 'set_up_already' | 'always'
  dispute: 'fraudulent' | 'product_not_received' | 'inquiry' | null
  refund: 'pending' | 'fails' | null
  /** Its money is available immediately rather than after two days: for tests of transfers and payouts. */
  available_at_once: boolean
}

export interface BankBehaviour {
  fails_with: BankFailure | null
  /** Stays in `processing` forever. */
  never_settles: boolean
  disputed: boolean
}

export type BankFailure =
  | 'account_closed'
  | 'debit_not_authorized'
  | 'insufficient_funds'
  | 'invalid_currency'
  | 'no_account'

export type Decline =
  | 'authentication_required'
  | 'card_velocity_exceeded'
  | 'expired_card'
  | 'fraudulent'
  | 'generic_decline'
  | 'incorrect_cvc'
  | 'insufficient_funds'
  | 'lost_card'
  | 'processing_error'
  | 'stolen_card'
  | 'test_mode_live_card'

export interface TestCard {
  number: string
  /** `pm_card_<name>` and `tok_<name>` refer to it. */
  names: string[]
  brand: 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa'
  funding: 'credit' | 'debit' | 'prepaid'
  cvc_fails: boolean
  behaviour: CardBehaviour
}

export interface TestBank {
  account_number: string
  names: string[]
  behaviour: BankBehaviour
}

/** https://docs.stripe.com/error-codes and https://docs.stripe.com/declines/codes */
export function declineError(decline: Decline): { code: string; decline_code?: string; message: string } {
  switch (decline) {
    case 'expired_card':
      return { code: 'expired_card', message: 'Your card has expired.' }
    case 'incorrect_cvc':
      return { code: 'incorrect_cvc', message: "Your card's security code is incorrect." }
    case 'processing_error':
      return {
        code: 'processing_error',
        message: 'An error occurred while processing your card. Try again in a little bit.',
      }
    case 'authentication_required':
      return {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      }
    case 'insufficient_funds':
      return { code: 'card_declined', decline_code: decline, message: 'Your card has insufficient funds.' }
    case 'card_velocity_exceeded':
      return {
        code: 'card_declined',
        decline_code: decline,
        message:
          'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
      }
    case 'test_mode_live_card':
      return {
        code: 'card_declined',
        decline_code: decline,
        message:
          'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://docs.stripe.com/testing.',
      }
    case 'generic_decline':
    case 'fraudulent':
    case 'lost_card':
    case 'stolen_card':
      return { code: 'card_declined', decline_code: decline, message: 'Your card was declined.' }
  }
}

/** The prefix `visa_` is optional because both spellings are in use. */
export function cardNamed(id: string): TestCard | undefined {
  const name = id.replace(/^pm_card_|^tok_/, '').replace(/^visa_(?=charge)/, '')
  return test_cards.find((card) => card.names.includes(name))
}

export function cardNumbered(number: string): TestCard | undefined {
  return test_cards.find((card) => card.number === number)
}

export function bankNamed(id: string): TestBank | undefined {
  const name = id.replace(/^pm_usBankAccount_?/, '')
  return test_banks.find((bank) => bank.names.includes(name === '' ? 'success' : name))
}

/** An unlisted account number behaves like the successful one, as in Stripe's test mode. */
export function bankNumbered(account_number: string): TestBank {
  const found =
    test_banks.find((bank) => bank.account_number === account_number) ??
    test_banks.find((bank) => bank.names.includes('success'))
  if (!found) throw missing('test bank account', account_number)
  return found
}

export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number.charAt(number.length - 1 - i))
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
