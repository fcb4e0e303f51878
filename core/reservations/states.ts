import type { ReservationStatus } from '../enums.ts'
import { minutesOf } from '../time/instant.ts'

/**
 * The reservation state machine: the allowed transitions from each status. Used by the server's compare-and-set
 * updates, the screens, and the documentation.
 */
export const allowedMoves: Readonly<Record<ReservationStatus, readonly ReservationStatus[]>> = {
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

/** Whether a reservation may change from one status to another; always false for an unknown status. */
export function mayMove(from: string, to: string): boolean {
  return movesFrom(from).includes(to)
}

/** Returns the statuses from which `to` can be reached, for the `status = ANY(...)` of a compare-and-set update. */
export function movesInto(to: ReservationStatus): ReservationStatus[] {
  const all = Object.keys(allowedMoves) as ReservationStatus[]
  return all.filter((from) => allowedMoves[from].includes(to))
}

/** Whether a reservation with this status holds its spot. */
export function holdsSpot(status: string): boolean {
  return (holdingStatuses as readonly string[]).includes(status)
}

export function isCancelledOrExpired(status: string): boolean {
  return status === 'CANCELED' || status === 'EXPIRED'
}

/**
 * Whether a reservation has ended: canceled, expired, or active with a past end. Time is half-open, so it is over at
 * the instant of its end. An open-ended one continues.
 * @param reservation status, and `ends_at` as ISO 8601 or null for a monthly reservation
 * @param now ISO 8601
 */
export function isEnded(reservation: { status: string; ends_at: string | null }, now: string): boolean {
  if (isCancelledOrExpired(reservation.status)) return true
  if (reservation.status !== 'ACTIVE' || reservation.ends_at === null) return false
  return minutesOf(reservation.ends_at) <= minutesOf(now)
}

function movesFrom(status: string): readonly string[] {
  return Object.hasOwn(allowedMoves, status) ? allowedMoves[status as ReservationStatus] : []
}
