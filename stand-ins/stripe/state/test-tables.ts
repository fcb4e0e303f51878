import type { BankBehaviour, CardBehaviour, Decline, TestBank, TestCard } from './test-methods.ts'

/** The numbers of https://docs.stripe.com/testing, with the names from Stripe's documentation. */

const good: CardBehaviour = {
  declines: null,
  declines_when_saved: false,
  authentication: 'none',
  dispute: null,
  refund: null,
  available_at_once: false,
}

function card(
  number: string,
  names: string[],
  behaviour: Partial<CardBehaviour> = {},
  more: Partial<TestCard> = {},
): TestCard {
  return {
    number,
    names,
    brand: 'visa',
    funding: 'credit',
    cvc_fails: false,
    behaviour: { ...good, ...behaviour },
    ...more,
  }
}

/** A card that is declined immediately and cannot be saved. */
function declining(number: string, name: string, declines: Decline): TestCard {
  return card(number, [name], { declines, declines_when_saved: true })
}

export const test_cards: TestCard[] = [
  card('4242424242424242', ['visa', 'us']),
  card('4000056655665556', ['visa_debit'], {}, { funding: 'debit' }),
  card('5555555555554444', ['mastercard'], {}, { brand: 'mastercard' }),
  card('2223003122003222', [], {}, { brand: 'mastercard' }),
  card('5200828282828210', ['mastercard_debit'], {}, { brand: 'mastercard', funding: 'debit' }),
  card('5105105105105100', ['mastercard_prepaid'], {}, { brand: 'mastercard', funding: 'prepaid' }),
  card('378282246310005', ['amex'], {}, { brand: 'amex' }),
  card('371449635398431', [], {}, { brand: 'amex' }),
  card('6011111111111117', ['discover'], {}, { brand: 'discover' }),
  card('3056930009020004', ['diners'], {}, { brand: 'diners' }),
  card('3566002020360505', ['jcb'], {}, { brand: 'jcb' }),
  card('6200000000000005', ['unionpay'], {}, { brand: 'unionpay' }),

  declining('4000000000000002', 'chargeDeclined', 'generic_decline'),
  declining('4000000000009995', 'chargeDeclinedInsufficientFunds', 'insufficient_funds'),
  declining('4000000000009987', 'chargeDeclinedLostCard', 'lost_card'),
  declining('4000000000009979', 'chargeDeclinedStolenCard', 'stolen_card'),
  declining('4000000000000069', 'chargeDeclinedExpiredCard', 'expired_card'),
  declining('4000000000000127', 'chargeDeclinedIncorrectCvc', 'incorrect_cvc'),
  declining('4000000000000119', 'chargeDeclinedProcessingError', 'processing_error'),
  declining('4000000000006975', 'chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded'),
  card('4000000000000341', ['chargeCustomerFail'], { declines: 'generic_decline' }),
  card('4100000000000019', ['radarBlock'], { declines: 'fraudulent' }),
  card('4000000000000101', ['cvcCheckFail'], {}, { cvc_fails: true }),

  card('4000002500003155', ['authenticationRequiredOnSetup'], { authentication: 'unless_set_up' }),
  card('4000002760003184', ['authenticationRequired'], { authentication: 'always' }),
  card('4000003800000446', ['authenticationRequiredSetupForOffSession'], {
    authentication: 'set_up_already',
  }),
  card('4000008260003178', ['authenticationRequiredChargeDeclinedInsufficientFunds'], {
    authentication: 'unless_set_up',
    declines: 'insufficient_funds',
  }),
  card('4000000000003220', ['threeDSecure2Required'], { authentication: 'always' }),
  card('4000000000003063', ['threeDSecureRequired'], { authentication: 'always' }),
  card('4000008400001629', ['threeDSecureRequiredChargeDeclined'], {
    authentication: 'always',
    declines: 'generic_decline',
  }),
  card('4000000000003055', ['threeDSecureOptional']),

  card('4000000000000259', ['createDispute'], { dispute: 'fraudulent' }),
  card('4000000000002685', ['createDisputeProductNotReceived'], { dispute: 'product_not_received' }),
  card('4000000000001976', ['createDisputeInquiry'], { dispute: 'inquiry' }),
  card('4000000000007726', ['pendingRefund'], { refund: 'pending' }),
  card('4000000000005126', ['refundFail'], { refund: 'fails' }),
  card('4000000000000077', ['bypassPending'], { available_at_once: true }),
  card('4000003720000278', ['bypassPendingInternational'], { available_at_once: true }),
]

function bank(account_number: string, name: string, behaviour: Partial<BankBehaviour> = {}): TestBank {
  return {
    account_number,
    names: [name],
    behaviour: { fails_with: null, never_settles: false, disputed: false, ...behaviour },
  }
}

/**
 * All with the routing number 110000000:
 * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 */
export const test_banks: TestBank[] = [
  bank('000123456789', 'success'),
  bank('000111111113', 'accountClosed', { fails_with: 'account_closed' }),
  bank('000111111116', 'noAccount', { fails_with: 'no_account' }),
  bank('000222222227', 'insufficientFunds', { fails_with: 'insufficient_funds' }),
  bank('000333333335', 'debitNotAuthorized', { fails_with: 'debit_not_authorized' }),
  bank('000444444440', 'invalidCurrency', { fails_with: 'invalid_currency' }),
  bank('000555555559', 'dispute', { disputed: true }),
  bank('000000000009', 'processing', { never_settles: true }),
]

export const test_routing_number = '110000000'
