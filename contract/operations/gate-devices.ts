import { simulatedGateScripts } from '@openspot/core/gates/scripts.ts'
import { type Static, Type } from 'typebox'
import { Nullable, StrictObject, StringEnum } from '../common.ts'

const Topic = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^#+\\s\\u0000]+$', description })
const Channel = Type.Integer({ minimum: 0, maximum: 7, description: 'The relay, from 0.' })
const CanLatch = Type.Boolean({
  description: 'Whether the gate stays open as long as the contact is closed, so that it can be held open.',
})
const SensorInput = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: 7,
    description: 'The input of the reed switch that is closed while the gate is closed; null without one.',
  }),
)

/** Where a device is and how it is wired, by its driver. The password of a Shelly over HTTP is sent separately and never
 * returned. MQTT devices use the broker of the installation, which its operator sets. */
export const GateDevice = Type.Union([
  StrictObject({
    driver: Type.Literal('SIMULATED'),
    script: StringEnum(simulatedGateScripts, {
      description: 'What the simulated gate does, for trying the product without hardware.',
    }),
  }),
  StrictObject({
    driver: Type.Literal('SHELLY_HTTP'),
    url: Type.String({
      maxLength: 200,
      pattern: '^http://[^/@\\s?#]+/?$',
      description:
        'The address of the device in a network that the operator allows, for example http://10.0.0.20.',
    }),
    channel: Channel,
    sensor_input: SensorInput,
    can_latch: CanLatch,
    is_cover: Type.Boolean({
      description: 'Whether two relays of the device form a cover, which has a position.',
    }),
  }),
  StrictObject({
    driver: Type.Literal('SHELLY_MQTT'),
    prefix: Topic('The MQTT prefix of the device.'),
    channel: Channel,
    sensor_input: SensorInput,
    can_latch: CanLatch,
  }),
  StrictObject({
    driver: Type.Literal('HOME_ASSISTANT_MQTT'),
    command_topic: Topic('Where OPEN is published.'),
    state_topic: Topic('Where the cover reports open, opening, closed, closing, and stopped.'),
    availability_topic: Nullable(Topic('Where the cover reports online and offline.')),
  }),
  StrictObject({
    driver: Type.Literal('TASMOTA_MQTT'),
    topic: Topic('The topic of the device, the part after cmnd/.'),
    sensor_input: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 8,
        description: 'The switch that is closed while the gate is closed, from 1; null without one.',
      }),
    ),
  }),
])
export type GateDevice = Static<typeof GateDevice>
