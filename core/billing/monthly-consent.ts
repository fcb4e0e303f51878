/**
 * Days between the notice of a higher monthly price and the day it takes effect. Each consent stores how far a price
 * may rise on notice only (db/functions/consents.sql, `consent_to_months`).
 */
export const riseNoticeDays = 30

/**
 * Maximum price of a later month under a consent, in percent of the agreed price: enough to follow costs, too little to
 * become a different deal.
 */
export const MAX_CONSENTED_PERCENT = 125
