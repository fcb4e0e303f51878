import { hot } from '@openspot/db/database.ts'
import type pg from 'pg'

/** Adds a hit to a window of a bucket. Returns their number, including this one. */
export async function addHit(pool: pg.Pool, bucket: string, window_starts_at: string): Promise<number> {
  const rows = await hot<{ hits: number }>(
    pool,
    'hit_bucket',
    `insert into rate_limits as l (bucket, window_starts_at, hits) values ($1, $2, 1)
     on conflict (bucket, window_starts_at) do update set hits = l.hits + 1 returning hits`,
    [bucket, window_starts_at],
  )
  return rows[0]?.hits ?? 1
}
