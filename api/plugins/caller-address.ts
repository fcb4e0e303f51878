import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { callerAddressHeader } from '@openspot/contract/caller.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { FastifyInstance } from 'fastify'
import type { Secrets } from '../secrets.ts'
import { atOnce } from './hooks.ts'

const purpose = 'caller address'

/**
 * Returns the address of the client behind our own proxies. Each proxy appends the address that called it to
 * `X-Forwarded-For`, so only the last `trustedProxies` entries are reliable; the client can forge everything before
 * them. A local peer is not trusted as such, because any forwarder may run on this machine.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '') ?? ''
  if (trustedProxies === 0) return peer
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [peer, ...forwarded.map((entry) => plainAddress(entry.trim())).toReversed()]
  // An invalid entry ends the chain, because none of our proxies wrote what precedes it.
  const known = hops.slice(0, trustedProxies + 1)
  const end = known.indexOf(null)
  return known.slice(0, end === -1 ? undefined : end).at(-1) ?? peer
}

/**
 * Removes the port that some proxies append and unwraps IPv4 addresses in IPv6 form. Returns null if the text is no
 * address.
 */
function plainAddress(text: string): string | null {
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = host.replace(/^::ffff:(?=[\d.]+$)/i, '').toLowerCase()
  return isIP(address) === 0 ? null : address
}

/** Returns the value of the header that tells the API for which client a page is rendered or a call is relayed. */
export const signAddress = (secrets: Pick<Secrets, 'sign'>, address: string): string =>
  `${address} ${secrets.sign(purpose, address)}`

/** Returns the address signed by our own web server, or null if another client calls. */
function signedAddress(request: IncomingMessage, secrets: Pick<Secrets, 'verify'>): string | null {
  const value = request.headers[callerAddressHeader]
  if (typeof value !== 'string') return null
  const [address = '', signature = ''] = value.split(' ')
  return secrets.verify(purpose, address, signature) ? address : null
}

/** Returns whether the caller may set the request id: a proxy in front of us, or our own web server. */
export const mayNameRequest =
  (settings: Pick<Settings, 'trusted_proxies'>, secrets: Pick<Secrets, 'verify'> | null) =>
  (request: IncomingMessage): boolean =>
    settings.trusted_proxies > 0 || (secrets !== null && signedAddress(request, secrets) !== null)

/**
 * Sets `request.ip` for limits and records: the signed address if the web server calls, otherwise the address behind
 * our proxies. Must be registered before everything that reads it.
 */
export function readCallerAddress(app: FastifyInstance): void {
  const read = atOnce((request) => {
    const address =
      signedAddress(request.raw, app.secrets) ?? addressOf(request.raw, app.settings.trusted_proxies)
    // `ip` is a getter on Fastify's prototype, which an assignment would not replace.
    Object.defineProperty(request, 'ip', { value: address })
  })
  app.addHook('onRequest', read)
}
