/** Days after which events of pages and calls are deleted. */
export const EVENT_DAYS = 90
/** Weeks that figures reach back, at most. */
export const FIGURE_WEEKS = 12
/** Days that an event waits for the vendor. After that, it is given up. */
export const FORWARD_DAYS = 7
/** Days after which the salt of visitors is deleted: the day itself must be over everywhere. */
export const SALT_DAYS = 2
/** Days until a visitor who allowed to be recognized is asked again. */
export const CHOICE_DAYS = 180
/** Events in one request, and bytes of it, decompressed. */
export const MAX_EVENTS = 50
export const MAX_USAGE_BYTES = 100_000

/** The cookie with a visitor's choice: a random UUID if they allowed to be recognized, `declined` if nothing may be counted. */
export const choiceCookie = 'openspot_visitor'
export const DECLINED = 'declined'
