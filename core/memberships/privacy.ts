/** Days after a reservation during which its lot still sees the driver's contact. */
export const GUEST_DAYS = 30
