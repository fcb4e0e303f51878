import type { Ports } from '../../../ports.ts'
import type { GateDriver } from './driver.ts'
import { GateState } from './gate-state.ts'
import { type BrokerAccess, MqttLink, type MqttTimes, parseJson } from './mqtt-link.ts'
import { type RpcTransport, shellyGate } from './shelly-gate.ts'
import {
  isRecord,
  type RpcReply,
  readFrame,
  readStatus,
  type ShellyWiring,
  sensorComponent,
} from './shelly-rpc.ts'

export interface MqttShellyConfig extends MqttTimes {
  /** The device's MQTT prefix. */
  prefix: string
  wiring: ShellyWiring
}

/** A Shelly that is a client of our broker: RPC frames on topics. */
export function openMqttShelly(
  config: MqttShellyConfig,
  broker: BrokerAccess,
  ports: Pick<Ports, 'now' | 'random'>,
): GateDriver {
  const { prefix, wiring, response_timeout_ms = 5000 } = config
  const state = new GateState(ports)
  const component = sensorComponent(wiring)
  // Answers go to this topic, so each driver has its own.
  const src = `openspot-${ports.random(8).toString('hex')}`
  const waiting = new Map<number, (reply: RpcReply) => void>()
  let last_id = ports.random(3).readUIntBE(0, 3)

  const link = new MqttLink({
    ...config,
    broker,
    client_id: src,
    topics: [`${src}/rpc`, `${prefix}/status/+`, `${prefix}/events/rpc`],
    availability: { topic: `${prefix}/online`, online: 'true' },
    onReachable: (is_reachable) => {
      state.update({ is_reachable })
      if (is_reachable && component !== null) void gate.status()
    },
    onMessage: (topic, text) => {
      const message = parseJson(text)
      if (!isRecord(message)) return
      if (topic === `${src}/rpc`) {
        const reply = readFrame(message)
        if (reply !== null) waiting.get(Number(message['id']))?.(reply)
      } else if (topic === `${prefix}/status/${component}`) state.update(readStatus(wiring, message))
      else if (message['method'] === 'NotifyStatus' && isRecord(message['params']) && component !== null)
        state.update(readStatus(wiring, message['params'][component]))
    },
  })

  const transport: RpcTransport = {
    call: async ({ method, params }, signal) => {
      last_id += 1
      const id = last_id
      const frame = JSON.stringify({ id, src, method, params })
      const result = await link.send<RpcReply>(`${prefix}/rpc`, frame, signal, (deliver) => {
        waiting.set(id, deliver)
        return () => waiting.delete(id)
      })
      if (result.kind !== 'ANSWER') return result
      return result.value ?? { kind: 'UNKNOWN', reason: 'bad_response' }
    },
    watch: () => () => {},
    close: () => link.close(),
  }
  const gate = shellyGate({ wiring, transport, state, response_timeout_ms, ports })
  return gate
}
