import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '@openspot/core/plain-error.ts'
import pg from 'pg'

/**
 * A lock request blocks everyone behind it, including readers. So it is given up after this time and retried once the
 * others have continued. It is shorter than PostgreSQL's `deadlock_timeout` of a second, so that in a deadlock with a
 * booking it is the migration that gives way.
 */
export const shortLockTimeout = '300ms'
export const shortLocks = `set lock_timeout = '${shortLockTimeout}'`
/** For statements that block nobody while they wait, such as `create index concurrently`. */
export const longLocks = `set lock_timeout = 0`

/** lock_not_available and deadlock_detected: nothing was done. */
export const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

const PATIENCE_MS = 10 * 60_000
const SAY_EVERY_MS = 10_000

/**
 * Retries work until it gets its locks.
 * @throws PlainError after ten minutes, and any other error immediately
 */
export async function untilLocked<Result>(
  print: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  let said = 0
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      const waited = performance.now() - began
      if (waited > PATIENCE_MS) {
        throw new PlainError(
          'A table stayed locked by another session for 10 minutes, so the database was not migrated. End the longest transaction (pg_stat_activity names it), and start again.',
        )
      }
      if (waited >= said) {
        print('database: waiting for a table that is locked by another session …')
        said = waited + SAY_EVERY_MS
      }
      await pause(500)
    }
  }
}
