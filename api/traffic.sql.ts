import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const latest = statement(
  'find_latest_key',
  { started_at: 'timestamptz?' },
  'select max(started_at) as started_at from idempotency_keys',
)

/** Returns when the latest request with a key began: every booking has one, which is stored with it. */
export async function findLatestKey(pool: pg.Pool): Promise<string | null> {
  return (await queryPrepared(pool, latest, []))[0]?.started_at ?? null
}
