import { isLostConnection } from '@openspot/db/lost-connection.ts'
import type { Log } from './log.ts'

/** Describes a failure and its attempt. The id is that of one of our rows. Must not contain personal data. */
export interface Failure {
  task: string
  id?: string
  attempt?: number
  error: unknown
  /** Further ids and counts without personal data. */
  more?: Record<string, string | number | boolean>
}

/** Logs a failure outside a request as one error line without personal data (`api/log.ts`). */
export function reportFailure(log: Log, { task, id, attempt, error, more }: Failure): void {
  log.error({ event: 'task_failed', task, id, attempt, ...more, err: error }, `${task} failed`)
}

/**
 * The items that were tried and are not done yet, least recently tried first. Kept in the memory of one process for its
 * rounds.
 */
export class Tried {
  private readonly attempts = new Map<string, number>()

  /** Returns the ids for ordering a list, so that stuck rows do not block the others. */
  ids(): string[] {
    return [...this.attempts.keys()]
  }

  /** Returns the number of this attempt. */
  begin(id: string): number {
    const attempt = (this.attempts.get(id) ?? 0) + 1
    this.attempts.delete(id)
    this.attempts.set(id, attempt)
    const [oldest] = this.attempts.keys()
    if (this.attempts.size > 2_000 && oldest !== undefined) this.attempts.delete(oldest)
    return attempt
  }

  done(id: string): void {
    this.attempts.delete(id)
  }
}

interface Each {
  log: Log
  task: string
  tried?: Tried
}

/**
 * Processes each item separately: one that throws is reported and does not stop the others. Returns how many threw.
 * `work` returns false if the item must be checked again although nothing failed. A lost database connection is thrown,
 * because it affects all items.
 */
export async function eachByItself<T>(
  { log, task, tried = new Tried() }: Each,
  items: Iterable<T> | AsyncIterable<T>,
  idOf: (item: T) => string,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  let failed = 0
  for await (const item of items) {
    const id = idOf(item)
    const attempt = tried.begin(id)
    try {
      if ((await work(item)) !== false) tried.done(id)
    } catch (error) {
      if (isLostConnection(error)) throw error
      failed++
      // Report only attempts 1, 2, 4, 8, and so on, because a line every few seconds would hide the others.
      if ((attempt & (attempt - 1)) === 0) reportFailure(log, { task, id, attempt, error })
    }
  }
  return failed
}

/** Throws if some rows of a job failed, so that the job is retried. */
export function refuseFailed(failed: number, task: string): void {
  if (failed > 0) throw new Error(`${task}: ${failed} failed individually. See the log for details.`)
}
