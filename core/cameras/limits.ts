/** The largest event that is stored, in bytes. Pictures are part of it. */
export const largestCameraEvent = 4_000_000
/** Events of one camera per minute; more are discarded. */
export const cameraEventsPerMinute = 120
export const camerasPerLot = 50
/** How long a replaced address is still accepted, in minutes, and the longest that staff may choose. */
export const defaultGraceMinutes = 60
export const longestGraceMinutes = 1440
/** An event older than this opens no gate, because a late pulse could close it on another vehicle. */
export const plateOpensSeconds = 10
/** How far the clock of a camera may be ahead before its time is replaced by the time of arrival. */
export const clockAheadSeconds = 5
/** Events older than this are not used: nothing is kept that long. */
export const oldestEventHours = 72
/** How long visits with a right, and the others, are kept after the vehicle left. */
export const matchedVisitHours = 72
export const unmatchedVisitDays = 7
/** Two reads of a vehicle in the same direction within this time are one passage. */
export const samePassageSeconds = 120
/** When a visit without an end of its right is checked again, and one that needs a person. */
export const checkVisitMinutes = 15
