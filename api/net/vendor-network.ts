import type { Socket } from 'node:net'
import { setTimeout as waitFor } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { Ports } from '../ports.ts'
import type { VendorNetwork, VendorRequest, VendorResponse } from '../vendors.ts'
import { AnswerTooLarge, exchangeOver } from './exchange.ts'
import {
  connectAllowed,
  NetworkNotAllowed,
  type Resolve,
  resolveAllowed,
  systemResolve,
  type VendorNetworks,
} from './networks.ts'
import { VendorError, VendorFault, VendorUnavailable } from './vendor-errors.ts'

export interface VendorNetworkOptions {
  ports: Pick<Ports, 'now'>
  networks: VendorNetworks
  resolve?: Resolve
  wait?: VendorNetwork['wait']
  /** Until the response begins. Its end may take three times as long. */
  timeout_ms?: number
  max_bytes?: number
  /** Additional trusted certificates in PEM, for tests. */
  ca?: string
}

/** Larger responses are refused while they are read. */
export const MAX_RESPONSE_BYTES = 50 * 1024 * 1024

export function openVendorNetwork(options: VendorNetworkOptions): VendorNetwork {
  const { ports, timeout_ms = 60_000, wait = realWait } = options
  return {
    now: () => ports.now(),
    wait,
    async send(wanted, signal) {
      signal.throwIfAborted()
      const deadline = AbortSignal.timeout(timeout_ms * 3)
      const slow = new AbortController()
      const timer = setTimeout(() => slow.abort(), timeout_ms)
      const stop = AbortSignal.any([signal, deadline, slow.signal])
      try {
        const answer = await exchange(wanted, options, stop, () => clearTimeout(timer))
        refuseStatus(answer, ports.now())
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (stop.aborted) throw new VendorUnavailable('The vendor did not answer in time.')
        throw vendorErrorOf(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function realWait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await waitFor(milliseconds, undefined, { signal })
}

async function exchange(
  { method, url, headers, body = '' }: VendorRequest,
  { networks, resolve = systemResolve, max_bytes = MAX_RESPONSE_BYTES, ca }: VendorNetworkOptions,
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<VendorResponse> {
  const target = targetOf(url)
  const { hostname, is_secure } = target
  const found = await untilAborted(resolveAllowed(networks, hostname, target.port, resolve), signal)
  if (!is_secure && !networks.allowsPlain(found.address, found.port))
    throw new VendorFault('The address must begin with https://.')
  const plain = await connectAllowed(networks, found, signal)
  try {
    const socket = is_secure ? await secured(plain, hostname, signal, ca) : plain
    return await exchangeOver(
      socket,
      {
        method,
        path: target.path,
        headers: {
          ...headers,
          host: target.host,
          connection: 'close',
          'accept-encoding': 'identity',
          ...(method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
        },
        body,
      },
      {
        max_bytes,
        signal,
        onHead: (answered) => {
          onAnswer()
          if ((answered['content-encoding'] ?? 'identity') !== 'identity')
            throw new VendorFault('The vendor compressed its response without being asked.')
        },
      },
    )
  } finally {
    plain.destroy()
  }
}

/** Parsing the address also turns numbers such as 2130706433 or 0x7f.1 into the address that they mean. */
function targetOf(text: string) {
  if (!URL.canParse(text)) throw new VendorFault('The address of the vendor is invalid.')
  const url = new URL(text)
  const is_secure = url.protocol === 'https:'
  if ((!is_secure && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    throw new VendorFault('The address of the vendor is invalid.')
  const port = url.port === '' ? (is_secure ? 443 : 80) : Number(url.port)
  return { is_secure, hostname: url.hostname, host: url.host, port, path: `${url.pathname}${url.search}` }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(new VendorUnavailable('The vendor did not answer in time.'))
  })
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Runs TLS over a connection whose address was checked; the certificate must be for the name. */
function secured(
  plain: Socket,
  hostname: string,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<Socket> {
  return new Promise((done, fail) => {
    const bare = hostname.replace(/^\[|\]$/g, '')
    const socket = connectTls({
      socket: plain,
      host: bare,
      // A server name is no IP address (RFC 6066), but the certificate is compared with `host`.
      ...(/^[\d.]+$|:/.test(bare) ? {} : { servername: bare }),
      ...(ca === undefined ? {} : { ca }),
    })
    const stop = () => socket.destroy(new Error('The time is over.'))
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('The connection was closed.')))
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', stop)
      done(socket)
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

function refuseStatus({ status, headers }: VendorResponse, now: Date): void {
  if (status >= 300 && status < 400)
    throw new VendorFault('The vendor redirects to another address, and redirects are not followed.')
  if ([408, 429, 502, 503, 504].includes(status))
    throw new VendorUnavailable(
      `The vendor is not available now (status ${status}).`,
      secondsOf(headers['retry-after'], now),
    )
}

/** Reads `Retry-After`: seconds, or a time. */
export function secondsOf(retry_after: string | undefined, now: Date): number | null {
  const text = retry_after?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/** Only codes of errors are shown: their messages may quote what was sent. */
function vendorErrorOf(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  if (error instanceof AnswerTooLarge)
    return new VendorFault(`The response is larger than ${Math.floor(error.max_bytes / 1024 / 1024)} MB.`)
  if (error instanceof NetworkNotAllowed)
    return new VendorFault('The address of the vendor is in a private network.')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME_MISMATCH)/.test(code))
    return new VendorFault(`The certificate of the vendor is not valid (${code}).`)
  if (code.startsWith('HPE_')) return new VendorFault('The vendor did not answer with HTTP.')
  return new VendorUnavailable(
    `The connection to the vendor failed${/^[A-Z_]+$/.test(code) ? ` (${code})` : ''}.`,
  )
}
