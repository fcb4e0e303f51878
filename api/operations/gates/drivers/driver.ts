import type { KnownGatePosition } from '@openspot/core/gates/gate-model.ts'

/** One pulse, or one command to hold the gate open. The caller stores it before it calls the driver. */
export interface Pulse {
  request_id: string
  /** How long the contact is closed: 100 to 2000. */
  pulse_ms: number
  /**
   * Aborts at the deadline. Nothing is sent afterward, and the call settles at once: as NOT_SENT if nothing was sent, and
   * as UNKNOWN otherwise.
   */
  signal: AbortSignal
}

export type TriggerReason =
  /** The deadline passed before anything was sent. */
  | 'expired'
  /** The address is outside the networks that the operator allows, or no address at all. */
  | 'network_not_allowed'
  /** The connection was refused, or the host was not found. */
  | 'unreachable'
  /** The gate's driver has no connection to the broker. Nothing is queued. */
  | 'broker_disconnected'
  /** The device reported that it is offline, or never reported that it is online. */
  | 'device_offline'
  | 'unauthorized'
  /** The device is not set up for a pulse that ends by itself. */
  | 'misconfigured'
  /** The device answered that it refuses the command. */
  | 'refused'
  /** Sent, but the device did not answer in time. */
  | 'no_response'
  /** Sent, but the connection was lost before the answer. */
  | 'connection_lost'
  /** Sent, but the answer was too large or not of this protocol, such as a redirect. */
  | 'bad_response'
  /** Sent. Devices of this kind never confirm a command; only their sensor can. */
  | 'no_acknowledgment'

/**
 * - `ACKNOWLEDGED`: the device confirmed the pulse. The gate may still not have moved.
 * - `NOT_SENT`: it is certain that no pulse was or will be executed.
 * - `UNKNOWN`: a pulse may have been executed. It must not be repeated.
 */
export interface TriggerOutcome {
  outcome: 'ACKNOWLEDGED' | 'NOT_SENT' | 'UNKNOWN'
  reason: TriggerReason | null
  /** What the device answered, without secrets. */
  response: unknown
}

export const notSent = (reason: TriggerReason, response: unknown = null): TriggerOutcome => ({
  outcome: 'NOT_SENT',
  reason,
  response,
})

export const unknown = (reason: TriggerReason, response: unknown = null): TriggerOutcome => ({
  outcome: 'UNKNOWN',
  reason,
  response,
})

export const acknowledged = (response: unknown): TriggerOutcome => ({
  outcome: 'ACKNOWLEDGED',
  reason: null,
  response,
})

export interface GateReading {
  is_reachable: boolean
  /** Null without a position sensor, or if its position is not known. */
  position: KnownGatePosition | null
  /** Null if the device cannot tell. */
  is_obstructed: boolean | null
  observed_at: Date
}

export type GateEvent =
  | { type: 'POSITION'; position: KnownGatePosition; observed_at: Date }
  | { type: 'REACHABILITY'; is_reachable: boolean; observed_at: Date }
  | { type: 'OBSTRUCTION'; is_obstructed: boolean; observed_at: Date }

export type ConfigFaultCode =
  | 'unreachable'
  | 'network_not_allowed'
  | 'unauthorized'
  | 'authentication_off'
  /** The device does not know the relay, cover, or input that the gate is set up for. */
  | 'component_missing'
  | 'auto_off_not_set'
  | 'initial_state_not_off'
  /** The firmware rejected `toggle_after`, so no pulse is possible. */
  | 'toggle_after_rejected'
  | 'pulse_time_not_confirmed'

export interface ConfigFault {
  code: ConfigFaultCode
  detail: string
}

export interface GateCapabilities {
  position: boolean
  holdOpen: boolean
  obstruction: boolean
  acknowledgment: boolean
}

/**
 * One gate. A pulse is not idempotent: it may toggle the gate, and a late one may close it on a car. So a driver sends at
 * most one command for each call, never repeats it, and never delivers it after its deadline.
 */
export interface GateDriver {
  readonly capabilities: GateCapabilities
  /** Never throws, and settles before the signal aborts or right after it. */
  trigger(pulse: Pulse): Promise<TriggerOutcome>
  /**
   * Holds the gate open until `until`, if `capabilities.holdOpen`. A latched relay releases itself then; a cover stays
   * open until `endHoldOpen`. Settles like `trigger`.
   */
  holdOpen(hold: Omit<Pulse, 'pulse_ms'> & { until: Date }): Promise<TriggerOutcome>
  endHoldOpen(end: Omit<Pulse, 'pulse_ms'>): Promise<TriggerOutcome>
  /** Reads the device, or what it last reported. Never throws. */
  status(): Promise<GateReading>
  /** Calls the listener for each change, beginning with the first reading. Returns the function that ends it. */
  subscribe(listener: (event: GateEvent) => void): () => void
  /** Returns what is wrong with the device's setup; nothing if it is ready. Never switches anything. */
  checkConfig(): Promise<ConfigFault[]>
  close(): Promise<void>
}

/** A contact at one end of the gate's travel. */
export interface SensorContact {
  id: number
  /** What the closed contact means. An open one at the closed end counts as OPEN; at the open end it says nothing. */
  active_means: 'OPEN' | 'CLOSED'
}

export function positionOfContact(sensor: SensorContact, is_active: boolean): KnownGatePosition | null {
  if (is_active) return sensor.active_means
  return sensor.active_means === 'CLOSED' ? 'OPEN' : null
}
