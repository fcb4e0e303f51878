/** Days after the first failure on which an unpaid month is charged again, within the lot's grace period. */
export const RETRY_DAYS = [1, 3, 5] as const

/** The reason stored and shown when a reservation ends because it was not paid. */
export const UNPAID_REASON = 'It was not paid in time.'
