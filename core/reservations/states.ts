import type { ReservationStatus } from '../enums.ts'
import { minutesOf } from '../time/instant.ts'

/**
 * The allowed transitions from each reservation status. The database enforces the same list, its table
 * `reservation_moves`; a test compares the two.
 * @internal
 */
export const reservationMoves: Readonly<Record<ReservationStatus, readonly ReservationStatus[]>> = {
  PENDING: ['ACTIVE', 'EXPIRED', 'CANCELED'],
  CHECKOUT: ['ACTIVE', 'EXPIRED', 'CANCELED'],
  ACTIVE: ['CANCELED', 'MERGED'],
  CANCELED: [],
  EXPIRED: [],
  MERGED: [],
  // Old requests stay readable but are no longer created, so no transition leads here or away.
  DEPRECATED_REQUEST: [],
}

/** The statuses in which a reservation holds its spot; the exclusion constraint lists the same. */
export const holdingStatuses = [
  'PENDING',
  'CHECKOUT',
  'ACTIVE',
] as const satisfies readonly ReservationStatus[]

export function isCanceledOrExpired(status: string): boolean {
  return status === 'CANCELED' || status === 'EXPIRED'
}

/**
 * Whether a reservation has ended: canceled, expired, or active with a past end. Time is half-open, so it is over at
 * the instant of its end. An open-ended one continues.
 * @param reservation status, and `ends_at` as ISO 8601 or null for a monthly reservation
 * @param now ISO 8601
 */
export function isEnded(reservation: { status: string; ends_at: string | null }, now: string): boolean {
  if (isCanceledOrExpired(reservation.status)) return true
  if (reservation.status !== 'ACTIVE' || reservation.ends_at === null) return false
  return minutesOf(reservation.ends_at) <= minutesOf(now)
}
