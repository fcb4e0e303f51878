import type { GateDevice } from './device.ts'

type Params = Record<string, unknown>
export type MethodReply = { result: unknown } | { error: { code: number; message: string } }

const fail = (code: number, message: string): MethodReply => ({ error: { code, message } })

/** The state of a reed contact at the closed end, on input 0. */
const inputStatus = (device: GateDevice) => ({ id: 0, state: device.reading().position === 'CLOSED' })

const coverStates = {
  OPEN: 'open',
  CLOSED: 'closed',
  OPENING: 'opening',
  CLOSING: 'closing',
  STOPPED: 'stopped',
} as const

function coverStatus(device: GateDevice) {
  const { position, is_obstructed } = device.reading()
  return {
    id: 0,
    source: 'MQTT',
    state: coverStates[position],
    ...(is_obstructed ? { errors: ['obstruction'] } : {}),
  }
}

/** The status of each component that the device has, by its name in topics and notifications. */
export function statuses(device: GateDevice): Record<string, unknown> {
  if (device.options.kind === 'COVER') return { 'cover:0': coverStatus(device) }
  return {
    'switch:0': { id: 0, source: 'MQTT', output: device.is_on },
    ...(device.behavior.has_sensor ? { 'input:0': inputStatus(device) } : {}),
  }
}

function setSwitch(device: GateDevice, { on, toggle_after }: Params): MethodReply {
  const { rejects_toggle_after = false, auto_off = true, auto_off_delay = 1 } = device.options
  if (typeof on !== 'boolean') return fail(-103, "Missing or bad argument 'on'!")
  if (toggle_after !== undefined && (rejects_toggle_after || typeof toggle_after !== 'number'))
    return fail(-103, "Invalid argument 'toggle_after'!")
  if (device.behavior.refuses) return fail(-114, 'Resource unavailable: overheated')
  const seconds = typeof toggle_after === 'number' ? toggle_after : auto_off ? auto_off_delay : null
  return { result: device.setRelay(on, seconds === null ? null : seconds * 1000) }
}

function drive(device: GateDevice, direction: 1 | -1): MethodReply {
  if (device.behavior.refuses) return fail(-114, 'Resource unavailable: overheated')
  device.drive(direction)
  return { result: null }
}

const common: Record<string, (device: GateDevice, params: Params, auth_en: boolean) => MethodReply> = {
  'Shelly.GetDeviceInfo': (device, _params, auth_en) => ({
    result: {
      id: device.options.id,
      gen: 2,
      app: 'Plus1',
      ver: '1.7.4',
      auth_en,
      auth_domain: device.options.id,
    },
  }),
}

const ofSwitch: typeof common = {
  'Switch.Set': setSwitch,
  'Switch.GetStatus': (device) => ({ result: statuses(device)['switch:0'] }),
  'Switch.GetConfig': ({ options }) => ({
    result: {
      id: 0,
      in_mode: 'detached',
      initial_state: options.initial_state ?? 'off',
      auto_off: options.auto_off ?? true,
      auto_off_delay: options.auto_off_delay ?? 1,
    },
  }),
  'Input.GetStatus': (device) =>
    device.behavior.has_sensor
      ? { result: inputStatus(device) }
      : fail(-105, "Argument 'id', value 0 not found!"),
}

const ofCover: typeof common = {
  'Cover.Open': (device) => drive(device, 1),
  'Cover.Close': (device) => drive(device, -1),
  'Cover.GetStatus': (device) => ({ result: coverStatus(device) }),
}

/** Executes one call as the device would. */
export function callMethod(
  device: GateDevice,
  method: string,
  params: Params,
  auth_en: boolean,
): MethodReply {
  const methods = { ...common, ...(device.options.kind === 'COVER' ? ofCover : ofSwitch) }
  const run = methods[method]
  if (run === undefined) return fail(404, `No handler for ${method}`)
  const { id } = params
  if (id !== undefined && id !== 0) return fail(-105, `Argument 'id', value ${String(id)} not found!`)
  return run(device, params, auth_en)
}
