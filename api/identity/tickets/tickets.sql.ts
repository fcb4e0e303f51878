import type pg from 'pg'

/** Stores a used signature until it expires. Returns false if it is stored already. */
export async function insertSpent(pool: pg.Pool, signature: string, expires_at: string): Promise<boolean> {
  const spent = await pool.query(
    'insert into spent_challenges (signature, expires_at) values ($1, $2) on conflict do nothing',
    [signature, expires_at],
  )
  return spent.rowCount === 1
}
