/**
 * Limits of unpaid holds, which are in force for every caller (db/functions/holds.sql). A hold is unpaid only for
 * seconds unless a bank asks for verification or a card is declined.
 */

/** Maximum number of unpaid holds of one person, and of one card, at a time. contract/errors.ts names it in words. */
export const MAX_UNPAID_HOLDS = 5

/**
 * Maximum number of unpaid holds from one network in one lot at a time. It is higher than that of a person, because
 * many drivers share an address behind a carrier or an office.
 */
export const MAX_NETWORK_HOLDS = 20

/** All unproven guests together may hold this share of a lot's spots, and at least one. */
export const MAX_UNPROVEN_HOLDS_PERCENT = 20

/** Hours after which an unpaid hold no longer counts toward the limit of its card. */
export const CARD_HOLD_HOURS = 24

/** Hours after which an unpaid hold no longer counts toward the limits of its network and of unproven guests. */
export const LOT_HOLD_HOURS = 2

/** Number of holds that may end unpaid within `ENDED_HOLD_HOURS`, per person and card, before further ones wait. */
export const MAX_ENDED_HOLDS = 3
export const ENDED_HOLD_HOURS = 24

/** Hours to wait after the last of `MAX_ENDED_HOLDS`. Each further one doubles them, up to the maximum. */
export const HOLD_PAUSE_HOURS = 1
export const MAX_HOLD_PAUSE_HOURS = 24

/** Number of declined payments after which an unpaid hold is released. */
export const MAX_DECLINES = 2

/**
 * Minutes that a hold lasts after a declined payment, for another attempt. The message of a decline names it in words
 * (api/booking/reservations/book.ts).
 */
export const DECLINED_HOLD_MINUTES = 2
