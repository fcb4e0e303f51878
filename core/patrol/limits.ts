/** How long a device may work with the data of a shift, in hours. Then it is deleted from the device. */
export const SHIFT_HOURS = 12
/** Rights that ended this long ago are still in the data of a shift, in hours, so that a device can say when one ended. */
export const ENDED_HOURS = 2
/** Open problems in the data of a shift, the newest first. */
export const MAX_SHIFT_TASKS = 100
