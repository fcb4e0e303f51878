import pg from 'pg'
import { vi } from 'vitest'

const textOf = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : undefined

/**
 * Returns how many statements this process sends in transactions while something runs. What tells others of changes, or reads in the
 * background, runs outside of them. A connection binds its `query` when it opens, so only what sends a statement can be watched.
 */
export async function countTransactionStatements(run: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Query.prototype, 'submit')
  try {
    await run()
    const open = new Set<unknown>()
    let count = 0
    for (const [at, [connection]] of spy.mock.calls.entries()) {
      const text = textOf(spy.mock.contexts[at])
      if (text === 'begin') open.add(connection)
      if (open.has(connection)) count++
      if (text === 'commit' || text === 'rollback') open.delete(connection)
    }
    return count
  } finally {
    spy.mockRestore()
  }
}

/** Returns how many statements with this text this process sends while something runs, whether in transactions or not. */
export async function countStatementsWith(text: string, run: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Query.prototype, 'submit')
  try {
    await run()
    return spy.mock.contexts.filter((statement) => String(textOf(statement)).includes(text)).length
  } finally {
    spy.mockRestore()
  }
}
