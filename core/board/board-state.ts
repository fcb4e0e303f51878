import type { SpotAvailability } from '../enums.ts'

/** What is known of a spot at one moment. */
export interface SpotMoment {
  /** Somebody's own spot. */
  is_assigned: boolean
  /** Whether it could be booked now if it is free: not closed, and the lot has a price. */
  is_offered: boolean
  /** Closed by its calendar, a blackout or the lot's hours. */
  is_closed: boolean
  /** The stay that holds it now. */
  stay: { ends_at: string | null } | null
}

/**
 * The one word that the board shows for a spot (design/domain.md, "Spot"). A stay comes before everything else: it is
 * a fact on the ground. Of an assigned spot it is a sublease.
 */
export function boardState(spot: SpotMoment): SpotAvailability {
  if (spot.stay) {
    if (spot.is_assigned) return spot.stay.ends_at === null ? 'SUBLEASED' : 'SUBLEASED_UNTIL'
    return spot.stay.ends_at === null ? 'RENTED' : 'RENTED_UNTIL'
  }
  if (spot.is_assigned) return 'ASSIGNED'
  if (spot.is_closed) return 'UNAVAILABLE'
  return spot.is_offered ? 'AVAILABLE' : 'EMPTY'
}
