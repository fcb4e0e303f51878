import type { CalendarFeed } from '@openspot/contract/booking/calendar-feeds.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const ofUser = statement(
  'find_calendar_feed',
  { created_at: 'timestamptz', last_read_at: 'timestamptz?' },
  'select created_at, last_read_at from calendar_feeds where user_id = $1',
)

export async function findFeed(pool: pg.Pool, user_id: string): Promise<CalendarFeed | null> {
  const [row] = await query(pool, ofUser, [user_id])
  return row ?? null
}

const replace = statement(
  'replace_calendar_feed',
  { user_id: 'uuid' },
  `insert into calendar_feeds (user_id, token_hash, created_at)
     select u.id, $2::bytea, $3::timestamptz from users u where u.id = $1 and not is_unproven(u.account_status, u.contact_email,
       u.contact_verified_at, u.phone_verified_at, u.email, u.email_verified_at)
   on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null
   returning user_id`,
)

/** Creates or replaces the feed of a person. Returns false if nobody has proven that their address is theirs. */
export async function replaceFeed(
  pool: pg.Pool,
  user_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<boolean> {
  return (await query(pool, replace, [user_id, token_hash, now.toISOString()])).length > 0
}

export async function deleteFeed(pool: pg.Pool, user_id: string): Promise<void> {
  await pool.query('delete from calendar_feeds where user_id = $1', [user_id])
}

const read = statement(
  'read_calendar_feed',
  { user_id: 'uuid', language: 'text' },
  `with noted as (update calendar_feeds set last_read_at = $2
     where token_hash = $1 and (last_read_at is null or last_read_at < $2::timestamptz - interval '1 hour'))
   select f.user_id, u.language from calendar_feeds f join users u on u.id = f.user_id
     where f.token_hash = $1 and u.account_status in ('ACTIVE', 'GHOST')`,
)

/** Returns whose feed has this token, and notes that it was read. Undefined if there is none, or if they are banned. */
export async function readFeed(pool: pg.Pool, token_hash: Buffer, now: Date) {
  const [row] = await query(pool, read, [token_hash, now.toISOString()])
  return row
}
