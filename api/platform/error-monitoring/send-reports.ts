import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import type { Log } from '../../log.ts'
import type { Ports } from '../../ports.ts'
import type { Metrics } from '../observability/metrics.ts'

/** Hands an envelope to the tunnel and returns its status. */
export type PostEnvelope = (body: string | Uint8Array) => Promise<number>

interface SendDeps {
  log: Log
  ports: Pick<Ports, 'pause' | 'now'>
  metrics: Pick<Metrics, 'countReport'>
  post: PostEnvelope
}

/** Envelopes that wait. A process that fails all the time does not need more to be understood. */
const MAX_WAITING = 100
/** The end of the process waits this long for what was not sent yet. */
const LAST_CHANCE_MS = 2_000
/** A lost report is logged at most once in this time. */
const QUIET_MS = 60_000

/**
 * Sends envelopes one after the other, so that nothing waits for them and a failing process is not slowed further. What can't be sent is
 * counted, and logged as a warning, which is not reported.
 */
export class ReportQueue {
  private readonly waiting: (string | Uint8Array)[] = []
  private work: Promise<void> | null = null
  private isClosing = false
  private told_at = 0
  private readonly deps: SendDeps

  constructor(deps: SendDeps) {
    this.deps = deps
  }

  /** Whether there is room, so that no report is made for nothing. */
  get hasRoom(): boolean {
    return this.waiting.length < MAX_WAITING
  }

  add(body: string | Uint8Array): void {
    if (!this.hasRoom) return this.lose('queue_full')
    this.waiting.push(body)
    this.work ??= this.sendAll().finally(() => {
      this.work = null
    })
  }

  /** Counts a report that is given up. */
  lose(reason: string, error?: unknown): void {
    const { log, metrics, ports } = this.deps
    metrics.countReport('lost')
    const now = ports.now().getTime()
    if (now - this.told_at < QUIET_MS) return
    this.told_at = now
    log.warn({ event: 'report_lost', reason, err: error }, 'an error could not be reported')
  }

  /** Waits a moment for what is left. */
  async close(): Promise<void> {
    this.isClosing = true
    await Promise.race([this.work, this.deps.ports.pause(LAST_CHANCE_MS)])
  }

  private async sendAll(): Promise<void> {
    for (let body = this.waiting.shift(); body !== undefined; body = this.waiting.shift())
      await this.send(body)
  }

  private async send(body: string | Uint8Array): Promise<void> {
    const { metrics, ports, post } = this.deps
    for (let attempt = 0; ; attempt++) {
      const outcome = await post(body).catch((error: unknown) => error)
      if (outcome === 200) return metrics.countReport('sent')
      // What the tunnel refuses now, it refuses always, unless it has too much to do.
      const isFinal = typeof outcome === 'number' && outcome < 500 && outcome !== 429
      if (isFinal || this.isClosing || attempt >= monitoring.send_retry_max)
        return this.lose(typeof outcome === 'number' ? `status ${outcome}` : 'unreachable', outcome)
      await ports.pause(monitoring.send_retry_base_ms * 2 ** attempt)
    }
  }
}
