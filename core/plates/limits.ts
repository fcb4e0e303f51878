/** How long ago a device without a connection may have seen a vehicle, in hours. */
export const OFFLINE_HOURS = 48
/** How often anyone may ask on the public page about the same plate in a lot. */
export const CHECKS_OF_PLATE_PER_HOUR = 10
/** How long it is kept who looked up which plate. */
export const plateLookupDays = 90
