import { gunzipSync } from 'node:zlib'
import { type Answer, type Asked, jsonAnswer, type Listening, serve } from './http.ts'

/** The project key that the stand-in accepts. */
export const posthogKey = 'phc_stand_in'

export interface StoredEvent {
  uuid?: string
  event: string
  distinct_id?: string
  timestamp?: string
  properties?: Record<string, unknown>
}

interface Body {
  api_key?: string
  token?: string
  batch?: StoredEvent[]
  event?: string
}

const capturePaths = /^\/(?:e|batch|capture|i\/v0\/e)\/?$/

/** Speaks as much of PostHog's protocol as a client notices: capturing, feature flags, and the configuration. */
export class PostHogStandIn {
  /** By ID, so that an event that was sent twice is stored once. */
  readonly events: StoredEvent[] = []
  /** The number of requests with events. */
  captures = 0
  /** Answers captures with this status instead. */
  status: number | null = null
  /** Accepts requests, and never answers. */
  silent = false
  /** The project has used up its events. */
  isOverQuota = false
  private listening: Listening | null = null

  async listen(at?: { host: string; port: number }): Promise<string> {
    this.listening = await serve((asked) => this.answer(asked), at)
    return this.listening.url
  }

  async close(): Promise<void> {
    await this.listening?.close()
  }

  private answer(asked: Asked): Answer | null {
    if (this.silent) return null
    if (asked.path.startsWith('/flags')) return jsonAnswer({ flags: {}, errorsWhileComputingFlags: false })
    if (/^\/array\/[^/]+\/config$/.test(asked.path)) return jsonAnswer({ supportedCompression: ['gzip-js'] })
    if (asked.method === 'GET' && asked.path === '/control/events') return jsonAnswer(this.events)
    if (asked.method === 'POST' && capturePaths.test(asked.path)) return this.capture(asked)
    return jsonAnswer({ error: 'not found' }, 404)
  }

  private capture({ body }: Asked): Answer {
    this.captures++
    if (this.status !== null) return jsonAnswer({ error: 'stand-in' }, this.status)
    const isCompressed = body[0] === 0x1f && body[1] === 0x8b
    let sent: Body
    try {
      sent = JSON.parse((isCompressed ? gunzipSync(body) : body).toString('utf8')) as Body
    } catch {
      return jsonAnswer({ type: 'validation_error', detail: 'invalid payload' }, 400)
    }
    const key = sent.api_key ?? sent.token
    if (key !== posthogKey) return jsonAnswer({ type: 'authentication_error', code: 'invalid_api_key' }, 401)
    if (this.isOverQuota) return jsonAnswer({ status: 1, quota_limited: ['events'] })
    for (const event of sent.batch ?? [sent as StoredEvent]) {
      if (event.uuid === undefined || !this.events.some(({ uuid }) => uuid === event.uuid))
        this.events.push(event)
    }
    return jsonAnswer({ status: 1 })
  }
}
