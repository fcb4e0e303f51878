import type { RelayFailure } from '@openspot/core/error-monitoring/enums.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const success = statement(
  'set_envelopes_sent',
  { was_failing: 'boolean' },
  `insert into error_forwarding as f (sent_at, sent_count) values ($1, $2)
   on conflict (is_only) do update set sent_at = excluded.sent_at, sent_count = f.sent_count + excluded.sent_count, failing_since = null,
     failure = null
   returning old.failing_since is not null as was_failing`,
)

/** Notes that the vendor took envelopes. Returns whether it did not before. */
export async function setSent(pool: pg.Pool, count: number, now: Date): Promise<boolean> {
  const [row] = await queryPrepared(pool, success, [now.toISOString(), count])
  return row?.was_failing ?? false
}

const failed = statement(
  'set_envelopes_failed',
  { failing_since: 'timestamptz!' },
  `insert into error_forwarding as f (failing_since, failure) values ($1, $2)
   on conflict (is_only) do update set failure = excluded.failure, failing_since = coalesce(f.failing_since, excluded.failing_since)
   returning failing_since`,
)

/** Notes why the vendor did not take an envelope, and returns since when. */
export async function setFailing(pool: pg.Pool, failure: RelayFailure, now: Date): Promise<string> {
  const [row] = await queryPrepared(pool, failed, [now.toISOString(), failure])
  return row?.failing_since ?? now.toISOString()
}

const lost = statement(
  'count_envelopes_lost',
  {},
  `insert into error_forwarding as f (lost_count) values ($1)
   on conflict (is_only) do update set lost_count = f.lost_count + excluded.lost_count`,
)

export const countLost = (pool: pg.Pool, count: number) => queryPrepared(pool, lost, [count])
