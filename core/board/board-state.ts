import type { SpotAvailability } from '../enums.ts'

/** The facts about a spot at one moment. */
export interface SpotMoment {
  /** True if the spot has an assignee. */
  is_assigned: boolean
  /** With `is_assigned`: whether the assignee sublets it at that moment, even if it is closed for another reason. */
  is_sublet: boolean
  /** Whether it has a price. */
  is_offered: boolean
  /** Closed by its calendar, a blackout, or the lot's hours, or because the lot takes no bookings. */
  is_closed: boolean
  /** The reservation in progress, if any. `is_own`: it is the assignee's own, so nothing is sublet. */
  reservation: { ends_at: string | null; is_own: boolean } | null
}

/**
 * Returns the state that the board shows for a spot. A reservation beats everything else because the car is really
 * there; on an assigned spot it is a sublease, unless the assignee made it for themselves. While the assignee sublets the spot and nobody has taken it, it counts
 * as an ordinary spot.
 */
export function boardState(spot: SpotMoment): SpotAvailability {
  if (spot.reservation) {
    if (spot.is_assigned && spot.reservation.is_own) return 'ASSIGNED'
    if (spot.is_assigned) return spot.reservation.ends_at === null ? 'SUBLEASED' : 'SUBLEASED_UNTIL'
    return spot.reservation.ends_at === null ? 'RENTED' : 'RENTED_UNTIL'
  }
  if (spot.is_assigned && !spot.is_sublet) return 'ASSIGNED'
  if (spot.is_closed) return 'UNAVAILABLE'
  return spot.is_offered ? 'AVAILABLE' : 'EMPTY'
}
