import type pg from 'pg'
import { reportFailure } from '../failures.ts'
import type { Log } from '../log.ts'
import { addHits, addManyHits, type BucketHits } from './limits.sql.ts'

const togetherMilliseconds = 1_000
/** More buckets than this are counted in the database, so that the memory of the process stays small. */
const MOST_BUCKETS = 50_000
const MOST_IDLE_SECONDS = 60

interface Count {
  window_starts_at: string
  /** What the database had when it was last asked, including what this process had written. */
  known: number
  /** What this process has not written yet. */
  waiting: number
  /** For how many seconds nothing was counted. */
  idle: number
}

/**
 * Hits that are counted in the process and written together every second. The first one of a window asks the database, so that a restart
 * forgets nothing; from then on what other processes count is known a second later.
 */
export class Counts {
  readonly #deps: { pool: pg.Pool; log: Log }
  readonly #counts = new Map<string, Count>()
  #isClosed = false
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: { pool: pg.Pool; log: Log }) {
    this.#deps = deps
  }

  /** Counts a hit of the given weight. Returns the number of hits in the window. */
  async add(bucket: string, window_starts_at: string, weight: number): Promise<number> {
    const count = this.#counts.get(bucket)
    if (count?.window_starts_at === window_starts_at) {
      count.waiting += weight
      this.#later()
      return count.known + count.waiting
    }
    const hits = await addHits(this.#deps.pool, bucket, window_starts_at, weight)
    const now = this.#counts.get(bucket)
    if (now?.window_starts_at === window_starts_at) now.known = Math.max(now.known, hits)
    else if (this.#counts.size < MOST_BUCKETS)
      this.#counts.set(bucket, { window_starts_at, known: hits, waiting: 0, idle: 0 })
    this.#later()
    return hits
  }

  /** Writes what waits. Never throws: what could not be written waits for the next time. */
  write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const added: BucketHits[] = []
    for (const [bucket, count] of this.#counts) {
      if (count.waiting > 0) {
        count.idle = 0
        added.push({ bucket, window_starts_at: count.window_starts_at, hits: count.waiting })
      } else if (++count.idle > MOST_IDLE_SECONDS) this.#counts.delete(bucket)
    }
    try {
      const totals = added.length === 0 ? [] : await addManyHits(this.#deps.pool, added)
      const written = new Map(added.map(({ bucket, hits }) => [bucket, hits]))
      for (const { bucket, window_starts_at, hits } of totals) {
        const count = this.#counts.get(bucket)
        if (count?.window_starts_at !== window_starts_at) continue
        count.known = hits
        count.waiting -= written.get(bucket) ?? 0
      }
    } catch (error) {
      reportFailure(this.#deps.log, { task: 'rate_limits', error })
    }
    if (this.#counts.size > 0) this.#later()
  }

  #later(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => void this.write(), togetherMilliseconds).unref()
  }

  /** Writes what waits, and nothing afterward. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.write()
  }

  /** For tests that delete what was counted. */
  clear(): void {
    this.#counts.clear()
  }
}
