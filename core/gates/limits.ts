/** A command that was not delivered within this time is dropped: a late pulse could close the gate on a car. */
export const gateOpenExpiresSeconds = 10
/** Requests of one person per minute. */
export const gateOpensPerUser = 6
/** Pulses of one gate per minute. */
export const gateOpensPerGate = 20
/** How long after its request a pulse may still be reported by the position sensor, in multiples of the travel time. */
export const gateReportTravelTimes = 2

export const gateDefaults = {
  pulse_ms: 500,
  travel_seconds: 25,
  pause_seconds: 5,
  early_minutes: 15,
  late_minutes: 15,
} as const

/** The bounds of what staff may set. */
export const gateBounds = {
  pulse_ms: [100, 2000],
  travel_seconds: [1, 300],
  pause_seconds: [1, 300],
  early_minutes: [0, 1440],
  late_minutes: [0, 1440],
} as const satisfies Record<keyof typeof gateDefaults, readonly [number, number]>
/** How long staff may hold a gate open at once. */
export const longestHoldOpenHours = 12
/** How many gates a lot may have. */
export const gatesPerLot = 50
