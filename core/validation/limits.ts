/** How long after the end of parking a reservation may be validated. The database has the same number. */
export const validationWindowHours = 24
/** The days within which an option's limit per driver counts. */
export const validationDriverDays = 30
/** Validations by the tablet of one partner per hour. */
export const tabletValidationsPerHour = 120
/** How many partners a lot may have, and how many options a partner. */
export const partnersPerLot = 200
export const optionsPerPartner = 20
