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
  // Always an update, because it returns the value of a server that started at the same time: its row is not in our snapshot.
  `insert into server_secrets (name, value) values ('vapid', $1)
   on conflict (name) do update set value = case when server_secrets.value = $2 then excluded.value else server_secrets.value end
   returning value`,
)

/** Saves an encrypted key unless there is one, or in place of `former`. Returns the one that counts. */
export async function keepVapidKey(pool: pg.Pool, sealed: string, former: string | null): Promise<string> {
  const [row] = await query(pool, keep, [sealed, former])
  if (!row) throw new Error('The server has no key for pushes.')
  return row.value
}
