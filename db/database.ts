import { CompiledQuery, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { openPool } from './pool.ts'
import { runPrepared } from './prepared.ts'
import { preparedDialect } from './prepared-dialect.ts'
import type { Statement } from './rows.ts'
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
  close(): Promise<void>
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
 * The timeouts increase from lock to statement to transaction.
 */
export async function connectDatabase(
  url: string,
  size = 8,
  { onLost, watcher }: { onLost?: (error: Error) => void; watcher?: StatementWatcher | null } = {},
): Promise<Database> {
  const pool = openPool({
    url,
    size,
    name: 'openspot',
    options: '-c lock_timeout=2s -c statement_timeout=10s -c idle_in_transaction_session_timeout=15s',
    ...(onLost ? { onLost } : {}),
  })
  if (watcher) watchStatements(pool, watcher)
  await readEnumArrays(pool)
  return {
    db: new Kysely<DB>({ dialect: preparedDialect(pool) }),
    pool,
    url,
    close: () => pool.end(),
  }
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

/** Runs a hand-written statement, prepared once per connection. Logs and traces show it by its label. */
export async function queryPrepared<Row>(
  on: Queryable,
  { label, text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  if ('executeQuery' in on) return (await on.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  return (await runPrepared<Row & pg.QueryResultRow>(on, text, values, { label })).rows
}

/** Runs a hand-written statement that is not worth preparing. */
export async function query<Row>(
  on: pg.Pool | pg.ClientBase,
  { text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return (await on.query<Row & pg.QueryResultRow>(text, values)).rows
}
