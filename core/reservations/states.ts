import type { ReservationStatus } from '../enums.ts'
import { minutesOf } from '../time/instant.ts'

/**
 * The reservation state machine as data: from each status, where it may move. Shared by the server's
 * compare-and-set updates, by the screens and by the documentation. Source: design/domain.md, "Reservation".
 */
export const allowedMoves: Readonly<Record<ReservationStatus, readonly ReservationStatus[]>> = {
  PENDING: ['ACTIVE', 'EXPIRED', 'CANCELED'],
  CHECKOUT: ['ACTIVE', 'EXPIRED', 'CANCELED'],
  ACTIVE: ['CANCELED', 'MERGED'],
  CANCELED: [],
  EXPIRED: [],
  MERGED: [],
  // Old requests stay readable and are never made anew, so nothing leads here or away.
  DEPRECATED_REQUEST: [],
}

/** The statuses in which a reservation keeps its spot from everyone else; the exclusion constraint names the same. */
export const holdingStatuses = [
  'PENDING',
  'CHECKOUT',
  'ACTIVE',
] as const satisfies readonly ReservationStatus[]

/** Whether a reservation may go from one status to another. A status unknown to us moves nowhere. */
export function mayMove(from: string, to: string): boolean {
  return movesFrom(from).includes(to)
}

/** The statuses from which `to` can be reached: the `status = ANY(...)` of a compare-and-set. */
export function movesInto(to: ReservationStatus): ReservationStatus[] {
  const all = Object.keys(allowedMoves) as ReservationStatus[]
  return all.filter((from) => allowedMoves[from].includes(to))
}

/** Whether a reservation in this status keeps its spot from everyone else. */
export function holdsSpot(status: string): boolean {
  return (holdingStatuses as readonly string[]).includes(status)
}

/** True only when the status itself is canceled or expired (specification, section 4). */
export function isCancelledOrExpired(status: string): boolean {
  return status === 'CANCELED' || status === 'EXPIRED'
}

/**
 * Whether a reservation counts as ended: canceled, expired, or active with its end past (specification, section 4).
 * Time is half-open, so a stay is over at the very instant of its end. Without an end it runs on.
 * @param reservation status, and `ends_at` as ISO 8601 or null for a monthly stay
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
