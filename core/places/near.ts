/** How far a lot may be from a place to be on its page, in meters: a mile. */
export const NEAR_METERS = 1609
