import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP, type Socket } from 'node:net'

/** Where the server may connect to for staff, who enter addresses. Only the operator decides. */
export interface AllowedNetworks {
  allows(address: string, port: number): boolean
}

export interface NetworkOptions {
  /** CIDR ranges such as `192.168.20.0/24`. None allows no device. */
  ranges: readonly string[]
  /** The simulated device of this process, by its exact address and port. */
  stand_in?: { address: string; port: number }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Throws a RangeError for a range that is not one, because a typo must not allow nothing or everything silently. */
function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits = '', rest] = range.split('/')
    const most = isIP(address) === 4 ? 32 : 128
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most || rest !== undefined)
      throw new RangeError(`${range} is not a network such as 192.168.20.0/24.`)
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** Allows the given networks and nothing else. Throws a RangeError for a range that is not one. */
export function allowNetworks({ ranges, stand_in }: NetworkOptions): AllowedNetworks {
  const list = listOf(ranges)
  return {
    allows: (address, port) => {
      if (isIP(address) === 0) return false
      if (stand_in && address === stand_in.address && port === stand_in.port) return true
      // An IPv6 address that only wraps one of IPv4 counts as that one.
      return list.check(address, familyOf(address))
    },
  }
}

/** Addresses of IPv4 that are not public: private, shared, loopback, link-local, reserved, and multicast (RFC 6890). */
const specialIPv4 = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

const globalIPv6 = listOf(['2000::/3'])
/** Within the global range: assignments of the IETF including Teredo, documentation, and 6to4, which contains IPv4. */
const specialIPv6 = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
const mappedIPv6 = listOf(['::ffff:0:0/96'])

/** Whether anyone on the internet can reach an address. An IPv6 address that contains one of IPv4 must be mapped. */
function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !specialIPv4.check(address, 'ipv4')
  // The list of IPv4 ranges also finds mapped addresses.
  if (mappedIPv6.check(address, 'ipv6')) return !specialIPv4.check(address, 'ipv6')
  return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
}

/** Networks in which some addresses may be called without TLS. */
export interface VendorNetworks extends AllowedNetworks {
  allowsPlain(address: string, port: number): boolean
}

/**
 * Allows all public addresses with TLS, and with or without it the given ranges and the stand-in. Throws a RangeError
 * for a range that is not one.
 */
export function allowPublic(options: NetworkOptions): VendorNetworks {
  const chosen = allowNetworks(options)
  return {
    allows: (address, port) => chosen.allows(address, port) || (isIP(address) !== 0 && isPublic(address)),
    allowsPlain: (address, port) => chosen.allows(address, port),
  }
}

/** Returns the addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export class NetworkNotAllowed extends Error {
  constructor() {
    super('The address is outside the allowed networks.')
  }
}

export interface Target {
  address: string
  port: number
}

/**
 * Resolves a host once and returns the address to connect to. All of its addresses must be allowed, so a name that also
 * points elsewhere is refused. Throws NetworkNotAllowed.
 */
export async function resolveAllowed(
  networks: AllowedNetworks,
  host: string,
  port: number,
  resolve: Resolve,
): Promise<Target> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare]
  const [address] = addresses
  if (address === undefined || !addresses.every((each) => networks.allows(each, port)))
    throw new NetworkNotAllowed()
  return { address, port }
}

/**
 * Connects to an address, never to a name, so no second resolution can lead elsewhere. The peer is checked again once it
 * is connected. Nothing is written. Throws if the connection fails or the signal aborts.
 */
export function connectAllowed(
  networks: AllowedNetworks,
  { address, port }: Target,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((done, fail) => {
    const stop = () => socket.destroy(new Error('The time to connect is over.'))
    const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true })
    socket.on('error', (error) => {
      signal.removeEventListener('abort', stop)
      fail(error)
    })
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop)
      if (networks.allows(socket.remoteAddress ?? '', socket.remotePort ?? 0)) done(socket)
      else socket.destroy(new NetworkNotAllowed())
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
