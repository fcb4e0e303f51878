import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const keepSecretStatement = statement(
  'keep_secret',
  { value: 'text' },
  `with made as (
       insert into server_secrets (name, value) values ('signing', $1) on conflict do nothing returning value)
     select value from made union all select value from server_secrets where name = 'signing' limit 1`,
)

/** Saves a secret unless one was saved before. Returns the one that counts. */
export async function keepSecret(pool: pg.Pool, made: string): Promise<string> {
  const rows = await query(pool, keepSecretStatement, [made])
  return rows[0]?.value ?? ''
}
