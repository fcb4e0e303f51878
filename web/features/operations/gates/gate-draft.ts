import type { GateDevice } from '@openspot/contract/operations/gate-devices.ts'
import type { StaffGate } from '@openspot/contract/operations/gates.ts'
import type { GateDriverKind } from '@openspot/core/gates/enums.ts'
import { gateDefaults } from '@openspot/core/gates/limits.ts'

/** The settings of a gate while staff type them. An empty password keeps the stored one. */
export type GateDraft = Pick<
  StaffGate,
  | 'name'
  | 'device'
  | 'actuation'
  | 'pulse_ms'
  | 'travel_seconds'
  | 'pause_seconds'
  | 'early_minutes'
  | 'late_minutes'
> & { locked_reason: string; emergency_access: string; password: string }

export const newDraft = (): GateDraft => ({
  name: '',
  device: newDevice('SHELLY_HTTP'),
  actuation: 'OPEN_INPUT',
  ...gateDefaults,
  locked_reason: '',
  emergency_access: '',
  password: '',
})

export const draftOf = (gate: StaffGate): GateDraft => ({
  name: gate.name,
  device: gate.device,
  actuation: gate.actuation,
  pulse_ms: gate.pulse_ms,
  travel_seconds: gate.travel_seconds,
  pause_seconds: gate.pause_seconds,
  early_minutes: gate.early_minutes,
  late_minutes: gate.late_minutes,
  locked_reason: gate.locked_reason ?? '',
  emergency_access: gate.emergency_access ?? '',
  password: '',
})

/** The settings of a draft as calls send them. */
export const settingsOf = (draft: GateDraft) => ({
  name: draft.name,
  device: draft.device,
  actuation: draft.actuation,
  pulse_ms: draft.pulse_ms,
  travel_seconds: draft.travel_seconds,
  pause_seconds: draft.pause_seconds,
  early_minutes: draft.early_minutes,
  late_minutes: draft.late_minutes,
  locked_reason: draft.locked_reason.trim() || null,
  emergency_access: draft.emergency_access.trim() || null,
})

/** A device of another kind, with its usual wiring. */
export function newDevice(driver: GateDriverKind): GateDevice {
  switch (driver) {
    case 'SIMULATED':
      return { driver, script: 'OK' }
    case 'SHELLY_HTTP':
      return { driver, url: '', channel: 0, sensor_input: null, can_latch: false, is_cover: false }
    case 'SHELLY_MQTT':
      return { driver, prefix: '', channel: 0, sensor_input: null, can_latch: false }
    case 'HOME_ASSISTANT_MQTT':
      return { driver, command_topic: '', state_topic: '', availability_topic: null }
    case 'TASMOTA_MQTT':
      return { driver, topic: '', sensor_input: null }
  }
}
