import type { GateDevice } from '@openspot/contract/operations/gate-devices.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Ports } from '../../ports.ts'
import type { Secrets } from '../../secrets.ts'
import { openBroker } from './drivers/broker.ts'
import type { GateDriver } from './drivers/driver.ts'
import { openMqttCover } from './drivers/mqtt-cover.ts'
import { openMqttShelly } from './drivers/mqtt-shelly.ts'
import { openMqttTasmota } from './drivers/mqtt-tasmota.ts'
import { sensorOf, wiringOf } from './wiring.ts'

type Mqtt = NonNullable<Settings['gates']['mqtt']>
type MqttDevice = Extract<GateDevice, { driver: `${string}_MQTT` }>

/** Opens the drivers of gates over MQTT and the broker of this installation. */
export async function openMqttDrivers(
  mqtt: Mqtt,
  { ports, secrets }: { ports: Ports; secrets: Secrets },
): Promise<{ open(device: MqttDevice): GateDriver; close(): Promise<void> }> {
  const broker = await openInstallationBroker(mqtt, secrets)
  const { access } = broker
  return {
    open(device) {
      switch (device.driver) {
        case 'SHELLY_MQTT':
          return openMqttShelly({ prefix: device.prefix, wiring: wiringOf(device) }, access, ports)
        case 'HOME_ASSISTANT_MQTT': {
          const { command_topic, state_topic, availability_topic } = device
          return openMqttCover({ command_topic, state_topic, availability_topic }, access, ports)
        }
        case 'TASMOTA_MQTT':
          return openMqttTasmota(
            { topic: device.topic, sensor: sensorOf(device.sensor_input) },
            access,
            ports,
          )
      }
    },
    close: () => broker.close(),
  }
}

/** Where processes of this installation find the broker that the first of them runs. */
async function openInstallationBroker(mqtt: Mqtt, secrets: Secrets) {
  if ('url' in mqtt) return openBroker({ url: mqtt.url })
  const own_password = secrets.keyFor('mqtt broker')
  const accounts = [{ username: 'gates', password: mqtt.password, prefixes: null }]
  try {
    return await openBroker({ host: mqtt.host, port: mqtt.port, accounts, own_password })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    const url = `mqtt://${mqtt.host}:${mqtt.port}`
    return { access: { url, username: 'openspot', password: own_password }, close: async () => {} }
  }
}
