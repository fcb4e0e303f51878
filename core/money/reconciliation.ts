/** Hours that a transaction may take to reach the other side's books before it counts as a difference. */
export const MAX_TRANSIT_HOURS = 1
