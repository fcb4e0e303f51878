/** Notifications to the admins of a lot about a gate that needs a person. */
export const gateNoticeKinds = ['GATE_OFFLINE', 'GATE_STAYS_OPEN'] as const
export type GateNoticeKind = (typeof gateNoticeKinds)[number]
/** How the product reaches the hardware of a gate. */
export const gateDrivers = [
  'SIMULATED',
  'SHELLY_HTTP',
  'SHELLY_MQTT',
  'HOME_ASSISTANT_MQTT',
  'TASMOTA_MQTT',
] as const
export type GateDriverKind = (typeof gateDrivers)[number]
/** What a pulse does: an open input only opens; a toggle button opens a closed gate and closes an open one. */
export const gateActuations = ['OPEN_INPUT', 'TOGGLE_BUTTON'] as const
export type GateActuation = (typeof gateActuations)[number]
/** Where a gate is, as its position sensor reports it. UNKNOWN without one. */
export const gatePositions = ['UNKNOWN', 'CLOSED', 'OPENING', 'OPEN', 'CLOSING', 'STOPPED'] as const
export type GatePosition = (typeof gatePositions)[number]
/** The states of a request to open a gate; `open-states.ts` has their transitions. */
export const gateOpenStatuses = [
  'REQUESTED',
  'SENT',
  'TRIGGERED',
  'OPENING',
  'OPEN',
  'CLOSED',
  'UNCONFIRMED',
  'OBSTRUCTED',
  'REJECTED',
  'EXPIRED',
  'FAILED',
  'UNKNOWN',
] as const
export type GateOpenStatus = (typeof gateOpenStatuses)[number]
/** What entitles a person to open a gate. */
export const gateRights = ['RESERVATION', 'ASSIGNMENT', 'MEMBERSHIP', 'STAFF', 'PLATE_EVENT'] as const
/** Why a request did not open the gate. */
export const gateReasons = [
  // REJECTED
  'NOT_AUTHORIZED',
  'TOO_EARLY',
  'TOO_LATE',
  'LOCKED',
  'TOO_OFTEN',
  'GATE_BUSY',
  'HELD_OPEN',
  'ALREADY_OPEN',
  'MAY_BE_MOVING',
  'MISCONFIGURED',
  // EXPIRED
  'NOT_DELIVERED',
  // FAILED
  'UNREACHABLE',
  'OFFLINE',
  'REFUSED',
  // UNKNOWN
  'NO_ANSWER',
  // UNCONFIRMED
  'NO_SENSOR',
  'NO_MOVEMENT',
] as const
export type GateReason = (typeof gateReasons)[number]
/** What the self-check of a gate's device finds wrong with its setup. */
export const gateFaults = [
  'UNREACHABLE',
  'NETWORK_NOT_ALLOWED',
  'UNAUTHORIZED',
  'AUTHENTICATION_OFF',
  'COMPONENT_MISSING',
  'AUTO_OFF_NOT_SET',
  'INITIAL_STATE_NOT_OFF',
  'TOGGLE_AFTER_REJECTED',
  'PULSE_TIME_NOT_CONFIRMED',
] as const
export type GateFault = (typeof gateFaults)[number]
