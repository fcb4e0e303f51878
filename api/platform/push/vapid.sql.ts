import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const find = statement(
  'find_vapid_key',
  { value: 'text' },
  `select value from server_secrets where name = 'vapid'`,
)

export async function findVapidKey(pool: pg.Pool): Promise<string | null> {
  const [row] = await query(pool, find, [])
  return row?.value ?? null
}

const keep = statement(
  'keep_vapid_key',
  { value: 'text' },
  `with written as (
     insert into server_secrets (name, value) values ('vapid', $1)
     on conflict (name) do update set value = excluded.value where server_secrets.value = $2 returning value)
   select value from written union all select value from server_secrets where name = 'vapid' limit 1`,
)

/** Saves an encrypted key unless there is one, or in place of `former`. Returns the one that counts. */
export async function keepVapidKey(pool: pg.Pool, sealed: string, former: string | null): Promise<string> {
  const [row] = await query(pool, keep, [sealed, former])
  return row?.value ?? sealed
}
