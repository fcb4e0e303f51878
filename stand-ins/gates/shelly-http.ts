import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gateScripts } from '@openspot/core/gates/scripts.ts'
import type { GateDevice } from './device.ts'
import { callMethod } from './shelly-methods.ts'

/** What goes wrong with the next call instead of its normal answer. All but `RESET_BEFORE` execute it. */
export type HttpFault =
  | 'RESET_BEFORE'
  | 'RESET_AFTER'
  | 'REDIRECT'
  | 'OVERSIZED'
  | 'GARBAGE'
  | 'DRIP'
  | 'HALF'

/** The HTTP side of a Shelly: `POST /rpc` with SHA-256 digest authentication, one request for each connection. */
export class ShellyHttpServer {
  /** The fault of the next call that is let in. */
  fault: HttpFault | null = null
  /** How many connections were accepted, and how many were open at most at the same time. */
  connections = 0
  most_at_once = 0
  /** The `Authorization` of the last request. */
  last_authorization: string | undefined
  private readonly device: GateDevice
  private readonly password: string | null
  private readonly server: Server
  private readonly sockets = new Set<Socket>()
  /** The highest count that was used with each nonce, because a count may not be used twice. */
  private readonly nonces = new Map<string, number>()

  constructor(device: GateDevice, password: string | null) {
    this.device = device
    this.password = password
    this.server = createServer((request, response) => void this.handle(request, response))
    this.server.on('connection', (socket: Socket) => {
      this.connections += 1
      this.sockets.add(socket)
      this.most_at_once = Math.max(this.most_at_once, this.sockets.size)
      socket.once('close', () => this.sockets.delete(socket))
    })
  }

  listen({ host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {}): Promise<number> {
    return new Promise((done, fail) => {
      this.server.once('error', fail)
      this.server.listen(port, host, () => {
        const address = this.server.address()
        done(typeof address === 'object' && address !== null ? address.port : port)
      })
    })
  }

  /** Forgets all nonces, as a restart of the device does. */
  expireNonces(): void {
    this.nonces.clear()
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((done) => this.server.close(() => done()))
    for (const socket of this.sockets) socket.destroy()
    await ended
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    response.setHeader('connection', 'close')
    if (request.url === '/stand-in') return this.control(request, response, body)
    if (request.method !== 'POST' || request.url !== '/rpc') return void response.writeHead(404).end()
    this.last_authorization = request.headers.authorization
    if (!this.isAuthorized(request)) return this.challenge(response)
    if (!this.device.behavior.is_online) return void request.socket.destroy()
    await this.call(request.socket, response, body)
  }

  private async call(socket: Socket, response: ServerResponse, body: string): Promise<void> {
    const { fault } = this
    this.fault = null
    if (fault === 'RESET_BEFORE') return void socket.resetAndDestroy()
    const frame = parse(body)
    if (frame === null) return void response.writeHead(400).end()
    const { id, src, method, params } = frame
    const reply = callMethod(this.device, String(method), params ?? {}, this.password !== null)
    // A silent device has executed the call and says nothing.
    if (!this.device.behavior.answers) return
    if (fault !== null) return answerWrongly(fault, socket, response)
    await this.device.delay()
    const text = JSON.stringify({ id, src: this.device.options.id, dst: src, ...reply })
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }

  private challenge(response: ServerResponse): void {
    const nonce = randomBytes(12).toString('hex')
    this.nonces.set(nonce, 0)
    const { id } = this.device.options
    response
      .writeHead(401, {
        'www-authenticate': `Digest qop="auth", realm="${id}", nonce="${nonce}", algorithm=SHA-256`,
      })
      .end()
  }

  private isAuthorized({ headers, method = '' }: IncomingMessage): boolean {
    if (this.password === null) return true
    const field = (name: string): string =>
      new RegExp(`[ ,]${name}=(?:"([^"]*)"|([^",\\s]+))`)
        .exec(headers.authorization ?? '')
        ?.slice(1)
        .join('') ?? ''
    const nonce = field('nonce')
    const count = Number.parseInt(field('nc'), 16)
    const used = this.nonces.get(nonce)
    if (used === undefined || !(count > used)) return false
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const secret = hash(`admin:${this.device.options.id}:${this.password}`)
    const asked = hash(`${method}:${field('uri')}`)
    const expected = hash(`${secret}:${nonce}:${field('nc')}:${field('cnonce')}:${field('qop')}:${asked}`)
    if (field('username') !== 'admin' || field('response') !== expected) return false
    this.nonces.set(nonce, count)
    return true
  }

  /** Not a call of a Shelly: shows what the gate did, and changes its script. */
  private control(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.method === 'POST') {
      const wanted = gateScripts.find((script) => script === body.trim())
      if (wanted === undefined) return void response.writeHead(400).end(`One of: ${gateScripts.join(' ')}\n`)
      this.device.setScript(wanted)
    }
    const { pulses, is_latched, script } = this.device
    const state = { script, pulses, is_latched, ...this.device.reading() }
    response.writeHead(200, { 'content-type': 'application/json' }).end(`${JSON.stringify(state)}\n`)
  }
}

interface Frame {
  id?: unknown
  src?: unknown
  method?: unknown
  params?: Record<string, unknown>
}

function parse(body: string): Frame | null {
  try {
    return JSON.parse(body) as Frame | null
  } catch {
    return null
  }
}

function answerWrongly(fault: HttpFault, socket: Socket, response: ServerResponse): void {
  if (fault === 'RESET_AFTER') socket.resetAndDestroy()
  else if (fault === 'REDIRECT') response.writeHead(307, { location: '/rpc' }).end()
  else if (fault === 'OVERSIZED') response.writeHead(200).end(Buffer.alloc(1024 * 1024, ' '))
  else if (fault === 'GARBAGE') socket.end('220 not HTTP\r\n')
  else if (fault === 'HALF') socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id"')
  else {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 20)
    socket.once('close', () => clearInterval(timer))
  }
}
