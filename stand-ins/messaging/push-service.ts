import { createPublicKey, verify } from 'node:crypto'
import type { Answer, Received, Switches } from './switches.ts'

export interface PushedMessage {
  token: string
  /** Encrypted for the browser. */
  body: Buffer
  ttl: number
  topic: string | null
  /** The key of the server that sent it. */
  key: string
}

/**
 * A push service (RFC 8030) that requires VAPID (RFC 8292). It can't read what it passes on. Any token is a
 * subscription until it ends.
 */
export class PushService {
  /** The messages that were accepted, the latest last. */
  readonly messages: PushedMessage[] = []
  /** Called with each accepted message. */
  deliver: (message: PushedMessage) => void = () => {}
  private readonly ended = new Set<string>()
  /** The key that a subscription was made for; others may not send to it. */
  private readonly keys = new Map<string, string>()
  private readonly now: () => Date

  constructor(now: () => Date) {
    this.now = now
  }

  /** Limits a subscription to the server with this key. */
  subscribe(token: string, key: string): void {
    this.keys.set(token, key)
  }

  unsubscribe(token: string): void {
    this.ended.add(token)
  }

  answer({ url, method, headers, body }: Received, origins: readonly string[], switches: Switches): Answer {
    if (method !== 'POST') return { status: 405, body: 'Method not allowed' }
    const token = url.split('/').at(-1) ?? ''
    const key = this.keyOf(String(headers['authorization'] ?? ''), origins)
    if (key === null) return { status: 401, body: 'The Authorization header is missing or invalid.' }
    if ((this.keys.get(token) ?? key) !== key || switches.deny)
      return { status: 403, body: 'The key does not match the subscription.' }
    if (this.ended.has(token)) return { status: 410, body: 'The subscription ended.' }
    const ttl = /^\d+$/.exec(String(headers['ttl'] ?? ''))?.[0]
    if (ttl === undefined) return { status: 400, body: 'The TTL header is missing.' }
    if (headers['content-encoding'] !== 'aes128gcm')
      return { status: 415, body: 'The content encoding is unknown.' }
    if (body.length > 4096) return { status: 413, body: 'The message is too large.' }
    const topic = headers['topic'] === undefined ? null : String(headers['topic'])
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return { status: 400, body: 'The topic is invalid.' }
    const message: PushedMessage = { token, body, ttl: Number(ttl), topic, key }
    this.messages.push(message)
    this.deliver(message)
    return { status: 201, headers: { location: `/message/${this.messages.length}` } }
  }

  /** Returns the key whose signature is on the token, which must be for us and of this time. */
  private keyOf(header: string, origins: readonly string[]): string | null {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
    const [head = '', payload = '', signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    if (point.length !== 65) return null
    try {
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
      const signer = createPublicKey({
        key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
        format: 'jwk',
      })
      const isSigned = verify(
        'SHA256',
        Buffer.from(`${head}.${payload}`),
        { key: signer, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
      const left = Number(claims['exp']) - this.now().getTime() / 1000
      const isOurs = origins.includes(String(claims['aud']))
      const hasContact = /^(?:mailto|https):/.test(String(claims['sub']))
      return isSigned && isOurs && hasContact && left > 0 && left <= 86_400 ? key : null
    } catch {
      // Not a point of the curve, or no JSON: as good as no header.
      return null
    }
  }
}
