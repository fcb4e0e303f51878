import { query, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const hitsOf = statement(
  'get_hits',
  { hits: 'integer' },
  'select hits from rate_limits where bucket = $1 and window_starts_at = $2',
)
const addTo = statement(
  'count_hit',
  { hits: 'integer' },
  `insert into rate_limits as l (bucket, window_starts_at, hits) values ($1, $2, $3)
   on conflict (bucket, window_starts_at) do update set hits = l.hits + $3 returning hits`,
)

/** Returns the number of hits in a window of a bucket. */
export async function getHits(pool: pg.Pool, bucket: string, window_starts_at: string): Promise<number> {
  const rows = await query(pool, hitsOf, [bucket, window_starts_at])
  return rows[0]?.hits ?? 0
}

/** Adds hits to a window of a bucket. Returns their number, including these. */
export async function addHits(
  pool: pg.Pool,
  bucket: string,
  window_starts_at: string,
  hits: number,
): Promise<number> {
  const rows = await queryPrepared(pool, addTo, [bucket, window_starts_at, hits])
  return rows[0]?.hits ?? 0
}

const addToMany = statement(
  'count_hits',
  { bucket: 'text', window_starts_at: 'timestamptz', hits: 'integer' },
  `insert into rate_limits as l (bucket, window_starts_at, hits)
   select n.bucket, n.starts_at, n.hits from unnest($1::text[], $2::timestamptz[], $3::int[]) n(bucket, starts_at, hits) order by 1, 2
   on conflict (bucket, window_starts_at) do update set hits = l.hits + excluded.hits returning bucket, window_starts_at, hits`,
)

export interface BucketHits {
  bucket: string
  window_starts_at: string
  hits: number
}

/** Adds hits to windows of several buckets, locked in their order. Returns their numbers, including these. */
export const addManyHits = (pool: pg.Pool, added: readonly BucketHits[]): Promise<BucketHits[]> =>
  queryPrepared(pool, addToMany, [
    added.map(({ bucket }) => bucket),
    added.map(({ window_starts_at }) => window_starts_at),
    added.map(({ hits }) => hits),
  ])
