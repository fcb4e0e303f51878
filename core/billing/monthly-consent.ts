/**
 * Days between the notice of a higher monthly price and the day it takes effect. Each consent stores how far a price
 * may rise on notice only (db/functions/consents.sql, `consent_to_months`).
 */
export const riseNoticeDays = 30
