/** How many days after a reservation its driver may rate the lot. The database has the same number (db/functions/ratings.sql). */
export const RATING_DAYS = 30
export const MAX_RATING_LENGTH = 1000
export const MAX_RATING_REASON = 500

/** The average of the stars, rounded to a tenth. Null without ratings. */
export const averageStars = (rating_count: number, rating_stars: number): number | null =>
  rating_count === 0 ? null : Math.round((rating_stars / rating_count) * 10) / 10
