/**
 * Days between the notice of a higher monthly price and the day it takes effect. How far a price may rise on notice alone is
 * kept with each consent (db/functions/consents.sql, `consent_to_months`).
 */
export const riseNoticeDays = 30
