import type pg from 'pg'
import type { Schemas } from './schemas.ts'

/** Whether Citus keeps the tables of a city on a worker. */
async function isDistributed(client: pg.ClientBase | pg.Pool, { schema }: Schemas): Promise<boolean> {
  const { rows } = await client.query<{ has_citus: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_schema') is not null as has_citus`,
  )
  if (!rows[0]?.has_citus) return false
  const { rowCount } = await client.query('select from pg_dist_schema where schemaid = $1::regnamespace', [
    schema,
  ])
  return rowCount === 1
}

/**
 * Keeps the functions in SQL of a distributed city from being inlined, by giving each the search path that it has anyway. A worker would put
 * their tables, which Citus plans, into a statement about parts of tables, which it does not.
 */
export async function keepFunctionsWhole(client: pg.ClientBase, schemas: Schemas): Promise<void> {
  if (!(await isDistributed(client, schemas))) return
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = $1::regnamespace and l.lanname = 'sql' and p.provolatile <> 'i' and p.proconfig is null`,
    [schemas.schema],
  )
  const path = schemas.path.map((schema) => client.escapeIdentifier(schema)).join(', ')
  for (const { signature } of rows)
    await client.query(`alter function ${signature} set search_path = ${path}`)
}
