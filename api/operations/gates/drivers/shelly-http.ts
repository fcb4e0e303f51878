import type { Socket } from 'node:net'
import {
  type AllowedNetworks,
  connectAllowed,
  NetworkNotAllowed,
  type Resolve,
  resolveAllowed,
  systemResolve,
  type Target,
} from '../../../net/networks.ts'
import type { Ports } from '../../../ports.ts'
import { type DigestChallenge, digestHeader, parseChallenge } from './digest.ts'
import type { GateDriver, TriggerReason } from './driver.ts'
import { GateState } from './gate-state.ts'
import { type HttpAnswer, postOnce } from './http-post.ts'
import { type RpcTransport, shellyGate } from './shelly-gate.ts'
import {
  type RpcCall,
  type RpcReply,
  readFrame,
  readStatus,
  type ShellyWiring,
  statusCall,
} from './shelly-rpc.ts'

export interface ShellyHttpConfig {
  /** `http://HOST` or `http://HOST:PORT`; a Shelly has no TLS. */
  url: string
  /** The device's password for `admin`, or null if it has none. */
  password: string | null
  wiring: ShellyWiring
  /** 3000 if absent. Includes the time to connect. */
  response_timeout_ms?: number
  /** How often the device is read while someone listens: 2000 if absent. */
  poll_ms?: number
}

export interface ShellyHttpDeps {
  ports: Pick<Ports, 'now' | 'random'>
  networks: AllowedNetworks
  resolve?: Resolve
}

export function openShellyHttp(config: ShellyHttpConfig, deps: ShellyHttpDeps): GateDriver {
  const state = new GateState(deps.ports)
  const response_timeout_ms = config.response_timeout_ms ?? 3000
  const transport = httpTransport(config, deps, state, response_timeout_ms)
  return shellyGate({ wiring: config.wiring, transport, state, response_timeout_ms, ports: deps.ports })
}

const uri = '/rpc'

function httpTransport(
  { url, password, wiring, poll_ms = 2000 }: ShellyHttpConfig,
  { ports, networks, resolve = systemResolve }: ShellyHttpDeps,
  state: GateState,
  response_timeout_ms: number,
): RpcTransport {
  const at = hostOf(url)
  const closing = new AbortController()
  let last_id = ports.random(3).readUIntBE(0, 3)
  let challenge: DigestChallenge | null = null
  let uses = 0
  // The device has few channels and no keep-alive, so each call waits for the one before it.
  let previous: Promise<unknown> = Promise.resolve()

  const authorization = (): string | null => {
    if (challenge === null || password === null) return null
    uses += 1
    const cnonce = ports.random(8).toString('hex')
    return digestHeader({ ...challenge, user: 'admin', password, method: 'POST', uri, cnonce, count: uses })
  }

  /** Sends a call once, and a second time only after a 401, which proves that the first did nothing. */
  const exchange = async (target: Target, call: RpcCall, signal: AbortSignal): Promise<RpcReply> => {
    last_id += 1
    const body = JSON.stringify({ id: last_id, src: 'openspot', ...call })
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) return { kind: 'NOT_SENT', reason: 'expired' }
      let socket: Socket
      try {
        socket = await connectAllowed(networks, target, signal)
      } catch (error) {
        return { kind: 'NOT_SENT', reason: reasonOf(error) }
      }
      if (limitPassed(signal, socket)) return { kind: 'NOT_SENT', reason: 'expired' }
      const answer = await postOnce(
        socket,
        { host: at?.host ?? '', uri, body, authorization: authorization() },
        signal,
      )
      if (answer.kind !== 'ANSWER') return { kind: 'UNKNOWN', reason: answer.kind }
      if (answer.status !== 401) return readAnswer(answer, last_id)
      const fresh = parseChallenge(answer.www_authenticate)
      if (attempt === 2 || fresh === null || password === null)
        return { kind: 'NOT_SENT', reason: 'unauthorized', response: { status: 401 } }
      challenge = fresh
      uses = 0
    }
  }

  const callNow = async (call: RpcCall, signal: AbortSignal): Promise<RpcReply> => {
    if (signal.aborted) return { kind: 'NOT_SENT', reason: 'expired' }
    if (at === null) return { kind: 'NOT_SENT', reason: 'network_not_allowed' }
    const limited = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(response_timeout_ms)])
    let target: Target
    try {
      target = await untilAborted(resolveAllowed(networks, at.hostname, at.port, resolve), limited)
    } catch (error) {
      return { kind: 'NOT_SENT', reason: reasonOf(error) }
    }
    return exchange(target, call, limited)
  }

  const poll = async (): Promise<void> => {
    const reply = await transport.call(statusCall(wiring), AbortSignal.timeout(response_timeout_ms))
    if (closing.signal.aborted) return
    if (reply.kind === 'RESULT') state.update({ is_reachable: true, ...readStatus(wiring, reply.result) })
    else state.update({ is_reachable: reply.kind === 'ERROR' })
    if (state.has_listeners) timer = setTimeout(() => void poll(), poll_ms).unref()
    else is_polling = false
  }
  let timer: NodeJS.Timeout | undefined
  let is_polling = false

  const transport: RpcTransport = {
    call: async (call, signal) => {
      const turn = previous
      let leave = (): void => {}
      previous = new Promise<void>((done) => {
        leave = done
      })
      try {
        await untilAborted(turn, signal)
      } catch {
        // The next call still waits for the one that is running.
        void turn.then(leave)
        return { kind: 'NOT_SENT', reason: 'expired' }
      }
      try {
        return await callNow(call, signal)
      } finally {
        leave()
      }
    },
    watch: () => {
      if (!is_polling) {
        is_polling = true
        void poll()
      }
      return () => {}
    },
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await previous
    },
  }
  return transport
}

/** Returns the parts of a plain address; null if it has a path, a user, or another protocol. */
function hostOf(url: string): { host: string; hostname: string; port: number } | null {
  if (!URL.canParse(url)) return null
  const { protocol, username, password, pathname, search, hash, host, hostname, port } = new URL(url)
  if (protocol !== 'http:' || `${username}${password}${search}${hash}` !== '' || pathname !== '/') return null
  return { host, hostname, port: Number(port || 80) }
}

function limitPassed(signal: AbortSignal, socket: Socket): boolean {
  if (signal.aborted) socket.destroy()
  return signal.aborted
}

function reasonOf(error: unknown): TriggerReason {
  return error instanceof NetworkNotAllowed ? 'network_not_allowed' : 'unreachable'
}

function readAnswer({ status, body }: HttpAnswer, id: number): RpcReply {
  const unreadable: RpcReply = { kind: 'UNKNOWN', reason: 'bad_response', response: { status } }
  if (status >= 300 && status < 400) return unreadable
  try {
    const frame = JSON.parse(body) as { id?: unknown } | null
    return (frame?.id === id ? readFrame(frame) : null) ?? unreadable
  } catch {
    return unreadable
  }
}

/** Waits for a promise until the signal aborts, and then throws. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(new Error('aborted'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
