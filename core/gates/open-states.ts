import type { GateOpenStatus } from './enums.ts'

/**
 * The transitions of a request to open a gate. A request is SENT before its pulse leaves, so that a crash can never send
 * a second one. OPENING, OPEN, and CLOSED come only from a position sensor, which may also report late.
 */
export const gateOpenMoves: Readonly<Record<GateOpenStatus, readonly GateOpenStatus[]>> = {
  REQUESTED: ['SENT', 'EXPIRED', 'FAILED'],
  SENT: ['TRIGGERED', 'OPENING', 'OPEN', 'OBSTRUCTED', 'UNCONFIRMED', 'FAILED', 'UNKNOWN'],
  TRIGGERED: ['OPENING', 'OPEN', 'OBSTRUCTED', 'UNCONFIRMED'],
  UNCONFIRMED: ['OPENING', 'OPEN', 'OBSTRUCTED'],
  UNKNOWN: ['OPENING', 'OPEN', 'OBSTRUCTED'],
  OPENING: ['OPEN', 'OBSTRUCTED', 'CLOSED'],
  OPEN: ['OBSTRUCTED', 'CLOSED'],
  OBSTRUCTED: ['OPENING', 'OPEN', 'CLOSED'],
  CLOSED: [],
  REJECTED: [],
  EXPIRED: [],
  FAILED: [],
}

/** Whether nothing more is expected. A late report of the sensor may still change UNCONFIRMED and UNKNOWN. */
export const isFinalGateOpen = (status: GateOpenStatus): boolean =>
  status === 'UNCONFIRMED' || status === 'UNKNOWN' || gateOpenMoves[status].length === 0

/** Returns after how many milliseconds the status is worth polling again; null if it is final. */
export function pollGateOpenAfterMs(status: GateOpenStatus): number | null {
  if (isFinalGateOpen(status)) return null
  return status === 'REQUESTED' || status === 'SENT' ? 400 : 1_500
}

const fromSensor: readonly GateOpenStatus[] = ['OPENING', 'OPEN', 'CLOSED', 'OBSTRUCTED']

/** Returns what confirmed that the gate opened, from all states that the request went through. */
export function confirmedBy(statuses: readonly GateOpenStatus[]): 'NONE' | 'RELAY' | 'SENSOR' {
  if (statuses.some((status) => fromSensor.includes(status))) return 'SENSOR'
  return statuses.includes('TRIGGERED') ? 'RELAY' : 'NONE'
}
