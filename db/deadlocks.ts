import pg from 'pg'

/** How often a statement is sent that PostgreSQL ends each time. */
const MOST_ATTEMPTS = 3

/**
 * Runs one statement outside of a transaction, again if PostgreSQL ended it to resolve a deadlock: nothing of it was done, and whoever was in
 * the way has gone on meanwhile. Two reservations that are made longer into the same gap wait for each other, because each looks at
 * the other's new times before either is committed; the one that is ended finds the spot taken the second time. PostgreSQL logs each deadlock.
 */
export async function withoutDeadlock<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}

const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'
