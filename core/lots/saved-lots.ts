/** How many lots a person can save; as in db/functions/people.sql, which a test compares. */
export const MAX_SAVED_LOTS = 100
