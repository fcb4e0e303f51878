import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const keepSecretStatement = statement(
  'keep_secret',
  { value: 'text' },
  // The update changes nothing, but returns the value of a server that started at the same time: its row is not in our snapshot.
  `insert into server_secrets (name, value) values ('signing', $1)
     on conflict (name) do update set value = server_secrets.value returning value`,
)

/** Saves a secret unless one was saved before. Returns the one that counts. */
export async function keepSecret(pool: pg.Pool, made: string): Promise<string> {
  const [row] = await query(pool, keepSecretStatement, [made])
  if (!row) throw new Error('The server has no secret.')
  return row.value
}
