import { type Random, seededRandom } from './ports.ts'

/**
 * Fault injection for tests. The plan is an object in the same process, so nothing reaches it over the network. The
 * same seed, rules, and order of calls give the same faults.
 */

/**
 * - `timeout_after_success`: the work is done and no response is sent
 * - `reset`: the connection breaks before anything is done; `reset_after_success`: after it is done
 * - `error_500`, `error_429`, `error_409`: refused before anything is done
 * - `error_500_after_success`: done, but answered with 500
 */
export type CallFault =
  | 'error_409'
  | 'error_429'
  | 'error_500'
  | 'error_500_after_success'
  | 'reset'
  | 'reset_after_success'
  | 'timeout_after_success'

export interface CallRule {
  /** The full call, such as `POST /v1/refunds`, or a pattern; if absent, every call that changes something. */
  call?: string | RegExp
  fault: CallFault
  /** Probability from 0 to 1; always if absent. */
  rate?: number
  /** Maximum number of times. */
  times?: number
}

/** Every number is a probability from 0 to 1. */
export interface WebhookRule {
  /** Delays the first attempt. */
  delay?: { rate: number; seconds: number }
  /** Fails once and is retried. */
  drop?: number
  /** Is never delivered. */
  lose?: number
  /** Is delivered more than once. */
  double?: { rate: number; copies?: number }
  /** Shuffles deliveries that are due together. */
  reorder?: number
}

export interface WebhookFault {
  delay_seconds: number
  dropped: boolean
  lost: boolean
  copies: number
}

export class FaultPlan {
  webhooks: WebhookRule = {}
  private readonly random: Random
  private rules: { rule: CallRule; left: number }[] = []
  private holds: { call: string; arrived: () => void; until: Promise<void> }[] = []

  constructor(seed = 1) {
    this.random = seededRandom(seed)
  }

  add(...rules: CallRule[]): void {
    this.rules.push(...rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY })))
  }

  clear(): void {
    this.rules = []
    this.holds = []
    this.webhooks = {}
  }

  /**
   * Stops the next such call in the middle of its transaction. `arrived` resolves when it is there; `release` lets it
   * continue. This lets a test have two concurrent calls without sleeping.
   */
  hold(call: string): { arrived: Promise<void>; release: () => void } {
    const there = gate()
    const free = gate()
    this.holds.push({ call, arrived: there.open, until: free.opened })
    return { arrived: there.opened, release: free.open }
  }

  async waitIfHeld(call: string): Promise<void> {
    const index = this.holds.findIndex((hold) => hold.call === call)
    const hold = this.holds.splice(index, index < 0 ? 0 : 1)[0]
    if (!hold) return
    hold.arrived()
    await hold.until
  }

  forCall(call: string): CallFault | null {
    for (const entry of this.rules) {
      if (entry.left <= 0 || !meant(entry.rule.call, call)) continue
      if (entry.rule.rate !== undefined && this.random() >= entry.rule.rate) continue
      entry.left -= 1
      return entry.rule.fault
    }
    return null
  }

  forWebhook(attempt: number): WebhookFault {
    const { delay, double, drop, lose } = this.webhooks
    return {
      delay_seconds: delay && attempt === 1 && this.random() < delay.rate ? delay.seconds : 0,
      dropped: this.happens(drop),
      lost: this.happens(lose),
      copies: double && this.random() < double.rate ? (double.copies ?? 2) : 1,
    }
  }

  orderOf<T>(items: T[]): T[] {
    if (!this.happens(this.webhooks.reorder)) return items
    return items
      .map((item) => ({ item, position: this.random() }))
      .sort((a, b) => a.position - b.position)
      .map(({ item }) => item)
  }

  private happens(rate: number | undefined): boolean {
    return rate !== undefined && rate > 0 && this.random() < rate
  }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

function meant(wanted: string | RegExp | undefined, call: string): boolean {
  if (wanted === undefined) return !call.startsWith('GET ')
  return typeof wanted === 'string' ? wanted === call : wanted.test(call)
}
