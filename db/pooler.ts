import pg from 'pg'
import { closeQuietly } from './close-quietly.ts'

/** What lies between us and the server of an address. */
export interface Pooling {
  /** Whether a pooler such as PgBouncer answers, and not the server itself. */
  is_pooled: boolean
  /** Whether it changes the server's session between two transactions, so that no session is ours. */
  is_shared: boolean
  /** Whether a named statement can be used in any transaction. */
  keeps_statements: boolean
}

/** Finds out what lies between us and the server of an address, with two connections. */
export async function examinePooling(url: string): Promise<Pooling> {
  const [one, other] = [connectionTo(url), connectionTo(url)]
  try {
    await one.connect()
    // A pooler gives its clients numbers of its own to cancel statements with.
    const is_pooled = processOf(one) !== (await sessionOf(one))
    if (!is_pooled) return { is_pooled, is_shared: false, keeps_statements: true }
    await other.connect()
    const is_shared = await isShared(one, other)
    return { is_pooled, is_shared, keeps_statements: !is_shared || (await keepsStatements(one)) }
  } finally {
    await Promise.all([closeQuietly(one), closeQuietly(other)])
  }
}

function connectionTo(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'openspot start',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  // Whatever is lost fails the statement that needs it.
  client.on('error', () => {})
  return client
}

/** The process of the server that a connection was told of; the types of the driver leave it out. */
const processOf = (client: pg.Client): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** While a pooler is busy with others, two connections may get different sessions by chance, so it is tried several times. */
async function isShared(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const before = await sessionOf(one)
    await other.query('begin')
    const held = await sessionOf(other)
    const is_moved = held === before || (await sessionOf(one)) !== before
    await other.query('commit')
    if (is_moved) return true
  }
  return false
}

/** A pooler that keeps statements gives them names of its own at the server. */
async function keepsStatements(client: pg.Client): Promise<boolean> {
  const name = 'openspot_start'
  try {
    const { rows } = await client.query<{ is_same: boolean }>({
      name,
      text: 'select exists (select from pg_prepared_statements where name = $1) as is_same',
      values: [name],
    })
    return rows[0]?.is_same === false
  } catch (error) {
    // duplicate_prepared_statement and invalid_sql_statement_name: another connection left it, or it is in another session.
    if (error instanceof pg.DatabaseError && (error.code === '42P05' || error.code === '26000')) return false
    throw error
  }
}
