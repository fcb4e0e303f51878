import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { isEnded } from '@openspot/core/reservations/states.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'

export type StayPhase = 'held' | 'running' | 'ahead' | 'over'

/** Returns the phase of a reservation for the driver; `held` means that it awaits payment or acceptance. */
export function phaseOf(stay: Pick<Reservation, 'status' | 'starts_at' | 'ends_at'>, now: string): StayPhase {
  if (stay.status === 'CHECKOUT' || stay.status === 'PENDING') return 'held'
  if (isEnded(stay, now) || stay.status === 'MERGED' || stay.status === 'DEPRECATED_REQUEST') return 'over'
  return minutesOf(stay.starts_at) <= minutesOf(now) ? 'running' : 'ahead'
}

/** Soonest first; current reservations before all others. */
export const bySoonest = (a: Reservation, b: Reservation): number =>
  minutesOf(a.starts_at) - minutesOf(b.starts_at)
