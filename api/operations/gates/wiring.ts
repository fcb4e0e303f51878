import type { GateDevice } from '@openspot/contract/operations/gate-devices.ts'

/** The contact that reports a closed gate. */
export const sensorOf = (input: number | null) =>
  input === null ? null : { id: input, active_means: 'CLOSED' as const }

type Shelly = Extract<GateDevice, { driver: 'SHELLY_HTTP' | 'SHELLY_MQTT' }>
/** How a gate is wired to a Shelly. */
export const wiringOf = (device: Shelly) =>
  device.driver === 'SHELLY_HTTP' && device.is_cover
    ? { kind: 'COVER' as const, id: device.channel }
    : {
        kind: 'SWITCH' as const,
        id: device.channel,
        sensor: sensorOf(device.sensor_input),
        can_latch: device.can_latch,
      }
