/**
 * Limits of what booking pages hold (db/functions/page_holds.sql). Such a hold costs its visitor nothing, so there may be fewer of them than
 * of unpaid ones (hold-limits.ts). Beyond a limit the page works without a hold.
 */

/** Minutes that a page holds its spot. Nothing extends them unasked. */
export const PAGE_HOLD_MINUTES = 10

/** Maximum number of lots in which one visitor holds a spot at a time. In each lot it is one spot. */
export const MAX_PAGE_HOLDS = 3

/** Maximum number of times that one visitor starts a countdown in one lot within an hour. */
export const MAX_HOURLY_PAGE_HOLDS = 6

/** Maximum number of spots of one lot that pages of one network hold at a time; many drivers share an address behind a carrier. */
export const MAX_NETWORK_PAGE_HOLDS = 10

/** All visitors who are not known together may hold this share of a lot’s spots, and at least one. */
export const MAX_ANONYMOUS_PAGE_HOLDS_PERCENT = 20
