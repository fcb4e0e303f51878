import type { Message } from '@openspot/messages/translate.ts'

/** The codes with a text of their own. https://docs.stripe.com/declines/codes */
const declines = [
  'authentication_required',
  'payment_intent_authentication_failure',
  'card_not_supported',
  'currency_not_supported',
  'card_velocity_exceeded',
  'withdrawal_count_limit_exceeded',
  'expired_card',
  'incorrect_cvc',
  'invalid_cvc',
  'incorrect_number',
  'invalid_number',
  'incorrect_zip',
  'insufficient_funds',
  'processing_error',
  'issuer_not_available',
  // Bank debits
  'account_closed',
  'bank_account_restricted',
  'debit_not_authorized',
  'no_account',
  // Our own codes
  'earnings_insufficient',
] as const

/**
 * Returns a whole sentence that says why the payment failed. The caller adds what the payer can do. The provider's own
 * texts address us: they can name our account, our key, or our objects.
 */
export const declineMessage =
  (code: string): Message =>
  (t) =>
    t(`apiErrors.declines.${declines.find((known) => known === code) ?? 'other'}`)

/** https://docs.stripe.com/refunds#failed-refunds */
const refundFailures: Record<string, string> = {
  charge_for_pending_refund_disputed: 'The payment is disputed.',
  declined: 'The bank declined the refund.',
  expired_or_canceled_card: 'The card has expired or was canceled.',
  insufficient_funds: 'The balance at the payment provider does not cover the refund yet.',
  balance_insufficient: 'The balance at the payment provider does not cover the refund yet.',
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  merchant_request: 'The refund was stopped.',
  charge_disputed: 'The payment is disputed.',
  charge_already_refunded: 'The payment was refunded already.',
}

/** Returns why a refund has not been made yet. `code` is null or undefined if the provider did not answer. */
export const refundFailureMessage = (code: string | null | undefined): string =>
  code === null || code === undefined
    ? 'The payment provider could not be reached. The refund will be retried.'
    : (refundFailures[code] ?? 'The bank did not accept the refund.')
