import type { ForwardingFailure } from '@openspot/core/analytics/forwarding.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import type { EventRow } from './events.sql.ts'

const waiting = statement(
  'list_waiting_events',
  {
    id: 'uuid',
    at: 'timestamptz',
    event: 'text',
    lot_id: 'uuid?',
    visitor: 'text',
    properties: json<EventRow['properties']>(),
  },
  `select id, at, event, lot_id, visitor, properties from analytics_events
   where delivery = 'WAITING' order by at limit $1`,
)

export const listWaiting = (pool: pg.Pool, limit: number) => queryPrepared(pool, waiting, [limit])

const sent = statement(
  'set_events_sent',
  {},
  `update analytics_events set delivery = 'SENT' where id = any($1::uuid[]) and delivery = 'WAITING'`,
)

export const setSent = (pool: pg.Pool, ids: readonly string[]) => queryPrepared(pool, sent, [ids])

const expire = statement(
  'expire_waiting_events',
  { count: 'integer' },
  `with expired as (
     update analytics_events set delivery = 'EXPIRED' where delivery = 'WAITING' and at < $1 returning 1),
   total as (select count(*)::int as count from expired),
   kept as (
     insert into analytics_forwarding (expired_count) select count from total where count > 0
     on conflict (is_only) do update set expired_count = analytics_forwarding.expired_count + excluded.expired_count)
   select count from total`,
)

/** Gives up the events that have waited since before a moment, and returns how many. */
export async function expireWaiting(pool: pg.Pool, before: Date): Promise<number> {
  const [row] = await queryPrepared(pool, expire, [before.toISOString()])
  return row?.count ?? 0
}

const cursor = statement(
  'keep_analytics_cursor',
  { at: 'text', id: 'uuid' },
  `insert into analytics_cursors (event, at, id) values ($1, $2, $3)
   on conflict (event) do update set event = excluded.event returning at::text as at, id`,
)
const noRecord = '00000000-0000-0000-0000-000000000000'

/** Returns up to which record an event was sent. The first time, that is now: what happened before the key was set is not sent. */
export async function keepCursor(
  pool: pg.Pool,
  event: string,
  now: Date,
): Promise<{ at: string; id: string }> {
  const [row] = await queryPrepared(pool, cursor, [event, now.toISOString(), noRecord])
  return row ?? { at: now.toISOString(), id: noRecord }
}

const move = statement(
  'move_analytics_cursor',
  {},
  `update analytics_cursors set at = $2, id = $3 where event = $1`,
)

export const moveCursor = (pool: pg.Pool, event: string, to: { at: string; id: string }) =>
  queryPrepared(pool, move, [event, to.at, to.id])

const state = statement(
  'get_analytics_forwarding',
  {
    sent_at: 'timestamptz?',
    sent_count: 'bigint',
    expired_count: 'bigint',
    waiting_count: 'integer',
    failing_since: 'timestamptz?',
    failure: orNull(text<ForwardingFailure>()),
  },
  `select f.sent_at, coalesce(f.sent_count, 0) as sent_count, coalesce(f.expired_count, 0) as expired_count,
     (select count(*)::int from analytics_events where delivery = 'WAITING') as waiting_count, f.failing_since, f.failure
   from (select true as is_only) one left join analytics_forwarding f using (is_only)`,
)

export const getForwarding = async (pool: pg.Pool) => {
  const [row] = await queryPrepared(pool, state, [])
  return (
    row ?? {
      sent_at: null,
      sent_count: 0,
      expired_count: 0,
      waiting_count: 0,
      failing_since: null,
      failure: null,
    }
  )
}

const success = statement(
  'set_forwarding_sent',
  {},
  `insert into analytics_forwarding (sent_at, sent_count) values ($1, $2)
   on conflict (is_only) do update set sent_at = excluded.sent_at, failing_since = null, failure = null,
     sent_count = analytics_forwarding.sent_count + excluded.sent_count`,
)

export const setForwarded = (pool: pg.Pool, count: number, now: Date) =>
  queryPrepared(pool, success, [now.toISOString(), count])

const failed = statement(
  'set_forwarding_failed',
  { failing_since: 'timestamptz!' },
  `insert into analytics_forwarding (failing_since, failure) values ($1, $2)
   on conflict (is_only) do update set failure = excluded.failure,
     failing_since = coalesce(analytics_forwarding.failing_since, excluded.failing_since)
   returning failing_since`,
)

/** Notes that PostHog did not take events, and returns since when. */
export async function setForwardingFailed(
  pool: pg.Pool,
  failure: ForwardingFailure,
  now: Date,
): Promise<string> {
  const [row] = await queryPrepared(pool, failed, [now.toISOString(), failure])
  return row?.failing_since ?? now.toISOString()
}
