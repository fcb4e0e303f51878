import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { callerAddressHeader } from '@openspot/contract/caller.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { FastifyInstance } from 'fastify'
import type { Secrets } from '../secrets.ts'

const purpose = 'caller address'

/**
 * The address of the client behind our own proxies: each appends to `X-Forwarded-For` the address it was called from,
 * so that the last `trustedProxies` entries are true and everything before them is whatever the client sent. A peer on
 * this machine is not trusted as such: any forwarder may run here.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '') ?? ''
  if (trustedProxies === 0) return peer
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [peer, ...forwarded.map((entry) => plainAddress(entry.trim())).toReversed()]
  // An entry that is no address ends the chain: what stands before it was not written by a proxy of ours.
  const known = hops.slice(0, trustedProxies + 1)
  const end = known.indexOf(null)
  return known.slice(0, end === -1 ? undefined : end).at(-1) ?? peer
}

/** Without the port that some proxies add, and IPv4 as such where it came over an IPv6 socket. Null: no address. */
function plainAddress(text: string): string | null {
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = host.replace(/^::ffff:(?=[\d.]+$)/i, '').toLowerCase()
  return isIP(address) === 0 ? null : address
}

/** The value of the header that tells the API for whom a page is rendered or a call is relayed. */
export const signAddress = (secrets: Pick<Secrets, 'sign'>, address: string): string =>
  `${address} ${secrets.sign(purpose, address)}`

/** The address that our own server of the pages names; null: somebody else calls. */
function signedAddress(request: IncomingMessage, secrets: Pick<Secrets, 'verify'>): string | null {
  const value = request.headers[callerAddressHeader]
  if (typeof value !== 'string') return null
  const [address = '', signature = ''] = value.split(' ')
  return secrets.verify(purpose, address, signature) ? address : null
}

/** Who may name a request: a proxy in front of us, or our own server of the pages. */
export const mayNameRequest =
  (settings: Pick<Settings, 'trusted_proxies'>, secrets: Pick<Secrets, 'verify'> | null) =>
  (request: IncomingMessage): boolean =>
    settings.trusted_proxies > 0 || (secrets !== null && signedAddress(request, secrets) !== null)

/**
 * Sets `request.ip` for limits and records: the signed address if the server of the pages calls, else the address
 * behind our proxies. Must be registered before everything that reads it.
 */
export function readCallerAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const address =
      signedAddress(request.raw, app.secrets) ?? addressOf(request.raw, app.settings.trusted_proxies)
    // On Fastify's prototype `ip` is a getter, which an assignment would not replace.
    Object.defineProperty(request, 'ip', { value: address })
  })
}
