import { declaredStatements } from '@openspot/db/rows.ts'
import pg from 'pg'

/**
 * Runs a declared statement as the owner of the database, and returns how often it called each function that the planner could not inline.
 * PostgreSQL runs a statement of its own in each of these calls.
 */
export async function functionsCalled(
  api: { owner_url: string },
  label: string,
  values: readonly (string | number | boolean | null)[],
): Promise<Record<string, number>> {
  const statement = declaredStatements().find((one) => one.label === label)
  if (!statement) throw new Error(`There is no statement ${label}.`)
  const client = new pg.Client({ connectionString: api.owner_url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local track_functions = 'all'`)
    await client.query(statement.text, [...values])
    const { rows } = await client.query<{ name: string; calls: number }>(
      'select funcname as name, calls::int as calls from pg_stat_xact_user_functions order by 1',
    )
    return Object.fromEntries(rows.map(({ name, calls }) => [name, calls]))
  } finally {
    await client.end()
  }
}

/** Returns how often a connection of the pool was taken while `work` ran: once for each statement outside of a transaction. */
export async function connectionsUsed(
  { deps: { database } }: { deps: { database: { pool: pg.Pool } } },
  work: () => Promise<unknown>,
): Promise<number> {
  let used = 0
  const count = () => {
    used += 1
  }
  database.pool.on('acquire', count)
  try {
    await work()
    return used
  } finally {
    database.pool.off('acquire', count)
  }
}
