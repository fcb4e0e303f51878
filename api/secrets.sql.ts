import type pg from 'pg'

/** Saves a secret unless one was saved before. Returns the one that counts. */
export async function keepSecret(pool: pg.Pool, made: string): Promise<string> {
  const { rows } = await pool.query<{ value: string }>(
    `with made as (
       insert into server_secrets (name, value) values ('signing', $1) on conflict do nothing returning value)
     select value from made union all select value from server_secrets where name = 'signing' limit 1`,
    [made],
  )
  return rows[0]?.value ?? ''
}
