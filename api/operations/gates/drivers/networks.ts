import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP, type Socket } from 'node:net'

/** Where drivers may connect to. Staff enter the addresses of devices, so only the operator decides. */
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
export function allowNetworks({ ranges, stand_in }: NetworkOptions): AllowedNetworks {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits = '', rest] = range.split('/')
    const most = isIP(address) === 4 ? 32 : 128
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most || rest !== undefined)
      throw new RangeError(`${range} is not a network such as 192.168.20.0/24.`)
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return {
    allows: (address, port) => {
      if (isIP(address) === 0) return false
      if (stand_in && address === stand_in.address && port === stand_in.port) return true
      // An IPv6 address that only wraps one of IPv4 counts as that one.
      return list.check(address, familyOf(address))
    },
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
