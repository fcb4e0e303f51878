import pg from 'pg'
import { vi } from 'vitest'

/**
 * Returns how many statements this process sends to any database while something runs. A connection binds its `query` when it opens, so
 * only what sends a statement can be watched.
 */
export async function countStatements(run: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Query.prototype, 'submit')
  try {
    await run()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}
