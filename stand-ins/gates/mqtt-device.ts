import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import type { GateDevice } from './device.ts'
import { callMethod, statuses } from './shelly-methods.ts'

export type Dialect = 'SHELLY' | 'COVER' | 'TASMOTA'

export interface MqttDeviceOptions {
  url: string
  username?: string
  password?: string
  dialect: Dialect
  /** The prefix of the device's topics. */
  topic: string
  /** Reconnects by itself, as devices do: after 100 ms if absent. */
  reconnect_ms?: number
  /** A device that asks the broker to keep messages while it is away. */
  keeps_session?: boolean
}

interface Speech {
  commands: string[]
  online: { topic: string; yes: string; no: string }
  receive(device: GateDevice, topic: string, text: string, publish: Publish): Promise<void> | void
  report(device: GateDevice, publish: Publish): void
}

type Publish = (topic: string, payload: string | object, retain?: boolean) => void

const speeches: Record<Dialect, (topic: string) => Speech> = {
  SHELLY: shelly,
  COVER: cover,
  TASMOTA: tasmota,
}

/** Connects a device to a broker, where it speaks one dialect until it is closed. */
export async function connectDevice(
  device: GateDevice,
  { url, username, password, dialect, topic, reconnect_ms = 100, keeps_session = false }: MqttDeviceOptions,
): Promise<{ client: MqttClient; close(): Promise<void> }> {
  const speech = speeches[dialect](topic)
  const options: IClientOptions = {
    clientId: topic.replaceAll('/', '-'),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    clean: !keeps_session,
    reconnectPeriod: reconnect_ms,
    will: { topic: speech.online.topic, payload: Buffer.from(speech.online.no), qos: 1, retain: true },
  }
  const client = await connectAsync(url, options)
  const publish: Publish = (to, payload, retain = false) => {
    if (!client.connected || !device.behavior.is_online) return
    client.publish(to, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1, retain })
  }
  const sayHello = () => {
    publish(speech.online.topic, speech.online.yes, true)
    speech.report(device, publish)
  }
  client.on('error', () => client.stream.destroy())
  client.on('message', (at, payload) => void speech.receive(device, at, payload.toString('utf8'), publish))
  // The client subscribes again by itself after a reconnect.
  await client.subscribeAsync(speech.commands, { qos: 1 })
  sayHello()
  client.on('connect', sayHello)
  const forget = device.onChange(() => speech.report(device, publish))
  return {
    client,
    close: async () => {
      forget()
      await client.endAsync(true)
    },
  }
}

function shelly(topic: string): Speech {
  return {
    commands: [`${topic}/rpc`],
    online: { topic: `${topic}/online`, yes: 'true', no: 'false' },
    async receive(device, _topic, text, publish) {
      const { id, src, method, params } = JSON.parse(text) as Record<string, unknown>
      const reply = callMethod(device, String(method), (params ?? {}) as Record<string, unknown>, true)
      if (!device.behavior.answers) return
      await device.delay()
      publish(`${String(src)}/rpc`, { id, src: device.options.id, dst: src, ...reply })
    },
    report(device, publish) {
      const current = statuses(device)
      for (const [component, status] of Object.entries(current))
        publish(`${topic}/status/${component}`, status as object)
      publish(`${topic}/events/rpc`, {
        src: device.options.id,
        dst: `${topic}/events`,
        method: 'NotifyStatus',
        params: { ts: 0, ...current },
      })
    },
  }
}

function cover(topic: string): Speech {
  return {
    commands: [`${topic}/set`],
    online: { topic: `${topic}/availability`, yes: 'online', no: 'offline' },
    receive(device, _topic, text) {
      if (device.behavior.refuses) return
      // Behind this dialect is a push button, so a pulse that the motor counts.
      if (text === 'OPEN') device.setRelay(true, 1)
    },
    report(device, publish) {
      if (device.behavior.has_sensor && device.behavior.answers)
        publish(`${topic}/state`, device.reading().position.toLowerCase(), true)
    },
  }
}

function tasmota(topic: string): Speech {
  const result = `stat/${topic}/RESULT`
  return {
    commands: [`cmnd/${topic}/+`],
    online: { topic: `tele/${topic}/LWT`, yes: 'Online', no: 'Offline' },
    async receive(device, at, text, publish) {
      const command = at.split('/').at(-1)
      await device.delay()
      if (command === 'PulseTime1') {
        if (device.behavior.refuses) return publish(result, { Command: 'Unknown' })
        // Without a value it is a question.
        if (text !== '') device.pulse_time = Number(text)
        publish(result, { PulseTime1: { Set: device.pulse_time, Remaining: 0 } })
      } else if (command === 'PowerOnState')
        publish(result, { PowerOnState: text === '' ? device.power_on_state : Number(text) })
      else if (command === 'STATUS') publish(`stat/${topic}/STATUS10`, { StatusSNS: sensor(device) })
      else if (command === 'POWER1') {
        device.setRelay(text === 'ON', device.pulse_time === 0 ? null : device.pulse_time * 100)
        if (device.behavior.answers) publish(result, { POWER1: text })
      }
    },
    report(device, publish) {
      if (device.behavior.has_sensor && device.behavior.answers)
        publish(`tele/${topic}/SENSOR`, sensor(device))
    },
  }
}

const sensor = (device: GateDevice): object =>
  device.behavior.has_sensor ? { Switch1: device.reading().position === 'CLOSED' ? 'ON' : 'OFF' } : {}
