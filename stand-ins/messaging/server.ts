import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { BrowserServices } from './browser-services.ts'
import { Fcm } from './fcm.ts'
import { PushService } from './push-service.ts'
import { type Answer, noSwitches, type Received, type Switches, type Vendor, vendors } from './switches.ts'
import { Twilio } from './twilio.ts'

/** Speaks the protocols of Twilio, Firebase Cloud Messaging, push services, and the services of browsers. */
export class MessagingServer {
  readonly twilio: Twilio
  readonly fcm: Fcm
  readonly push: PushService
  readonly browsers: BrowserServices
  /** The last requests, the latest last. */
  readonly received: Received[] = []
  /** Reports the fate of each text at once, as Twilio does. Off in tests, which call `report`. */
  reports_at_once = false
  private readonly switches = new Map<Vendor, Switches>()
  private readonly servers: Server[] = []
  private readonly sockets = new Set<Socket>()
  private readonly origins: string[] = []

  constructor({ now = () => new Date() }: { now?: () => Date } = {}) {
    this.twilio = new Twilio(now, postForm)
    this.fcm = new Fcm(now)
    this.push = new PushService(now)
    this.browsers = new BrowserServices(now, (token, key) => this.push.subscribe(token, key))
    this.push.deliver = (message) => this.browsers.deliver(message)
  }

  private readonly listener: RequestListener = (request, response) => void this.handle(request, response)

  /** Returns the port. */
  listen({ host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {}): Promise<number> {
    return this.open(createServer(this.listener), host, port, 'http')
  }

  /** Listens with TLS too, for clients that accept nothing else. Returns the port. */
  listenSecure(certificate: { key: string; cert: string }): Promise<number> {
    return this.open(createSecureServer(certificate, this.listener), '127.0.0.1', 0, 'https')
  }

  private open(server: Server, host: string, port: number, scheme: string): Promise<number> {
    this.servers.push(server)
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.once('close', () => this.sockets.delete(socket))
    })
    return new Promise((done, fail) => {
      server.once('error', fail)
      server.listen(port, host, () => {
        const { port: found } = server.address() as AddressInfo
        this.origins.push(`${scheme}://${host}:${found}`)
        done(found)
      })
    })
  }

  /** The address at which it began to listen. */
  get url(): string {
    return this.origins[0] ?? ''
  }

  async close(): Promise<void> {
    await this.browsers.close()
    const ended = this.servers
      .splice(0)
      .map((server: NetServer) => new Promise<void>((done) => server.close(() => done())))
    for (const socket of this.sockets) socket.destroy()
    await Promise.all(ended)
  }

  /** Accepts the tokens of another origin too, whose requests are redirected here. */
  standInFor(origin: string): void {
    this.origins.push(origin)
  }

  /** Sets switches of a vendor; the others stay as they are. */
  set(vendor: Vendor, switches: Partial<Switches>): void {
    this.switches.set(vendor, { ...this.switchesOf(vendor), ...switches })
  }

  reset(): void {
    this.switches.clear()
  }

  private switchesOf(vendor: Vendor): Switches {
    return this.switches.get(vendor) ?? noSwitches
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method = '', url = '/', headers } = request
      const body = Buffer.concat(chunks)
      if (url.startsWith('/control')) return await this.control(method, url, body, response)
      const vendor = vendorOf(url)
      if (vendor === null) return void response.writeHead(404).end()
      const asked: Received = { vendor, method, url, headers, body }
      this.received.push(asked)
      if (this.received.length > 2_000) this.received.shift()
      const switches = this.switchesOf(vendor)
      const answer = this.answer(asked, switches)
      if (switches.loses_answers) return void response.destroy()
      send(response, answer)
      if (vendor === 'TWILIO' && answer.status === 201 && this.reports_at_once)
        await this.twilio.report(switches.final_status)
    } catch {
      // Like a server that fails: the client sees a broken response.
      response.destroy()
    }
  }

  private answer(asked: Received, switches: Switches): Answer {
    const { status, retry_after_seconds } = switches
    if (status !== null)
      return {
        status,
        headers: retry_after_seconds === null ? {} : { 'retry-after': String(retry_after_seconds) },
        body: 'Refused by a switch',
      }
    if (asked.url === '/checkin') return this.browsers.answerCheckin()
    if (asked.url === '/register') return this.browsers.answerRegister(asked)
    if (asked.vendor === 'TWILIO') return this.twilio.answer(asked, switches)
    if (asked.vendor === 'GOOGLE_TOKEN') return this.fcm.answerToken(asked, switches)
    if (asked.vendor === 'FCM') return this.fcm.answerSend(asked, switches)
    return this.push.answer(asked, this.origins, switches)
  }

  /** Not calls of a vendor: sets switches, and does what people and their devices do. */
  private async control(method: string, url: string, body: Buffer, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(body.toString('utf8') || '{}') as Record<string, unknown>
    const vendor = vendors.find((each) => each === asked['vendor'])
    if (method === 'DELETE' && url === '/control') this.reset()
    else if (method === 'POST' && url === '/control' && vendor) this.set(vendor, asked['switches'] ?? {})
    else if (method === 'POST' && url === '/control/texts')
      await this.twilio.receive(String(asked['from']), String(asked['body']))
    else if (method === 'POST' && url === '/control/apps')
      return send(response, { status: 201, body: { token: this.fcm.register() } })
    else return void response.writeHead(400).end('See the README of this stand-in.\n')
    response.writeHead(204).end()
  }
}

/** Which vendor a path belongs to. */
function vendorOf(url: string): Vendor | null {
  if (url.startsWith('/2010-04-01/')) return 'TWILIO'
  if (url === '/token' || url.startsWith('/o/oauth2/token')) return 'GOOGLE_TOKEN'
  if (/^\/v1\/projects\/[^/]+\/messages:send$/.test(url)) return 'FCM'
  return /^\/(?:push|fcm\/send)\/[\w:-]+$/.test(url) || url === '/checkin' || url === '/register'
    ? 'PUSH'
    : null
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...headers })
  response.end(isRaw ? body : JSON.stringify(body))
}

/** Calls a webhook. One that can't be reached is not called again. */
async function postForm(url: string, form: URLSearchParams, signature: string): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  const response = await fetch(url, { method: 'POST', headers, body: form.toString() })
  await response.arrayBuffer()
}
