/** How many devices of a person get pushes; the one that was least recently added is removed for a new one. */
export const MAX_PUSH_DEVICES = 10

/** How long a job has a push or a text to itself. */
export const DELIVERY_CLAIM_MINUTES = 2

/** Seconds until a message is tried again; doubled each time up to the longest. */
export const FIRST_RETRY_SECONDS = 20
export const LONGEST_RETRY_SECONDS = 3600

/** How long deliveries are listed before they are deleted, in days. */
export const DELIVERY_DAYS = 90

/** How long the code that confirms a number is valid, in minutes, and how often it may be tried. */
export const TEXT_CODE_MINUTES = 10
export const TEXT_CODE_TRIES = 5

/** How many days after the end of a reservation the link of its guest works; without an end, after it was sent, in addition. */
export const GUEST_LINK_DAYS = 7
export const GUEST_LINK_OPEN_DAYS = 60

/** Texts to one number: those that others cause, codes, and all. */
export const TEXTS_PER_HOUR = 3
export const TEXTS_PER_DAY = 10
export const ALL_TEXTS_PER_DAY = 30

/** Returns the seconds until the next attempt. `asked` is what the vendor asked for. */
export function retrySeconds(attempts: number, asked: number | null): number {
  const own = Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** Math.max(0, attempts - 1))
  return Math.min(86_400, Math.max(own, asked ?? 0))
}
