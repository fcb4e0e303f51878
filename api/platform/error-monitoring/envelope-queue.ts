import type { ErrorDropReason, RelayFailure } from '@openspot/core/error-monitoring/enums.ts'
import {
  ENVELOPES_AT_ONCE,
  FIRST_VENDOR_RETRY_MS,
  LONGEST_VENDOR_RETRY_MS,
  MAX_QUEUED_BYTES,
  MAX_QUEUED_ENVELOPES,
  MAX_QUEUED_MINUTES,
  VENDOR_DRAIN_MS,
  VENDOR_PATIENCE_MS,
} from '@openspot/core/error-monitoring/limits.ts'
import type { Dsn } from '@openspot/core/sentry-dsn.ts'
import { askOperated, type OperatorAnswer } from '../../net/operator-http.ts'
import type { Ports } from '../../ports.ts'
import { decode } from './envelope.ts'
import { retryAfterMs, VendorLimits, withoutLimited } from './vendor-limits.ts'

/** An envelope as it was received. */
export interface QueuedEnvelope {
  body: Buffer
  encoding: string | undefined
  /** The types of its items. */
  types: readonly string[]
}
interface Waiting extends QueuedEnvelope {
  received_at: number
}

/** What became of what was sent in one round. */
export interface Round {
  sent: number
  /** The last failure, if any. */
  failure: RelayFailure | null
}

export interface QueueDeps {
  ports: Pick<Ports, 'now' | 'fetch'>
  drop: (reason: ErrorDropReason, count: number) => void
  /** Is called after each round, and awaited before the next one. Never throws. */
  settle: (round: Round) => Promise<void>
}

const everyMs = 500

type Outcome = 'SENT' | 'DROPPED' | 'AGAIN'

/** What waits in memory to be sent to Sentry, and how it is sent. Nothing of it is stored. */
export class EnvelopeQueue {
  readonly limits = new VendorLimits()
  private waiting: Waiting[] = []
  private bytes = 0
  private failures = 0
  private retry_at = 0
  private isClosing = false
  private round: Promise<void> | null = null
  private readonly ending = new AbortController()
  private readonly timer: NodeJS.Timeout
  private readonly dsn: Dsn
  private readonly deps: QueueDeps

  constructor(dsn: Dsn, deps: QueueDeps) {
    this.dsn = dsn
    this.deps = deps
    this.timer = setInterval(() => this.wake(), everyMs).unref()
  }

  /** Takes an envelope if there is room for it. Returns at once. */
  offer(envelope: QueuedEnvelope): void {
    const isFull =
      this.waiting.length >= MAX_QUEUED_ENVELOPES || this.bytes + envelope.body.length > MAX_QUEUED_BYTES
    if (isFull) return this.deps.drop('QUEUE_FULL', 1)
    this.waiting.push({ ...envelope, received_at: this.now() })
    this.bytes += envelope.body.length
    this.wake()
  }

  /** Sends what waits for a few seconds more, until the first failure. The rest is lost. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    this.isClosing = true
    const deadline = setTimeout(() => this.ending.abort(), VENDOR_DRAIN_MS)
    await this.round
    while (this.waiting.length > 0 && !this.ending.signal.aborted) {
      const { failures } = this
      await this.send()
      if (this.failures > failures) break
    }
    clearTimeout(deadline)
    if (this.waiting.length === 0) return
    this.deps.drop('STOPPED', this.waiting.length)
    this.waiting = []
  }

  private now = () => this.deps.ports.now().getTime()

  private wake(): void {
    const isWaiting = this.isClosing || this.now() < this.retry_at
    if (this.round !== null || this.waiting.length === 0 || isWaiting) return
    this.round = this.send()
    void this.round.finally(() => {
      this.round = null
      // Not at once, so that answers to others are not delayed.
      if (this.waiting.length > 0) setImmediate(() => this.wake())
    })
  }

  /** Sends a few envelopes at once. What the vendor could not take waits again. */
  private async send(): Promise<void> {
    this.expire()
    const taken = this.waiting.splice(0, ENVELOPES_AT_ONCE)
    const round: Round = { sent: 0, failure: null }
    const outcomes = await Promise.all(taken.map((envelope) => this.sendOne(envelope, round)))
    const again = taken.filter((_, at) => outcomes[at] === 'AGAIN')
    round.sent = outcomes.filter((outcome) => outcome === 'SENT').length
    this.waiting.unshift(...again)
    for (const envelope of taken) if (!again.includes(envelope)) this.bytes -= envelope.body.length
    if (again.length > 0) this.backOff()
    else this.failures = 0
    await this.deps.settle(round)
  }

  private expire(): void {
    const before = this.now() - MAX_QUEUED_MINUTES * 60_000
    const kept = this.waiting.filter(({ received_at }) => received_at >= before)
    const count = this.waiting.length - kept.length
    if (count === 0) return
    this.waiting = kept
    this.bytes = kept.reduce((sum, { body }) => sum + body.length, 0)
    this.deps.drop('NOT_IN_TIME', count)
  }

  private backOff(asked = 0): void {
    const own = Math.min(LONGEST_VENDOR_RETRY_MS, FIRST_VENDOR_RETRY_MS * 2 ** this.failures)
    this.failures++
    this.retry_at = Math.max(this.retry_at, this.now() + Math.max(own, asked))
  }

  private async sendOne(envelope: Waiting, round: Round): Promise<Outcome> {
    const isLimited = (type: string) => this.limits.covers(type, this.now())
    let { body, encoding } = envelope
    if (envelope.types.some(isLimited)) {
      this.deps.drop('QUOTA_REACHED', 1)
      const left = withoutLimited(await decode(body, encoding), isLimited)
      if (left === null) return 'DROPPED'
      body = left
      encoding = undefined
    }
    const answer = await this.post(body, encoding)
    if (answer === null) {
      round.failure = 'UNAVAILABLE'
      return 'AGAIN'
    }
    const { status, headers } = answer
    this.limits.note(status, headers, this.now())
    if (status < 300) return 'SENT'
    if (status === 429) {
      // As the protocol has it, what was over the limit is not sent again.
      round.failure = 'QUOTA_REACHED'
      this.deps.drop('QUOTA_REACHED', 1)
      return 'DROPPED'
    }
    if (status === 401 || status === 403) {
      round.failure = 'KEY_REFUSED'
      return 'AGAIN'
    }
    if (status === 408 || status >= 500) {
      round.failure = 'UNAVAILABLE'
      const asked = retryAfterMs(headers.get('retry-after'), this.now()) ?? 0
      this.retry_at = this.now() + Math.min(asked, MAX_QUEUED_MINUTES * 60_000)
      return 'AGAIN'
    }
    round.failure = 'REFUSED'
    this.deps.drop('REFUSED', 1)
    return 'DROPPED'
  }

  /** Posts to the address of the DSN and to no other. Null: it was not reached, or did not answer in time. */
  private async post(
    body: Buffer,
    encoding: string | undefined,
  ): Promise<Pick<OperatorAnswer, 'status' | 'headers'> | null> {
    try {
      return await askOperated(this.deps.ports, {
        url: this.dsn.envelope_url,
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=openspot/1, sentry_key=${this.dsn.key}`,
          ...(encoding ? { 'content-encoding': encoding } : {}),
        },
        body: new Uint8Array(body),
        timeout_ms: VENDOR_PATIENCE_MS,
        max_bytes: 0,
        signal: this.ending.signal,
      })
    } catch {
      // The cause would name the address, which says nothing that the operator does not see in the console.
      return null
    }
  }
}
