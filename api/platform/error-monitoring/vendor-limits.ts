import { parseEnvelope } from './envelope.ts'

/** The category that Sentry counts an item in. What is not listed is its own category, or in none. */
const categories: Record<string, string> = {
  event: 'error',
  sessions: 'session',
  replay_event: 'replay',
  replay_recording: 'replay',
  replay_video: 'replay',
  check_in: 'monitor',
  log: 'log_item',
}
const LONGEST_LIMIT_MS = 86_400_000
const DEFAULT_LIMIT_MS = 60_000
const EVERYTHING = ''

/** What the vendor does not take for a while, as its answers say: https://develop.sentry.dev/sdk/expected-features/rate-limiting/. */
export class VendorLimits {
  /** Until when, by category. */
  private readonly until = new Map<string, number>()

  /** Reads the headers of an answer. */
  note(status: number, headers: Pick<Headers, 'get'>, now: number): void {
    const limits = headers.get('x-sentry-rate-limits')
    if (limits !== null) {
      for (const limit of limits.slice(0, 2_000).split(',')) {
        const [seconds = '', names = ''] = limit.trim().split(':')
        if (!/^\d+(\.\d+)?$/.test(seconds)) continue
        for (const name of names.split(';')) this.set(name.trim(), Number(seconds) * 1000, now)
      }
    } else if (status === 429) {
      this.set(EVERYTHING, retryAfterMs(headers.get('retry-after'), now) ?? DEFAULT_LIMIT_MS, now)
    }
  }

  private set(name: string, milliseconds: number, now: number): void {
    // Only names that can be sent on in a header.
    if (!/^[a-z_]{0,40}$/.test(name)) return
    const until = now + Math.min(milliseconds, LONGEST_LIMIT_MS)
    this.until.set(name, Math.max(until, this.until.get(name) ?? 0))
  }

  /** Whether the vendor does not take items of a type now. */
  covers(type: string, now: number): boolean {
    const isOver = (name: string) => (this.until.get(name) ?? 0) <= now
    return !isOver(EVERYTHING) || !isOver(categories[type] ?? type)
  }

  /** The same as a header for our own senders, which then do not send it at all. Null: there is no limit. */
  header(now: number): string | null {
    const limits = [...this.until].flatMap(([name, until]) =>
      until > now ? `${Math.ceil((until - now) / 1000)}:${name}:organization` : [],
    )
    return limits.length === 0 ? null : limits.join(', ')
  }
}

/** Reads `Retry-After`: seconds or a date. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** The envelope without the items that the vendor does not take. Null if nothing is left. */
export function withoutLimited(envelope: Buffer, isLimited: (type: string) => boolean): Buffer | null {
  const header = envelope.subarray(0, Math.max(0, envelope.indexOf('\n')))
  const kept = parseEnvelope(envelope).items.filter((item) => !isLimited(item.header.type))
  if (kept.length === 0) return null
  const newline = Buffer.from('\n')
  return Buffer.concat([header, ...kept.flatMap(({ raw }) => [newline, raw])])
}
