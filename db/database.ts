import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openPool } from './pool.ts'
import { type StatementWatcher, watchStatements } from './statements.ts'
import type { DB } from './types.ts'

export type Db = Kysely<DB>

/** The database as the product uses it. */
export interface Database {
  /** Typed statements. A transaction of it may stand wherever it stands. */
  db: Db
  /** Hot statements, prepared under a name. */
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

// Amounts and counts are far below 2^53; instants travel as the ISO text that JSON carries.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A day of the lot's calendar is no instant: the driver would read it in the machine's own zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => instant(text))

function instant(text: string): string {
  return text === 'infinity' || text === '-infinity' ? text : new Date(text).toISOString()
}

/**
 * Connects. The pool stays small: with few connections Node keeps the database busier than with many.
 * Timeouts are in this order: a lock is waited for less long than a statement, a statement less than a transaction.
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
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    url,
    close: () => pool.end(),
  }
}

/** The driver knows arrays of text, not arrays of our enumerations, whose type numbers the database gave out. */
async function readEnumArrays(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ typarray: number }>(
    `select typarray::int from pg_type where typtype = 'e' and typarray <> 0`,
  )
  // Our words carry no commas and no quotes.
  const parse = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','))
  for (const { typarray } of rows) pg.types.setTypeParser(typarray, parse)
}

/** Runs a hot statement, prepared once a connection under its name. */
export async function hot<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows
}
