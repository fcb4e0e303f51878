/** How long a texted code is valid, in minutes, and how often it may be tried. */
export const PHONE_CODE_MINUTES = 10
export const PHONE_CODE_TRIES = 5

/** Seconds until another code can be requested on a screen. */
export const PHONE_CODE_WAIT_SECONDS = 30

/** Codes to one number. */
export const PHONE_CODES_PER_HOUR = 3
export const PHONE_CODES_PER_DAY = 8

/** Codes that one network requests in a day, and codes to one block of ten thousand numbers, whose owner may earn from each text. */
export const PHONE_CODES_PER_NETWORK = 30
export const PHONE_CODES_PER_BLOCK = 40

/**
 * Days after which a number no longer signs in to an account that has an email address, unless it was used in the meantime: carriers
 * give numbers to others.
 */
export const PHONE_PROOF_DAYS = 365
