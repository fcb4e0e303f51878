/** Why a vehicle may park: a reservation names it, or its owner has a spot assigned. */
export const parkingRights = ['RESERVATION', 'ASSIGNED'] as const
export type ParkingRight = (typeof parkingRights)[number]
