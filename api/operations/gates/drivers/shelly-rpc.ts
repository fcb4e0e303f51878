import { type ConfigFault, positionOfContact, type SensorContact, type TriggerReason } from './driver.ts'
import type { ReadingChange } from './gate-state.ts'

/** How the gate is wired to a Shelly of generation 2 or later. */
export type ShellyWiring =
  | {
      kind: 'SWITCH'
      id: number
      sensor: SensorContact | null
      /** Whether the gate stays open as long as the contact is closed. */
      can_latch: boolean
    }
  /** A device with two relays that knows the position itself. */
  | { kind: 'COVER'; id: number }

export interface RpcCall {
  method: string
  params: Record<string, unknown>
}

export type RpcReply =
  | { kind: 'RESULT'; result: unknown }
  | { kind: 'ERROR'; code: number; message: string }
  | { kind: 'NOT_SENT' | 'UNKNOWN'; reason: TriggerReason; response?: unknown }

/**
 * A pulse that the device ends itself. `toggle_after` is sent every time, because without it a cleared `auto_off` would
 * leave the contact closed.
 */
export const pulseCall = ({ kind, id }: ShellyWiring, pulse_ms: number): RpcCall =>
  kind === 'COVER'
    ? { method: 'Cover.Open', params: { id } }
    : { method: 'Switch.Set', params: { id, on: true, toggle_after: pulse_ms / 1000 } }

export const holdCall = ({ kind, id }: ShellyWiring, seconds: number): RpcCall =>
  kind === 'COVER'
    ? { method: 'Cover.Open', params: { id } }
    : { method: 'Switch.Set', params: { id, on: true, toggle_after: seconds } }

export const endHoldCall = ({ kind, id }: ShellyWiring): RpcCall =>
  kind === 'COVER'
    ? { method: 'Cover.Close', params: { id } }
    : { method: 'Switch.Set', params: { id, on: false } }

/** The call that reads the position; that of the relay, which says nothing about it, if there is no sensor. */
export function statusCall(wiring: ShellyWiring): RpcCall {
  const { kind, id } = wiring
  if (kind === 'COVER') return { method: 'Cover.GetStatus', params: { id } }
  return wiring.sensor === null
    ? { method: 'Switch.GetStatus', params: { id } }
    : { method: 'Input.GetStatus', params: { id: wiring.sensor.id } }
}

/** The name of the component whose status tells the position, such as `input:0`. */
export const sensorComponent = (wiring: ShellyWiring): string | null => {
  if (wiring.kind === 'COVER') return `cover:${wiring.id}`
  return wiring.sensor === null ? null : `input:${wiring.sensor.id}`
}

const coverPositions = new Map([
  ['open', 'OPEN'],
  ['closed', 'CLOSED'],
  ['opening', 'OPENING'],
  ['closing', 'CLOSING'],
  ['stopped', 'STOPPED'],
] as const)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns what the status of the sensor's component says. Anything unexpected says nothing. */
export function readStatus(wiring: ShellyWiring, status: unknown): ReadingChange {
  if (!isRecord(status)) return {}
  if (wiring.kind === 'COVER') {
    const position = coverPositions.get(status['state'] as 'open')
    if (position === undefined) return {}
    const errors: unknown[] = Array.isArray(status['errors']) ? status['errors'] : []
    return { position, is_obstructed: errors.includes('obstruction') }
  }
  const { state } = status
  if (wiring.sensor === null || typeof state !== 'boolean') return {}
  return { position: positionOfContact(wiring.sensor, state) }
}

/** Reads a response frame. A frame that is neither a result nor an error is null. */
export function readFrame(frame: unknown): RpcReply | null {
  if (!isRecord(frame)) return null
  const { error, result } = frame
  if (isRecord(error) && typeof error['code'] === 'number')
    return { kind: 'ERROR', code: error['code'], message: String(error['message'] ?? '').slice(0, 200) }
  return result === undefined ? null : { kind: 'RESULT', result }
}

/** The device refused the command before it did anything: unknown method or argument, or not available now. */
const refusalCodes: ReadonlySet<number> = new Set([404, -103, -105, -109, -114])
export const isRefusal = (code: number): boolean => refusalCodes.has(code)

/** The only argument of a pulse that a firmware may not know. */
export const rejectsToggleAfter = ({ params }: RpcCall, reply: RpcReply): boolean =>
  'toggle_after' in params && reply.kind === 'ERROR' && reply.code === -103

/** Reads the device's setup and returns what is wrong with it. */
export async function checkShelly(
  wiring: ShellyWiring,
  call: (call: RpcCall) => Promise<RpcReply>,
): Promise<ConfigFault[]> {
  const info = await call({ method: 'Shelly.GetDeviceInfo', params: {} })
  if (info.kind === 'NOT_SENT' || info.kind === 'UNKNOWN') return [faultOfReason(info.reason)]
  const faults: ConfigFault[] = []
  if (info.kind !== 'RESULT' || !isRecord(info.result) || info.result['auth_en'] !== true)
    faults.push({ code: 'authentication_off', detail: 'Set a password on the device.' })
  if (wiring.kind === 'SWITCH') faults.push(...(await checkSwitch(wiring.id, call)))
  if (sensorComponent(wiring) !== null) {
    const status = await call(statusCall(wiring))
    if (status.kind !== 'RESULT')
      faults.push({ code: 'component_missing', detail: `${sensorComponent(wiring)} gives no status.` })
  }
  return faults
}

async function checkSwitch(id: number, call: (call: RpcCall) => Promise<RpcReply>): Promise<ConfigFault[]> {
  const config = await call({ method: 'Switch.GetConfig', params: { id } })
  if (config.kind !== 'RESULT' || !isRecord(config.result))
    return [{ code: 'component_missing', detail: `switch:${id} gives no configuration.` }]
  const { auto_off, initial_state } = config.result
  const faults: ConfigFault[] = []
  if (auto_off !== true) faults.push({ code: 'auto_off_not_set', detail: 'Turn on auto_off.' })
  if (initial_state !== 'off')
    faults.push({ code: 'initial_state_not_off', detail: 'Set initial_state to off.' })
  return faults
}

function faultOfReason(reason: TriggerReason): ConfigFault {
  if (reason === 'network_not_allowed' || reason === 'unauthorized')
    return { code: reason, detail: 'The device was not read.' }
  return { code: 'unreachable', detail: `The device was not read: ${reason}.` }
}
