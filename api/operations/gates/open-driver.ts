import type { Settings } from '@openspot/core/settings.ts'
import { allowNetworks } from '../../net/networks.ts'
import type { Ports } from '../../ports.ts'
import type { Secrets } from '../../secrets.ts'
import type { GateDriver } from './drivers/driver.ts'
import { openShellyHttp } from './drivers/shelly-http.ts'
import { openSimulated } from './drivers/simulated.ts'
import type { WiredGate } from './gates.sql.ts'
import { wiringOf } from './wiring.ts'

export interface GateDrivers {
  open(gate: WiredGate, password: string | null): GateDriver
  close(): Promise<void>
}

/** The latency of a simulated gate, about that of a relay in a building's network. */
const simulatedLatency = { least: 80, most: 400 }
/** How long a simulated gate stays open. */
const simulatedOpenMs = 8_000

/** Opens the drivers of this installation, and its broker if it has one. */
export async function openGateDrivers(
  settings: Settings['gates'],
  { ports, secrets }: { ports: Ports; secrets: Secrets },
): Promise<GateDrivers> {
  const networks = allowNetworks({ ranges: settings.networks })
  // The MQTT packages take memory, and most installations have no broker.
  const mqtt =
    settings.mqtt &&
    (await (await import('./mqtt-drivers.ts')).openMqttDrivers(settings.mqtt, { ports, secrets }))
  return {
    open(gate, password) {
      const { device, travel_seconds } = gate
      switch (device.driver) {
        case 'SIMULATED':
          return openSimulated(
            {
              script: gate.actuation === 'TOGGLE_BUTTON' && device.script === 'OK' ? 'TOGGLE' : device.script,
              seed: ports.random(4).readUInt32BE(),
              latency_ms: simulatedLatency,
              model: { travel_ms: travel_seconds * 1000, auto_close_ms: simulatedOpenMs },
            },
            ports,
          )
        case 'SHELLY_HTTP':
          return openShellyHttp({ url: device.url, password, wiring: wiringOf(device) }, { ports, networks })
        default:
          // The call that stores a gate refuses MQTT without a broker; the operator may have removed it since.
          if (mqtt === null) throw new Error('This installation has no MQTT broker.')
          return mqtt.open(device)
      }
    },
    close: async () => mqtt?.close(),
  }
}
