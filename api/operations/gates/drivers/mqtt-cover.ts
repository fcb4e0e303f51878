import type { Ports } from '../../../ports.ts'
import { type GateDriver, notSent, type TriggerOutcome, unknown } from './driver.ts'
import { GateState } from './gate-state.ts'
import { type BrokerAccess, MqttLink, type MqttTimes } from './mqtt-link.ts'

export interface MqttCoverConfig extends MqttTimes {
  command_topic: string
  /** Null without a position sensor. */
  state_topic: string | null
  /** Null if the device does not report whether it is online. */
  availability_topic: string | null
}

const positions = new Map([
  ['open', 'OPEN'],
  ['closed', 'CLOSED'],
  ['opening', 'OPENING'],
  ['closing', 'CLOSING'],
  ['stopped', 'STOPPED'],
] as const)

/** A cover of Home Assistant's MQTT dialect. It confirms no command, so at best a sensor tells what happened. */
export function openMqttCover(
  config: MqttCoverConfig,
  broker: BrokerAccess,
  ports: Pick<Ports, 'now' | 'random'>,
): GateDriver {
  const { command_topic, state_topic, availability_topic } = config
  const state = new GateState(ports)
  const link = new MqttLink({
    ...config,
    broker,
    client_id: `openspot-${ports.random(8).toString('hex')}`,
    topics: state_topic === null ? [] : [state_topic],
    availability: availability_topic === null ? null : { topic: availability_topic, online: 'online' },
    onReachable: (is_reachable) => state.update({ is_reachable }),
    onMessage: (_topic, text) => {
      const position = positions.get(text as 'open')
      if (position !== undefined) state.update({ position })
    },
  })
  const send = async (payload: string, signal: AbortSignal): Promise<TriggerOutcome> => {
    const result = await link.send(command_topic, payload, signal, null)
    if (result.kind === 'ANSWER') return unknown('no_acknowledgment')
    return result.kind === 'NOT_SENT' ? notSent(result.reason) : unknown(result.reason)
  }
  return {
    capabilities: {
      position: state_topic !== null,
      holdOpen: false,
      obstruction: false,
      acknowledgment: false,
    },
    trigger: ({ signal }) => send('OPEN', signal),
    holdOpen: async () => notSent('refused'),
    endHoldOpen: async () => notSent('refused'),
    status: async () => state.current(),
    subscribe: (listener) => state.subscribe(listener),
    checkConfig: async () => {
      await link.untilReady()
      return link.is_reachable ? [] : [{ code: 'unreachable', detail: 'The device is not online.' }]
    },
    close: () => link.close(),
  }
}
