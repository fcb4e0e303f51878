/**
 * Messages for declined payments. The provider's own texts address us: they can name our account, our key, or our
 * objects. https://docs.stripe.com/declines/codes
 */
const declines: Record<string, string> = {
  authentication_required: 'Your bank needs to verify this payment.',
  payment_intent_authentication_failure: 'Your bank could not verify this payment.',
  card_not_supported: 'The card does not support this kind of purchase.',
  currency_not_supported: 'The card does not support this currency.',
  card_velocity_exceeded: 'The card is over its limit.',
  withdrawal_count_limit_exceeded: 'The card is over its limit.',
  expired_card: 'The card has expired.',
  incorrect_cvc: "The card's security code is incorrect.",
  invalid_cvc: "The card's security code is incorrect.",
  incorrect_number: 'The card number is incorrect.',
  invalid_number: 'The card number is incorrect.',
  incorrect_zip: 'The ZIP code does not match the card.',
  insufficient_funds: 'The card has insufficient funds.',
  processing_error: 'The bank could not process this payment.',
  issuer_not_available: "The card's bank could not be reached.",
  // Bank debits
  account_closed: 'The bank account is closed.',
  bank_account_restricted: 'The bank account does not allow this payment.',
  debit_not_authorized: 'The bank account does not allow this payment.',
  no_account: 'The bank account does not exist.',
  // Our own codes
  earnings_insufficient: 'Your available earnings in this lot do not cover the payment.',
}

/** Returns a whole sentence that says why the payment failed. The caller adds what the payer can do. */
export const declineMessage = (code: string): string => declines[code] ?? 'The card was declined.'

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
