/** The reasons of refunds for which nobody gave another one, as they are stored. Screens show them in the reader's language. */
export const refundReasons = {
  canceled: 'Canceled',
  changed: 'Changed',
  spot_taken: 'Someone else was parked on the spot.',
  canceled_before_payment: 'The reservation was canceled before the payment arrived.',
  not_held: 'The spot was no longer held when the payment arrived.',
  fine_voided: 'The fine was voided.',
  fine_right_found: 'A right to park existed, so the fine was voided.',
} as const
export type RefundReason = keyof typeof refundReasons

/** The reason of what a business pays instead of the driver. */
export const validatedBy = (partner: string): string => `Validated by ${partner}`

/** Why a refund has not been made yet, as it is stored, by our own codes. */
export const refundFailures = {
  disputed: 'The payment is disputed.',
  declined: 'The bank declined the refund.',
  card_gone: 'The card has expired or was canceled.',
  balance: 'The balance at the payment provider does not cover the refund yet.',
  lost: 'The card was reported lost or stolen.',
  stopped: 'The refund was stopped.',
  refunded: 'The payment was refunded already.',
  unreachable: 'The payment provider could not be reached. The refund will be retried.',
  other: 'The bank did not accept the refund.',
} as const
export type RefundFailure = keyof typeof refundFailures

/** Which of the texts above a stored one is. Null for a text that a person wrote. */
export const refundReasonOf = (stored: string): RefundReason | null => keyOf(refundReasons, stored)
export const refundFailureOf = (stored: string): RefundFailure | null => keyOf(refundFailures, stored)

/** The business of a stored reason that `validatedBy` made; null for others. */
export const validatingPartnerOf = (stored: string): string | null =>
  stored.startsWith(validatedBy('')) ? stored.slice(validatedBy('').length) : null

function keyOf<Key extends string>(texts: Readonly<Record<Key, string>>, stored: string): Key | null {
  for (const key in texts) if (texts[key] === stored) return key
  return null
}
