import type { LotTrustLevel } from '../enums.ts'

/** What the platform lets a lot do. Nothing here is about its people: they keep what they have at every step. */
export interface TrustStep {
  /** Found by search and by name. A lot that is not is reached by its link and its signs all the same. */
  is_found: boolean
  takes_bookings: boolean
  /** What it earns is handed on. Until then it is kept for it. */
  is_paid_out: boolean
}

/**
 * The ladder. Anyone may open a lot; it is NEW until somebody of the platform has looked at it. The database says the
 * same in `lots.is_listed` and `lots.takes_bookings`; payouts ask for TRUSTED.
 */
export const trustLadder: Record<LotTrustLevel, TrustStep> = {
  BLOCKED: { is_found: false, takes_bookings: false, is_paid_out: false },
  NEW: { is_found: false, takes_bookings: true, is_paid_out: false },
  TRUSTED: { is_found: true, takes_bookings: true, is_paid_out: true },
}

/** How many lots of one person may wait to be looked at. */
export const mostNewLots = 3

/** How many spots a lot may have, unless the platform said otherwise (lots.spot_limit). The database says the same. */
export const MAX_SPOTS: Record<LotTrustLevel, number> = { BLOCKED: 500, NEW: 500, TRUSTED: 5000 }
