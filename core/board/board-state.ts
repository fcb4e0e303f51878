import type { SpotAvailability } from '../enums.ts'

/** What is known of a spot at one moment. */
export interface SpotMoment {
  /** Somebody's own spot. */
  is_assigned: boolean
  /** With `is_assigned`: whether its holder lets it at that moment, be it closed for another reason or not. */
  is_opened_by_holder: boolean
  /** Whether it has a price at all. */
  is_offered: boolean
  /** Closed by its calendar, a blackout or the lot's hours. */
  is_closed: boolean
  /** The stay that holds it now. */
  stay: { ends_at: string | null } | null
}

/**
 * The one word that the board shows for a spot (design/domain.md, "Spot"). A stay comes before everything else: it is
 * a fact on the ground. Of an assigned spot it is a sublease. While its holder lets it and nobody has taken it, it is a
 * spot as any other.
 */
export function boardState(spot: SpotMoment): SpotAvailability {
  if (spot.stay) {
    if (spot.is_assigned) return spot.stay.ends_at === null ? 'SUBLEASED' : 'SUBLEASED_UNTIL'
    return spot.stay.ends_at === null ? 'RENTED' : 'RENTED_UNTIL'
  }
  if (spot.is_assigned && !spot.is_opened_by_holder) return 'ASSIGNED'
  if (spot.is_closed) return 'UNAVAILABLE'
  return spot.is_offered ? 'AVAILABLE' : 'EMPTY'
}
