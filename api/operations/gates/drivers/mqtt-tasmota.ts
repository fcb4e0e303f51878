import type { Ports } from '../../../ports.ts'
import {
  acknowledged,
  type ConfigFault,
  type GateDriver,
  notSent,
  type Pulse,
  positionOfContact,
  type SensorContact,
  type TriggerOutcome,
  unknown,
} from './driver.ts'
import { GateState } from './gate-state.ts'
import { type BrokerAccess, MqttLink, type MqttTimes, parseJson } from './mqtt-link.ts'
import { isRecord } from './shelly-rpc.ts'

export interface MqttTasmotaConfig extends MqttTimes {
  /** The device's topic. */
  topic: string
  /** A contact on one of the device's switch inputs, counted from 1. */
  sensor: SensorContact | null
}

/** A device with Tasmota's firmware. It ends a pulse itself if `PulseTime1` is set, so no pulse is sent before that. */
export function openMqttTasmota(
  config: MqttTasmotaConfig,
  broker: BrokerAccess,
  ports: Pick<Ports, 'now' | 'random'>,
): GateDriver {
  const { topic, sensor } = config
  const state = new GateState(ports)
  const waiting = new Set<(message: Record<string, unknown>) => void>()
  /** What the device last reported of its own setup; null if it did not since it is online. */
  let pulse_time: number | null = null
  let power_on_state: number | null = null

  const readSetup = (message: Record<string, unknown>) => {
    pulse_time = pulseTimeOf(message) ?? pulse_time
    const value = message['PowerOnState']
    if (value !== undefined) power_on_state = Number(value)
  }

  const readSensor = (message: Record<string, unknown>) => {
    if (sensor === null) return
    const is_active = contactOf(message[`Switch${sensor.id}`])
    if (is_active !== null) state.update({ position: positionOfContact(sensor, is_active) })
  }

  const link = new MqttLink({
    ...config,
    broker,
    client_id: `openspot-${ports.random(8).toString('hex')}`,
    topics: [`stat/${topic}/RESULT`, `tele/${topic}/SENSOR`, `stat/${topic}/STATUS10`],
    availability: { topic: `tele/${topic}/LWT`, online: 'Online' },
    onReachable: (is_reachable) => {
      // A device that was away may have been reset or replaced.
      pulse_time = null
      power_on_state = null
      state.update({ is_reachable })
      if (is_reachable && sensor !== null)
        void link.send(`cmnd/${topic}/STATUS`, '10', new AbortController().signal, null)
    },
    onMessage: (_topic, text) => {
      const message = parseJson(text)
      if (!isRecord(message)) return
      readSetup(message)
      readSensor(isRecord(message['StatusSNS']) ? message['StatusSNS'] : message)
      for (const deliver of waiting) deliver(message)
    },
  })

  /** Sends a command and waits for a result that `matches`. */
  const send = (
    command: string,
    payload: string,
    signal: AbortSignal,
    matches: (message: Record<string, unknown>) => boolean,
  ) =>
    link.send<Record<string, unknown>>(`cmnd/${topic}/${command}`, payload, signal, (deliver) => {
      const look = (message: Record<string, unknown>) => {
        if (matches(message)) deliver(message)
      }
      waiting.add(look)
      return () => waiting.delete(look)
    })

  /** Returns null once the device confirmed that it ends a pulse of this length itself and starts with the relay off. */
  const setUp = async (units: number, signal: AbortSignal): Promise<TriggerOutcome | null> => {
    if (pulse_time !== units) {
      const result = await send(
        'PulseTime1',
        String(units),
        signal,
        (message) => pulseTimeOf(message) !== null,
      )
      if (result.kind === 'NOT_SENT') return notSent(result.reason)
    }
    if (pulse_time === units && power_on_state !== 0) {
      const result = await send('PowerOnState', '0', signal, (message) => 'PowerOnState' in message)
      if (result.kind === 'NOT_SENT') return notSent(result.reason)
    }
    if (signal.aborted) return notSent('expired')
    // Only the setup was sent, which moves nothing.
    return pulse_time === units && power_on_state === 0 ? null : notSent('misconfigured')
  }

  const trigger = async ({ pulse_ms, signal }: Pulse): Promise<TriggerOutcome> => {
    const refusal = await setUp(unitsOf(pulse_ms), signal)
    if (refusal !== null) return refusal
    const result = await send('POWER1', 'ON', signal, (message) =>
      [message['POWER'], message['POWER1']].includes('ON'),
    )
    if (result.kind === 'ANSWER') return acknowledged(result.value)
    return result.kind === 'NOT_SENT' ? notSent(result.reason) : unknown(result.reason)
  }

  /** Asks the device for its setup, without changing it: a check may run while a pulse is being executed. */
  const readFaults = async (signal: AbortSignal): Promise<ConfigFault[]> => {
    for (const [command, name] of [
      ['PulseTime1', 'PulseTime1'],
      ['PowerOnState', 'PowerOnState'],
    ] as const) {
      // A command without a value is a question.
      const result = await send(command, '', signal, (message) => name in message || 'Command' in message)
      if (result.kind === 'NOT_SENT')
        return [{ code: 'unreachable', detail: `The device was not read: ${result.reason}.` }]
    }
    if (pulse_time === null || power_on_state === null)
      return [
        {
          code: 'pulse_time_not_confirmed',
          detail: 'The device did not report PulseTime1 and PowerOnState.',
        },
      ]
    return []
  }

  return {
    capabilities: { position: sensor !== null, holdOpen: false, obstruction: false, acknowledgment: true },
    trigger,
    holdOpen: async () => notSent('refused'),
    endHoldOpen: async () => notSent('refused'),
    status: async () => state.current(),
    subscribe: (listener) => state.subscribe(listener),
    checkConfig: () => readFaults(AbortSignal.timeout(config.response_timeout_ms ?? 5000)),
    close: () => link.close(),
  }
}

/** Up to 111, `PulseTime` counts tenths of a second. */
const unitsOf = (pulse_ms: number): number => Math.min(111, Math.max(1, Math.round(pulse_ms / 100)))

/** Newer firmware reports `{"PulseTime1":{"Set":5,"Remaining":0}}`, older `{"PulseTime1":"5 (Active 0)"}`. */
function pulseTimeOf({ PulseTime1: value }: Record<string, unknown>): number | null {
  const set = isRecord(value) ? value['Set'] : value
  const number = Number.parseInt(String(set), 10)
  return Number.isNaN(number) ? null : number
}

function contactOf(value: unknown): boolean | null {
  const action = isRecord(value) ? value['Action'] : value
  return action === 'ON' ? true : action === 'OFF' ? false : null
}
