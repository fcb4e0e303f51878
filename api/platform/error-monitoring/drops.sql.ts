import type { ErrorMonitoring } from '@openspot/contract/platform/error-monitoring.ts'
import type { ErrorDropReason } from '@openspot/core/error-monitoring/enums.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const count = statement(
  'count_error_drops',
  {},
  `insert into error_drops as d (day, reason, drop_count)
   select ($1::timestamptz at time zone 'UTC')::date, n.reason, n.drop_count
   from unnest($2::error_drop_reason[], $3::bigint[]) as n (reason, drop_count)
   on conflict (day, reason) do update set drop_count = d.drop_count + excluded.drop_count`,
)

export const countDrops = (pool: pg.Pool, counts: ReadonlyMap<ErrorDropReason, number>, now: Date) =>
  queryPrepared(pool, count, [now.toISOString(), [...counts.keys()], [...counts.values()]])

const listed = statement(
  'list_error_drops',
  { on: 'text', reason: 'error_drops.reason', count: 'bigint' },
  `select d.day::text as on, d.reason, d.drop_count as count from error_drops d
   where d.day > ($1::timestamptz at time zone 'UTC')::date - 30 order by d.day desc, d.drop_count desc, d.reason`,
)

/** Returns what was dropped on the last 30 days, the latest day first. */
export const listDrops = (db: Db, now: Date): Promise<ErrorMonitoring['drops']> =>
  queryPrepared(db, listed, [now.toISOString()])
