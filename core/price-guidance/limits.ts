/** Guidance and its back-test look at this many full local days before today. */
export const GUIDANCE_DAYS = 90

/** An hour that is fuller than this on average gets a higher price, and one that is emptier than that a lower one. */
export const BUSY_BPS = 8500
export const QUIET_BPS = 6000

/** An hour of the week is judged by at least so much: these weeks at its current price, and these hours of spots. */
export const MIN_WEEKS = 4
export const MIN_SPOT_HOURS = 20
/** A lot is judged by at least this number of kept reservations with an end. */
export const MIN_BOOKINGS = 30

/**
 * The assumption of the back-test: of the drivers who would pay 10% more, 4% don't book. Studies of parking find values around this
 * one (docs/decisions/0029-price-guidance.md).
 */
export const ELASTICITY_BPS = 4000

/** What owners may choose, in basis points of their own price. */
export const LOWEST_BPS = -5000
export const HIGHEST_BPS = 10_000
export const MIN_STEP_BPS = 500
export const MAX_STEP_BPS = 2500

/** How far the prices of an hour may be from the owner's own, and how far one change may go, in basis points. */
export interface GuidanceBounds {
  lowest_bps: number
  highest_bps: number
  step_bps: number
}

/** The bounds that the form starts with. Nothing is applied before the owner has saved some. */
export const usualBounds: GuidanceBounds = { lowest_bps: -2000, highest_bps: 3000, step_bps: 1000 }

/** The day and hour at which prices change on schedule: Monday, before the morning. */
export const APPLY_HOUR = 4
