import type { Reservation } from '@openspot/contract/reservations.ts'
import { isEnded } from '@openspot/core/reservations/states.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'

export type StayPhase = 'held' | 'running' | 'ahead' | 'over'

/** Where a stay is in its life, as the driver sees it: `held` waits for them to pay or accept. */
export function phaseOf(stay: Pick<Reservation, 'status' | 'starts_at' | 'ends_at'>, now: string): StayPhase {
  if (stay.status === 'CHECKOUT' || stay.status === 'PENDING') return 'held'
  if (isEnded(stay, now) || stay.status === 'MERGED' || stay.status === 'DEPRECATED_REQUEST') return 'over'
  return minutesOf(stay.starts_at) <= minutesOf(now) ? 'running' : 'ahead'
}

/** The soonest first; a running stay before all. */
export const bySoonest = (a: Reservation, b: Reservation): number =>
  minutesOf(a.starts_at) - minutesOf(b.starts_at)
