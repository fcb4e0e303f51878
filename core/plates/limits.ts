/** How long ago a device without a connection may have seen a vehicle, in hours. */
export const OFFLINE_HOURS = 48
/** How long it is kept who looked up which plate. */
export const plateLookupDays = 90
