import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { isEnded } from '@openspot/core/reservations/states.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'

export type ReservationPhase = 'held' | 'running' | 'ahead' | 'over'

/** Returns the phase of a reservation for the driver; `held` means that it awaits payment or acceptance. */
export function phaseOf(
  reservation: Pick<Reservation, 'status' | 'starts_at' | 'ends_at'>,
  now: string,
): ReservationPhase {
  if (reservation.status === 'CHECKOUT' || reservation.status === 'PENDING') return 'held'
  if (
    isEnded(reservation, now) ||
    reservation.status === 'MERGED' ||
    reservation.status === 'DEPRECATED_REQUEST'
  )
    return 'over'
  return minutesOf(reservation.starts_at) <= minutesOf(now) ? 'running' : 'ahead'
}

/** Whether a driver is offered the same spot and times of day again: after what they used, and what they didn't pay or accept in time. */
export const canRebook = (
  reservation: Pick<Reservation, 'status' | 'starts_at' | 'ends_at' | 'confirmed_at'>,
  now: string,
): boolean =>
  phaseOf(reservation, now) === 'over' &&
  (reservation.confirmed_at !== null || reservation.status === 'EXPIRED')

/** Soonest first; current reservations before all others. */
export const bySoonest = (a: Reservation, b: Reservation): number =>
  minutesOf(a.starts_at) - minutesOf(b.starts_at)
