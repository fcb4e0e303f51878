/** The reasons of refunds for which nobody gave another one. Payers and staff see them. */
export const refundReasons = {
  canceled: 'Canceled',
  changed: 'Changed',
  spot_taken: 'Someone else was parked on the spot.',
  canceled_before_payment: 'The reservation was canceled before the payment arrived.',
  not_held: 'The spot was no longer held when the payment arrived.',
  fine_voided: 'The fine was voided.',
  fine_right_found: 'A right to park existed, so the fine was voided.',
} as const
