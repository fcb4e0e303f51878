import { timingSafeEqual } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import type { BrokerAccess } from './mqtt-link.ts'

export interface BrokerAccount {
  username: string
  password: string
  /** The prefixes of the topics that a device may use, such as its own; null for our drivers, which use all. */
  prefixes: string[] | null
}

export interface EmbeddedBroker {
  url: string
  port: number
  close(): Promise<void>
}

/** Where the drivers find their broker: one of the operator's, by URL, or the embedded one. */
export interface Broker {
  access: BrokerAccess
  close(): Promise<void>
}

/** The embedded broker never stores messages for a device that is away, even if the device asks for it. */
export async function startEmbeddedBroker(options: {
  host: string
  port: number
  accounts: BrokerAccount[]
}): Promise<EmbeddedBroker> {
  const accounts = new Map(options.accounts.map((account) => [account.username, account]))
  const signedIn = new WeakMap<object, BrokerAccount>()
  const broker = await Aedes.createBroker({
    preConnect: (_client, packet, done) => {
      // A stored pulse would be delivered when the device is back, and might close the gate on a car.
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const account = accounts.get(username ?? '')
      const is_valid = account !== undefined && isSame(account.password, password)
      if (is_valid) signedIn.set(client, account)
      done(null, is_valid)
    },
    authorizePublish: (client, packet, done) => {
      const account = client === null ? undefined : signedIn.get(client)
      if (account === undefined || !mayPublish(account, packet.topic)) return done(new Error('Not allowed.'))
      // Only a report may be retained; a retained command would be repeated to every device that connects.
      if (packet.retain && isCommand(packet.topic)) packet.retain = false
      done(null)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const account = signedIn.get(client)
      done(null, account !== undefined && isWithin(account, subscription.topic) ? subscription : null)
    },
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(options.port, options.host, done)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return {
    url: `mqtt://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    close: async () => {
      const ended = new Promise<void>((done) => server.close(() => done()))
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => broker.close(done))
      await ended
    },
  }
}

const isWithin = ({ prefixes }: BrokerAccount, topic: string): boolean =>
  prefixes === null || prefixes.some((prefix) => topic === prefix || topic.startsWith(`${prefix}/`))

/** A Shelly answers on the topic of the driver that called it. */
const mayPublish = (account: BrokerAccount, topic: string): boolean =>
  isWithin(account, topic) || /^openspot-[0-9a-f]{16}\/rpc$/.test(topic)

const isCommand = (topic: string): boolean =>
  topic.startsWith('cmnd/') || topic.endsWith('/rpc') || topic.endsWith('/set')

function isSame(password: string, given: Readonly<Buffer> | undefined): boolean {
  const expected = Buffer.from(password)
  return given !== undefined && given.length === expected.length && timingSafeEqual(expected, given)
}

/** Returns the operator's broker, or starts the embedded one with the given accounts and one of our own. */
export async function openBroker(
  wanted: BrokerAccess | { host: string; port: number; accounts: BrokerAccount[]; own_password: string },
): Promise<Broker> {
  if ('url' in wanted) return { access: wanted, close: async () => {} }
  const own: BrokerAccount = { username: 'openspot', password: wanted.own_password, prefixes: null }
  const broker = await startEmbeddedBroker({ ...wanted, accounts: [...wanted.accounts, own] })
  return {
    access: { url: broker.url, username: own.username, password: own.password },
    close: () => broker.close(),
  }
}
