/** Photos of one fine, and of one appeal. */
export const photosPerFine = 6
export const photosPerAppeal = 4
/** The same plate is not fined for the same reason again within this time. */
export const SAME_VIOLATION_MINUTES = 60
/** After a declined appeal, there is at least this long to pay. */
export const DAYS_AFTER_APPEAL = 7
/** A refund from this amount on needs a recent sign-in, in minor units. */
export const RECENT_SIGN_IN_FROM_CENTS = 10_000
/** Photos are deleted this long after the last day of appeals. */
export const FINE_PHOTO_DAYS = 90
/** A plate is taken for a driver's if they reserved with it in the lot within this many days. */
export const KNOWN_DRIVER_DAYS = 30
