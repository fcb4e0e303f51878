import { parseArgs } from 'node:util'
import { gateScripts } from '@openspot/core/gates/scripts.ts'
import { GateDevice } from './device.ts'
import { connectDevice, type Dialect } from './mqtt-device.ts'
import { ShellyHttpServer } from './shelly-http.ts'

/** Runs a simulated gate as its own process: `node stand-ins/gates/main.ts --port 12180 --password secret` */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12180' },
    id: { type: 'string', default: 'shellyplus1-a8032ab12345' },
    password: { type: 'string' },
    cover: { type: 'boolean', default: false },
    script: { type: 'string', default: 'OK' },
    seed: { type: 'string', default: '1' },
    'latency-ms': { type: 'string', default: '100' },
    'travel-ms': { type: 'string', default: '25000' },
    'auto-close-ms': { type: 'string' },
    'mqtt-url': { type: 'string' },
    'mqtt-user': { type: 'string' },
    'mqtt-password': { type: 'string' },
    'mqtt-topic': { type: 'string' },
    'mqtt-dialect': { type: 'string', default: 'SHELLY' },
  },
})

const script = gateScripts.find((each) => each === values.script)
if (script === undefined) throw new Error(`--script is one of: ${gateScripts.join(' ')}.`)
const dialect = (['SHELLY', 'COVER', 'TASMOTA'] satisfies Dialect[]).find(
  (each) => each === values['mqtt-dialect'],
)
if (dialect === undefined) throw new Error('--mqtt-dialect is one of: SHELLY COVER TASMOTA.')

const device = new GateDevice({
  id: values.id,
  kind: values.cover ? 'COVER' : 'SWITCH',
  script,
  seed: Number(values.seed),
  latency_ms: { least: 0, most: Number(values['latency-ms']) },
  model: {
    travel_ms: Number(values['travel-ms']),
    auto_close_ms: values['auto-close-ms'] === undefined ? null : Number(values['auto-close-ms']),
  },
})
const http = new ShellyHttpServer(device, values.password ?? null)
const port = await http.listen({ host: values.host, port: Number(values.port) })
const url = values['mqtt-url']
const mqtt = url
  ? await connectDevice(device, {
      url,
      dialect,
      topic: values['mqtt-topic'] ?? values.id,
      ...(values['mqtt-user'] ? { username: values['mqtt-user'] } : {}),
      ...(values['mqtt-password'] ? { password: values['mqtt-password'] } : {}),
    })
  : null
process.stdout.write(`Gate stand-in on http://${values.host}:${port}\n`)

async function stop(): Promise<void> {
  device.close()
  await Promise.all([http.close(), mqtt?.close()])
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
