import { isLostConnection } from '@openspot/db/lost-connection.ts'
import type { Log } from './log.ts'

/** What failed, and at which attempt. The id is of a row of ours; nothing personal belongs here. */
export interface Failure {
  task: string
  id?: string
  attempt?: number
  error: unknown
  /** Further ids and counts; nothing personal. */
  more?: Record<string, string | number | boolean>
}

/** The one way a failure outside a request is made known: one error line, without personal data (`api/log.ts`). */
export function reportFailure(log: Log, { task, id, attempt, error, more }: Failure): void {
  log.error({ event: 'task_failed', task, id, attempt, ...more, err: error }, `${task} failed`)
}

/** What was tried and is not done yet, least recently tried first. Kept in the memory of one process, for its rounds. */
export class Tried {
  private readonly attempts = new Map<string, number>()

  /** To order a list by, so that rows that stay cannot keep others from their turn. */
  ids(): string[] {
    return [...this.attempts.keys()]
  }

  /** Answers which attempt this is. */
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
 * Works on each item by itself: one that throws is reported and does not keep the others. Answers how many threw.
 * `work` answers false where the item is to be looked at again though nothing failed. A lost database connection is
 * thrown: it concerns all of them.
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
      // What fails in every round is reported at the attempts 1, 2, 4, 8 …: a line every few seconds hides the others.
      if ((attempt & (attempt - 1)) === 0) reportFailure(log, { task, id, attempt, error })
    }
  }
  return failed
}

/** For a job over many rows, which is to be tried again if some of them failed. */
export function refuseFailed(failed: number, task: string): void {
  if (failed > 0) throw new Error(`${task}: ${failed} failed by themselves; the log says which.`)
}
