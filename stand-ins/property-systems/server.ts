import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import { Data } from './data.ts'
import { answerEntrata } from './entrata.ts'
import { answerFile, answerRealpage, answerRpx } from './realpage.ts'
import { providers, type Resident, resident } from './residents.ts'
import { type Answer, type Asked, noSwitches, type Switches } from './switches.ts'
import { answerYardi } from './yardi.ts'

/** A request that a vendor received. */
export interface Received {
  vendor: IntegrationProvider
  /** The SOAP method, or the method in Entrata's body. */
  method: string
  url: string
  body: string
}

/** Speaks the protocols of four property-management systems on one port. */
export class PropertySystemsServer {
  readonly data: Data
  /** The last requests, the latest last. */
  readonly received: Received[] = []
  private readonly switches = new Map<IntegrationProvider, Switches>()
  private readonly calls = new Map<IntegrationProvider, number>()
  private readonly server: Server
  private readonly sockets = new Set<Socket>()
  private readonly now: () => Date

  constructor({ now = () => new Date() }: { now?: () => Date } = {}) {
    this.now = now
    this.data = new Data(now)
    this.server = createServer((request, response) => void this.handle(request, response))
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.once('close', () => this.sockets.delete(socket))
    })
  }

  /** Returns the port. */
  listen({ host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {}): Promise<number> {
    return new Promise((done, fail) => {
      this.server.once('error', fail)
      this.server.listen(port, host, () => {
        const address = this.server.address()
        done(typeof address === 'object' && address !== null ? address.port : port)
      })
    })
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((done) => this.server.close(() => done()))
    for (const socket of this.sockets) socket.destroy()
    await ended
  }

  /** Sets switches of a vendor; the others stay as they are. Counting calls starts over. */
  set(vendor: IntegrationProvider, switches: Partial<Switches>): void {
    this.switches.set(vendor, { ...this.switchesOf(vendor), ...switches })
    this.calls.set(vendor, 0)
  }

  /** Turns everything off, and restores the seeded data. */
  reset(): void {
    this.switches.clear()
    this.calls.clear()
    this.received.splice(0)
    this.data.reset()
  }

  private switchesOf(vendor: IntegrationProvider): Switches {
    return this.switches.get(vendor) ?? noSwitches
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString('utf8')
      const url = new URL(request.url ?? '/', 'http://stand-in.example')
      if (url.pathname.startsWith('/control')) return this.control(request, response, url.pathname, body)
      const vendor = vendorOf(request.method ?? '', url.pathname)
      if (vendor === null) return void response.writeHead(404).end()
      const switches = this.switchesOf(vendor)
      const asked: Asked = {
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
        switches,
      }
      this.note(vendor, asked)
      if (switches.silent) return
      if (switches.delay_ms > 0) await new Promise((done) => setTimeout(done, switches.delay_ms))
      const answer = this.answer(vendor, asked)
      if (switches.breaks_off) await sendHalf(response, answer)
      else await send(response, answer, vendor)
    } catch {
      // Like a server that fails: the client sees a broken response.
      response.destroy()
    }
  }

  private note(vendor: IntegrationProvider, { path, query, headers, body }: Asked): void {
    const action = /\/(\w+)"?$/.exec(String(headers['soapaction'] ?? ''))?.[1]
    const method = action ?? /"name":"(\w+)"/.exec(body)?.[1] ?? 'file'
    this.received.push({ vendor, method, url: `${path}?${query.toString()}`, body })
    if (this.received.length > 2_000) this.received.shift()
  }

  private answer(vendor: IntegrationProvider, asked: Asked): Answer {
    const { switches } = asked
    const call = (this.calls.get(vendor) ?? 0) + 1
    this.calls.set(vendor, call)
    const retry: Record<string, string> =
      switches.retry_after_seconds === null ? {} : { 'retry-after': String(switches.retry_after_seconds) }
    if (switches.redirect !== null) return { status: 307, headers: { location: switches.redirect }, body: [] }
    if (switches.rate_limit_every > 0 && call % switches.rate_limit_every === 0)
      return { status: 429, headers: retry, body: ['Too many requests'] }
    if (switches.fail_from_call > 0 && call >= switches.fail_from_call)
      return { status: 503, headers: retry, body: ['Service unavailable'] }
    if (switches.status !== null)
      return { status: switches.status, headers: retry, body: ['<html><body>Error</body></html>'] }
    if (switches.failing.some((property_id) => asked.body.includes(property_id)))
      return { status: 500, body: ['<html><body>Error</body></html>'] }
    if (switches.body !== null) return { status: 200, body: [switches.body] }
    if (vendor === 'ENTRATA') return answerEntrata(this.data, asked)
    if (vendor === 'YARDI') return answerYardi(this.data, asked)
    if (vendor === 'REALPAGE_RPX') return answerRpx(this.data, asked)
    return asked.path.endsWith('.csv')
      ? answerFile(this.data, asked, this.now())
      : answerRealpage(this.data, asked)
  }

  /** Not calls of a vendor: sets switches, residents, and the size of the large property. */
  private control(request: IncomingMessage, response: ServerResponse, path: string, body: string): void {
    const refuse = () => void response.writeHead(400).end('See the README of this stand-in.\n')
    const asked = parse(body)
    const vendor = providers.find((each) => each === asked?.['vendor'])
    if (request.method === 'DELETE' && path === '/control') this.reset()
    else if (request.method === 'POST' && path === '/control' && vendor) {
      this.set(vendor, asked?.['switches'] ?? {})
      if (typeof asked?.['large'] === 'number') this.data.setLarge(vendor, asked['large'])
    } else if (request.method === 'PUT' && path === '/control/residents' && vendor) {
      const given = asked?.['residents']
      const property_id = String(asked?.['property_id'])
      if (given !== null && !Array.isArray(given)) return refuse()
      const residents = given === null ? null : (given as Partial<Resident>[]).map(resident)
      this.data.setResidents(vendor, property_id, residents)
    } else return refuse()
    response.writeHead(204).end()
  }
}

/** Which vendor a path belongs to. */
function vendorOf(method: string, path: string): IntegrationProvider | null {
  if (method === 'GET') return path === '/realpage/files/residents.csv' ? 'REALPAGE' : null
  if (method !== 'POST') return null
  if (/^\/(?:ext\/orgs\/[^/]+|api)\/v1\/\w+$/.test(path)) return 'ENTRATA'
  if (/^\/rpxgateway\/partner\/[^/]+\/[^/]+\.svc$/i.test(path)) return 'REALPAGE_RPX'
  if (path === '/realpage/residents.asmx') return 'REALPAGE'
  return /^\/[^/]+\/webservices\/ItfResidentData\.asmx$/i.test(path) ? 'YARDI' : null
}

function parse(body: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body || 'null')
    return typeof parsed === 'object' ? (parsed as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** Sends the first half of an answer, and closes the connection. */
async function sendHalf(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  const whole = Buffer.concat([...body].map((part) => Buffer.from(part)))
  response.writeHead(status, headers)
  await new Promise((done) => response.write(whole.subarray(0, Math.ceil(whole.length / 2)), done))
  response.destroy()
}

/** Sends a body piece by piece, as fast as the client reads. */
async function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  vendor: IntegrationProvider,
) {
  response.writeHead(status, {
    'content-type': vendor === 'ENTRATA' ? 'application/json; charset=UTF-8' : 'text/xml; charset=utf-8',
    ...headers,
  })
  await pipeline(Readable.from(chunksOf(body)), response)
}

/** Joins the many small pieces of a body, because each write costs. */
function* chunksOf(body: Answer['body']): Generator<Buffer> {
  let pending: Buffer[] = []
  let length = 0
  for (const part of body) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part)
    pending.push(bytes)
    length += bytes.length
    if (length < 64 * 1024) continue
    yield Buffer.concat(pending)
    pending = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(pending)
}
