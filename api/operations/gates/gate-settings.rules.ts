import type { GateDevice } from '@openspot/contract/operations/gate-devices.ts'
import type { GateActuation } from '@openspot/core/gates/enums.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { refuse } from '../../errors.ts'

/** Throws `request_invalid` if a second pulse could reach a toggle gate while it still moves. */
export function refuseUnsafeGate(gate: {
  actuation: GateActuation
  pause_seconds: number
  travel_seconds: number
}): void {
  if (gate.actuation !== 'TOGGLE_BUTTON' || gate.pause_seconds >= gate.travel_seconds) return
  refuse('request_invalid', {
    field: 'pause_seconds',
    message: (t) => t('apiErrors.gates.pause'),
  })
}

/** Throws `request_invalid` for a device that this installation may not use. */
export function checkDevice(settings: Settings, device: GateDevice): void {
  if (device.driver.endsWith('_MQTT') && settings.gates.mqtt === null) {
    refuse('request_invalid', {
      field: 'device/driver',
      message: (t) => t('apiErrors.gates.noBroker'),
    })
  }
  if (device.driver !== 'SIMULATED' || settings.environment !== 'prod') return
  refuse('request_invalid', {
    field: 'device/driver',
    message: (t) => t('apiErrors.gates.simulated'),
  })
}

/** Whether a device can hold its gate open. */
export function canHoldOpen(device: GateDevice): boolean {
  if (device.driver === 'SHELLY_HTTP') return device.is_cover || device.can_latch
  return device.driver === 'SIMULATED' || (device.driver === 'SHELLY_MQTT' && device.can_latch)
}

/** Whether a device reports where its gate is. */
export function hasPositionSensor(device: GateDevice): boolean {
  switch (device.driver) {
    case 'SIMULATED':
      return device.script !== 'NO_SENSOR'
    case 'SHELLY_HTTP':
      return device.is_cover || device.sensor_input !== null
    case 'SHELLY_MQTT':
    case 'TASMOTA_MQTT':
      return device.sensor_input !== null
    case 'HOME_ASSISTANT_MQTT':
      return true
  }
}
