import { PlainError } from '@openspot/core/plain-error.ts'
import { CompiledQuery, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { withoutDeadlock } from './deadlocks.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { runPrepared } from './prepared.ts'
import { preparedDialect } from './prepared-dialect.ts'
import type { Statement } from './rows.ts'
import { readSchemas } from './schemas.ts'
import { limitOptions, missingLimits, readLimits, refusesOptions } from './session-limits.ts'
import { type StatementWatcher, watchStatements } from './statements.ts'
import type { DB } from './types.ts'

export type Db = Kysely<DB>

/** An open transaction. The database itself is no `Tx`, so a function that takes one can't be called outside of a transaction. */
export type Tx = Transaction<DB>

/** The database as the product uses it. */
export interface Database {
  /** Typed queries, prepared from their second run on; may also be a transaction. */
  db: Db
  /** For hand-written statements; `queryPrepared` prepares them. */
  pool: pg.Pool
  url: string
  /** The same database without a pooler between, for sessions: LISTEN, locks that outlast a transaction, and settings of a session. */
  direct_url: string
  /** The schema of the job queue. */
  job_schema: string
  close(): Promise<void>
}

interface Connecting {
  direct_url?: string | undefined
  onLost?: (error: Error) => void
  watcher?: StatementWatcher | null
}

// Amounts and counts are far below 2^53; instants use the same ISO text as JSON.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar date is no instant: the driver would read it in the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => instant(text))

function instant(text: string): string {
  return text === 'infinity' || text === '-infinity' ? text : new Date(text).toISOString()
}

/**
 * Connects to the database. The pool is small because with Node, few connections keep the database busier than many.
 *
 * A pooler refuses the options with the limits of a session; then the role must bring them (`limitRole`).
 * @throws PlainError if a session lacks one of the limits: without them, one slow statement could block all others
 */
export async function connectDatabase(
  url: string,
  size = 8,
  { direct_url = url, onLost, watcher }: Connecting = {},
): Promise<Database> {
  const wanted = { url, size, name: 'openspot', ...(onLost ? { onLost } : {}) }
  const pool = await openLimited(wanted, watcher ?? null)
  await readEnumArrays(pool)
  const { jobs } = await readSchemas(pool)
  return {
    db: new Kysely<DB>({ dialect: preparedDialect(pool) }),
    pool,
    url,
    direct_url,
    job_schema: jobs,
    close: () => pool.end(),
  }
}

async function openLimited(wanted: PoolOptions, watcher: StatementWatcher | null): Promise<pg.Pool> {
  for (const options of [limitOptions, undefined]) {
    const pool = openPool({ ...wanted, ...(options === undefined ? {} : { options }) })
    if (watcher) watchStatements(pool, watcher)
    try {
      const [missing] = missingLimits(await readLimits(pool))
      if (missing === undefined) return pool
      throw new PlainError(
        `The database sessions of DATABASE_URL have no ${missing}. If the pooler in front of the database has just been set up, run RECONNECT in its console, and start again; docs/operations.md says more.`,
      )
    } catch (error) {
      await pool.end()
      if (options === undefined || !refusesOptions(error)) throw error
    }
  }
  throw new Error('unreachable')
}

/** The driver parses arrays of text but not of our enums, whose type OIDs the database assigned. */
async function readEnumArrays(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ typarray: number }>(
    `select typarray::int from pg_type where typtype = 'e' and typarray <> 0`,
  )
  // Our enum values contain no commas or quotes.
  const parse = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','))
  for (const { typarray } of rows) pg.types.setTypeParser(typarray, parse)
}

/** Where a statement is sent: the pool, one of its connections, or an open transaction. */
export type Queryable = pg.Pool | pg.PoolClient | Db

/**
 * Runs a hand-written statement, prepared once per connection. Logs and traces show it by its label. On the pool, where it is a transaction by
 * itself, it runs again after a deadlock.
 */
export async function queryPrepared<Row>(
  on: Queryable,
  { label, text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  if ('executeQuery' in on) return (await on.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  const run = async () => (await runPrepared<Row & pg.QueryResultRow>(on, text, values, { label })).rows
  return on instanceof pg.Pool ? withoutDeadlock(run) : run()
}

/** Runs a hand-written statement that is not worth preparing. */
export async function query<Row>(
  on: pg.Pool | pg.ClientBase,
  { text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return (await on.query<Row & pg.QueryResultRow>(text, values)).rows
}
