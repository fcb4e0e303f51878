/** How many photos a report can have. */
export const photosPerProblem = 4
/** How many photos a person can have uploaded that belong to nothing yet. */
export const unusedPhotosPerPerson = 12
/** How long before its start a driver may find the spot taken, in minutes. */
export const problemEarlyMinutes = 30
/**
 * How often within 90 days a driver can move or be refunded without staff. Who needs it more often is helped by the
 * staff, because it could be abused.
 */
export const ownResolutionsPer90Days = 3
