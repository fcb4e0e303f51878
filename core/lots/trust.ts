import type { LotTrustLevel } from '../enums.ts'

/** The rights that the platform gives a lot. Members keep their reservations and rights at every level. */
export interface TrustStep {
  /** Listed in search and found by name. An unlisted lot can still be reached by its link and its signs. */
  is_found: boolean
  takes_bookings: boolean
  /** Whether its earnings are paid out. Until then they are kept for the lot. */
  is_paid_out: boolean
}

/**
 * The trust levels. Anyone may open a lot; it is NEW until a platform admin has reviewed it. The database encodes the
 * same rules in `lots.is_listed` and `lots.takes_bookings`; payouts require TRUSTED; a test
 * compares them.
 * @internal
 */
export const trustLadder: Record<LotTrustLevel, TrustStep> = {
  BLOCKED: { is_found: false, takes_bookings: false, is_paid_out: false },
  NEW: { is_found: false, takes_bookings: true, is_paid_out: false },
  TRUSTED: { is_found: true, takes_bookings: true, is_paid_out: true },
}

/** Maximum number of unreviewed lots per person. */
export const MAX_NEW_LOTS = 3

/**
 * Maximum number of spots of a lot unless the platform sets another (`lots.spot_limit`). The database has the same
 * limits.
 */
export const MAX_SPOTS: Record<LotTrustLevel, number> = { BLOCKED: 500, NEW: 500, TRUSTED: 5000 }
