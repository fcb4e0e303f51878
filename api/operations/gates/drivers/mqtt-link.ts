import { Socket } from 'node:net'
import { connect, type MqttClient } from 'mqtt'
import type { TriggerReason } from './driver.ts'

/** A broker as the operator configured it; staff never enter its URL. */
export interface BrokerAccess {
  url: string
  username?: string
  password?: string
}

export interface MqttTimes {
  /** How long to wait for the device's answer: 5000 if absent. */
  response_timeout_ms?: number
  /** How long a new driver waits for the first report of the device: 2000 if absent. */
  ready_ms?: number
  /** 1000 if absent. */
  reconnect_ms?: number
}

interface LinkOptions extends MqttTimes {
  broker: BrokerAccess
  client_id: string
  topics: string[]
  /** Where the device, or the broker in its name, reports whether it is online. Null if it does not. */
  availability: { topic: string; online: string } | null
  onMessage(topic: string, text: string): void
  onReachable(is_reachable: boolean): void
}

export type SendResult<T> =
  | { kind: 'ANSWER'; value: T }
  | { kind: 'NOT_SENT' | 'UNKNOWN'; reason: TriggerReason }

/** Registers what to call with the device's answer, and returns how to remove it. */
export type Register<T> = (deliver: (value: T) => void) => () => void

/**
 * A connection to a broker that never delivers late. The client of the `mqtt` package sends unconfirmed messages again
 * after a reconnect, even with a clean session, and stores those that are published without a connection. So each
 * connection has its own client with its own empty store, and none of them reconnects.
 */
export class MqttLink {
  private readonly options: LinkOptions
  /** MQTT 5 until the broker refuses it: only with 5 does a command expire in a broker that keeps it for a device that is away. */
  private version: 4 | 5 = 5
  private client: MqttClient | null = null
  private is_subscribed = false
  private is_online = false
  private is_closed = false
  private reconnect_timer: NodeJS.Timeout | undefined
  private readonly lost = new Set<() => void>()
  private readonly ready: Promise<void>
  private setReady: () => void = () => {}

  constructor(options: LinkOptions) {
    this.options = options
    this.ready = new Promise((done) => {
      this.setReady = done
    })
    setTimeout(this.setReady, options.ready_ms ?? 2000).unref()
    this.open()
  }

  get is_reachable(): boolean {
    return this.is_subscribed && this.is_online
  }

  /** Resolves once the device reported itself, or there was time enough for it, or no connection. */
  untilReady(): Promise<void> {
    return this.ready
  }

  /**
   * Publishes once and waits for the answer that `register` receives, or for the broker's confirmation if it is null.
   * Never throws.
   */
  async send<T>(
    topic: string,
    payload: string,
    signal: AbortSignal,
    register: Register<T> | null,
  ): Promise<SendResult<T | null>> {
    const wait_ms = this.options.response_timeout_ms ?? 5000
    const limited = AbortSignal.any([signal, AbortSignal.timeout(wait_ms)])
    await Promise.race([this.ready, aborted(signal)])
    if (signal.aborted) return { kind: 'NOT_SENT', reason: 'expired' }
    const { client } = this
    if (client === null || !client.connected || !this.is_subscribed)
      return { kind: 'NOT_SENT', reason: 'broker_disconnected' }
    if (!this.is_online) return { kind: 'NOT_SENT', reason: 'device_offline' }
    return new Promise((done) => {
      let is_confirmed = false
      const settle = (result: SendResult<T | null>) => {
        limited.removeEventListener('abort', stop)
        this.lost.delete(loseConnection)
        forget?.()
        done(result)
      }
      const stop = () => {
        settle({ kind: 'UNKNOWN', reason: 'no_response' })
        // The broker may not have the message yet. A reset discards what the system has not sent.
        if (!is_confirmed) this.drop(client)
      }
      const loseConnection = () => settle({ kind: 'UNKNOWN', reason: 'connection_lost' })
      const forget = register?.((value) => settle({ kind: 'ANSWER', value }))
      this.lost.add(loseConnection)
      limited.addEventListener('abort', stop, { once: true })
      const expiry = { properties: { messageExpiryInterval: Math.ceil(wait_ms / 1000) } }
      const options = { qos: 1, retain: false, ...(this.version === 5 ? expiry : {}) } as const
      client.publish(topic, payload, options, (error) => {
        is_confirmed = !error
        if (is_confirmed && register === null) settle({ kind: 'ANSWER', value: null })
      })
    })
  }

  async close(): Promise<void> {
    this.is_closed = true
    clearTimeout(this.reconnect_timer)
    this.setReady()
    const { client } = this
    if (client === null) return
    this.forgetConnection(client)
    await client.endAsync(true)
  }

  private open(): void {
    const { broker, client_id, topics, availability } = this.options
    const client = connect(broker.url, {
      clientId: client_id,
      ...(broker.username === undefined ? {} : { username: broker.username }),
      ...(broker.password === undefined ? {} : { password: broker.password }),
      clean: true,
      protocolVersion: this.version,
      queueQoSZero: false,
      resubscribe: false,
      reconnectPeriod: 0,
      connectTimeout: 5000,
      keepalive: 15,
    })
    this.client = client
    client.on('connect', () => {
      client.subscribe([...topics, ...(availability ? [availability.topic] : [])], { qos: 1 }, (error) => {
        if (error || this.client !== client) return this.drop(client)
        this.is_subscribed = true
        if (availability === null) this.setOnline(true)
      })
    })
    client.on('message', (topic, payload) => {
      const text = payload.toString('utf8')
      if (topic === availability?.topic) this.setOnline(text === availability.online)
      else this.options.onMessage(topic, text)
    })
    client.on('close', () => this.reopen(client))
    // A failed connection also emits `close`, which is handled there.
    client.on('error', (error) => {
      if (this.version === 5 && isOfOlderBroker(error)) this.openAgainWith4(client)
      else this.drop(client)
    })
  }

  private openAgainWith4(client: MqttClient): void {
    if (this.client !== client) return
    this.version = 4
    this.client = null
    client.end(true)
    if (!this.is_closed) this.open()
  }

  private setOnline(is_online: boolean): void {
    this.is_online = is_online
    this.setReady()
    this.options.onReachable(is_online)
  }

  private drop(client: MqttClient): void {
    if (client.stream instanceof Socket) client.stream.resetAndDestroy()
    else client.stream.destroy()
  }

  private forgetConnection(client: MqttClient): void {
    if (this.client !== client) return
    this.client = null
    this.is_subscribed = false
    this.is_online = false
    for (const lose of this.lost) lose()
    this.options.onReachable(false)
  }

  private reopen(client: MqttClient): void {
    if (this.client !== client) return
    this.forgetConnection(client)
    client.end(true)
    this.setReady()
    if (this.is_closed) return
    this.reconnect_timer = setTimeout(() => this.open(), this.options.reconnect_ms ?? 1000).unref()
  }
}

/** How a broker refuses the version of the protocol: in MQTT 3.1.1 (3.2.2.3) and in MQTT 5 (3.2.2.2). */
const refusals = [1, 132]
const isOfOlderBroker = (error: Error): boolean => 'code' in error && refusals.includes(Number(error.code))

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })

/** Reads JSON from a device; null if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
