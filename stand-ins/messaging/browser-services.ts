import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { bytesField, fieldsOf, fixed64Field, frame, framesOf, varintField } from './protobuf.ts'
import type { PushedMessage } from './push-service.ts'
import type { Answer, Received } from './switches.ts'

/** Tags of the protocol on the connection that pushes arrive on. */
const tag = { ping: 0, pong: 1, login: 2, loggedIn: 3, message: 8 } as const
const version = 41

interface Subscription {
  app: string
  subtype: string
  sender: string
}

/**
 * The services of Google with which Chromium subscribes and on whose connection it receives pushes: check-in, registration,
 * and the mobile connection server. Chromium finds them by the switches that `listen` returns.
 */
export class BrowserServices {
  private readonly subscriptions = new Map<string, Subscription>()
  private readonly connections = new Set<TLSSocket>()
  private readonly waiting: PushedMessage[] = []
  private server: Server | null = null
  private sent = 0
  private readonly now: () => Date
  private readonly onSubscribe: (token: string, key: string) => void

  constructor(now: () => Date, onSubscribe: (token: string, key: string) => void) {
    this.now = now
    this.onSubscribe = onSubscribe
  }

  /** Whether a browser subscribed here with this token. */
  knows(token: string): boolean {
    return this.subscriptions.has(token)
  }

  /** Identifies the browser. */
  answerCheckin(): Answer {
    const body = Buffer.concat([
      varintField(1, 1),
      varintField(3, this.now().getTime()),
      fixed64Field(7, 1_000_000_001n),
      fixed64Field(8, 1_000_000_002n),
    ])
    return { status: 200, headers: { 'content-type': 'application/x-protobuf' }, body }
  }

  /** Subscribes: the sender is the key of the server that may send. */
  answerRegister({ body }: Received): Answer {
    const form = new URLSearchParams(body.toString('utf8'))
    const token = randomBytes(24).toString('base64url')
    const [app, subtype, sender] = [form.get('app'), form.get('X-subtype'), form.get('sender')]
    if (form.get('delete') === 'true') return { status: 200, headers: plain, body: 'deleted=' }
    if (subtype !== null && app !== null && sender !== null) {
      this.subscriptions.set(token, { app, subtype, sender })
      this.onSubscribe(token, sender)
    }
    return { status: 200, headers: plain, body: `token=${token}` }
  }

  /**
   * Listens for browsers. Returns the switches with which Chromium finds these services; `url` is that of the stand-in.
   * The certificate needs no name, because the browser is told the hash of its key.
   */
  async listen(url: string, certificate: { key: string; cert: string }): Promise<string[]> {
    const port = await this.open(certificate)
    const spki = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' })
    return [
      `--gcm-checkin-url=${url}/checkin`,
      `--gcm-registration-url=${url}/register`,
      `--gcm-mcs-endpoint=https://localhost:${port}`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`,
    ]
  }

  private open(certificate: { key: string; cert: string }): Promise<number> {
    const server = createServer(certificate, (socket) => this.serve(socket))
    // A browser that doesn't accept the certificate ends the connection and tries again.
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    this.server = server
    return new Promise((done, fail) => {
      server.once('error', fail)
      server.listen(0, 'localhost', () => {
        const address = server.address()
        done(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  }

  async close(): Promise<void> {
    const { server } = this
    if (!server) return
    const ended = new Promise<void>((done) => server.close(() => done()))
    for (const socket of this.connections) socket.destroy()
    await ended
  }

  /** Passes a push on to the browser, as soon as it is connected. */
  deliver(message: PushedMessage): void {
    if (!this.knows(message.token)) return
    this.waiting.push(message)
    this.flush()
  }

  private serve(socket: TLSSocket): void {
    let pending: Buffer = Buffer.alloc(0)
    let hasVersion = false
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.connections.delete(socket))
    socket.on('data', (data: Buffer) => {
      pending = Buffer.concat([pending, data])
      if (!hasVersion && pending.length > 0) {
        hasVersion = true
        pending = pending.subarray(1)
      }
      const { frames, rest } = framesOf(pending)
      pending = rest
      for (const one of frames) this.receive(socket, one)
    })
  }

  private receive(socket: TLSSocket, { tag: kind, body }: { tag: number; body: Buffer }): void {
    if (kind === tag.ping) socket.write(frame(tag.pong, Buffer.alloc(0)))
    if (kind !== tag.login) return
    const id = fieldsOf(body).get(1)?.toString('utf8') ?? 'browser'
    const answer = Buffer.concat([bytesField(1, id), varintField(8, this.now().getTime())])
    socket.write(Buffer.concat([Buffer.from([version]), frame(tag.loggedIn, answer)]))
    this.connections.add(socket)
    this.flush()
  }

  private flush(): void {
    const [socket] = this.connections
    if (!socket) return
    for (const message of this.waiting.splice(0)) this.write(socket, message)
  }

  private write(socket: Socket, { token, body }: PushedMessage): void {
    const { app, subtype, sender } = this.subscriptions.get(token) ?? { app: '', subtype: '', sender: '' }
    this.sent += 1
    const data = (name: string, value: string) =>
      bytesField(7, Buffer.concat([bytesField(1, name), bytesField(2, value)]))
    const stanza = Buffer.concat([
      bytesField(3, sender),
      bytesField(5, app),
      data('subtype', subtype),
      data('content-encoding', 'aes128gcm'),
      bytesField(9, `message-${this.sent}`),
      bytesField(21, body),
    ])
    socket.write(frame(tag.message, stanza))
  }
}

const plain = { 'content-type': 'text/plain' }
