import { type RefundFailure, refundFailures } from '@openspot/core/invoices/refund-reasons.ts'
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
const failureOfCode: Record<string, RefundFailure> = {
  charge_for_pending_refund_disputed: 'disputed',
  declined: 'declined',
  expired_or_canceled_card: 'card_gone',
  insufficient_funds: 'balance',
  balance_insufficient: 'balance',
  lost_or_stolen_card: 'lost',
  merchant_request: 'stopped',
  charge_disputed: 'disputed',
  charge_already_refunded: 'refunded',
}

/** Returns why a refund has not been made yet. `code` is null or undefined if the provider did not answer. */
export const refundFailureMessage = (code: string | null | undefined): string =>
  refundFailures[code === null || code === undefined ? 'unreachable' : (failureOfCode[code] ?? 'other')]
