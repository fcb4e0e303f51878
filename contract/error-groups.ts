import type { ErrorCode } from './errors.ts'

/** Error codes shared by several calls that do the same work internally. */

/** The codes of every call that signs someone in. */
export const signedIn = ['account_banned', 'second_factor_required'] as const satisfies readonly ErrorCode[]

/** The codes of every call that holds a spot for a reservation. */
export const heldSpot = [
  'bookings_stopped',
  'card_too_many_holds',
  'holdings_changed',
  'holds_paused',
  'lot_too_many_holds',
  'network_too_many_holds',
  'notice_too_short',
  'payment_method_needed',
  'spot_closed',
  'spot_not_bookable',
  'spot_taken',
  'reservation_changed',
  'terms_changed',
  'too_many_holds',
] as const satisfies readonly ErrorCode[]

/** The codes of every call that takes a payment while the caller waits. */
export const paid = [
  'card_declined',
  'hold_expired',
  'payment_unsettled',
  'provider_unavailable',
] as const satisfies readonly ErrorCode[]

/** The codes of every call that prices a reservation and refuses where there is no price. */
export const offer = [
  'lot_closed',
  'price_above_maximum',
  'rate_missing',
  'rules_refuse',
] as const satisfies readonly ErrorCode[]

/** The codes of every call that changes the time or the spot of a reservation. */
export const changedReservation = [
  'change_not_possible',
  'change_waiting',
  'difference_changed',
  'reservation_not_open',
] as const satisfies readonly ErrorCode[]
