import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const counted = statement(
  'count_error_notice',
  { count: 'integer', hour: 'timestamptz' },
  `insert into rate_limits as l (bucket, window_starts_at, hits) values ('notices of errors', date_trunc('hour', $1::timestamptz, 'UTC'), 1)
   on conflict (bucket, window_starts_at) do update set hits = l.hits + 1 returning hits as count, window_starts_at as hour`,
)

/** Counts a notice of the current hour, and returns how many there are with it. */
export async function countNotice(tx: Tx, now: Date): Promise<{ count: number; hour: string }> {
  const [row] = await queryPrepared(tx, counted, [now.toISOString()])
  return row ?? { count: 1, hour: now.toISOString() }
}
