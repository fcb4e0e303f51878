import {
  MAX_COUNTS_OF_DAY,
  MAX_EVENTS_OF_GROUP,
  MAX_NEW_RELEASES_OF_DAY,
} from '@openspot/core/error-monitoring/limits.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { ReadErrorEvent } from './read-event.ts'

const release = statement(
  'keep_error_release',
  {},
  `insert into error_releases (release, first_seen_at, last_seen_at) select $1, $2, $2
   where exists (select from error_releases r where r.release = $1)
     or (select count(*) from error_releases r where r.first_seen_at > $2::timestamptz - interval '1 day') < $3
   on conflict (release) do update set last_seen_at = greatest(error_releases.last_seen_at, excluded.last_seen_at)`,
)

/** Keeps the order of releases. Only some new ones are kept each day, because anyone can invent names. */
export const keepRelease = (tx: Tx, name: string, now: Date) =>
  queryPrepared(tx, release, [name, now.toISOString(), MAX_NEW_RELEASES_OF_DAY])

const group = statement(
  'keep_error_group',
  {
    id: 'uuid',
    title: 'text',
    status: 'error_groups.status',
    is_new: 'boolean',
    mute_is_over: 'boolean',
    reopens: 'boolean',
    assigned_to_user_id: 'uuid?',
  },
  // A row that was inserted by this statement has no `xmax`.
  `with kept as (
     insert into error_groups as g (fingerprint, title, culprit, source, level, environment, first_release, last_release, first_seen_at,
       last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8)
     on conflict (fingerprint) do update set last_seen_at = greatest(g.last_seen_at, excluded.last_seen_at)
     returning g.*, g.xmax = 0 as is_new)
   select k.id, k.title, k.status, k.is_new, coalesce(k.status = 'MUTED' and k.muted_until <= $8, false) as mute_is_over,
     k.status = 'RESOLVED' and (k.reopens_on = 'ANY_EVENT' or coalesce(
       (select r.first_seen_at from error_releases r where r.release = $7)
         > (select o.first_seen_at from error_releases o where o.release = k.resolved_in_release),
       $7 is null or $7 <> k.resolved_in_release
         and not exists (select from error_releases o where o.release = k.resolved_in_release))) as reopens,
     k.assigned_to_user_id
   from kept k`,
)

/** Finds or creates the group of an event, and locks it. */
export async function keepGroup(tx: Tx, event: ReadErrorEvent, now: Date) {
  const { fingerprint, title, culprit, source, level, environment } = event
  const of = [fingerprint, title, culprit, source, level, environment, event.release, now.toISOString()]
  const [row] = await queryPrepared(tx, group, of)
  if (!row) throw new Error('There is no group.')
  return row
}

const insert = statement(
  'insert_error_event',
  { id: 'uuid' },
  `insert into error_events (id, group_id, received_at, occurred_at, title, source, level, release, environment, page, browser, person,
     replay_id, trace_id, content)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict (id) do nothing returning id`,
)
const counted = statement(
  'count_error_event',
  {},
  // What is beyond the limit is counted without a release, because anyone can invent names of releases.
  `with today as (
     select ($2::timestamptz at time zone 'UTC')::date as day),
   of as (
     select exists (select from error_counts c, today t
         where c.group_id = $1 and c.day = t.day and c.release = coalesce($3, '') and c.environment = $4)
       or (select count(*) < $8 from error_counts c, today t where c.group_id = $1 and c.day = t.day) as has_room),
   day as (
     insert into error_counts as c (group_id, day, release, environment, event_count)
     select $1, today.day, case when of.has_room then coalesce($3, '') else '' end, case when of.has_room then $4 else 'unknown' end, 1
     from today, of
     on conflict (group_id, day, release, environment) do update set event_count = c.event_count + 1),
   old as (
     delete from error_events where id in (
       select e.id from error_events e where e.group_id = $1 order by e.received_at desc, e.id desc offset $7))
   update error_groups set event_count = event_count + 1, title = $5, level = $6::error_level, environment = $4,
     last_release = coalesce($3, last_release) where id = $1`,
)

/** Stores an event of a group and counts it. Returns false if it is there already. */
export async function insertEvent(
  tx: Tx,
  group_id: string,
  event: ReadErrorEvent & { person: string | null },
  now: Date,
): Promise<boolean> {
  const { id, occurred_at, title, source, level, environment, page, browser, person, replay_id, trace_id } =
    event
  const at = now.toISOString()
  const of = [id, group_id, at, occurred_at, title, source, level, event.release, environment, page, browser]
  const content = JSON.stringify(event.content)
  const rows = await queryPrepared(tx, insert, [...of, person, replay_id, trace_id, content])
  if (rows.length === 0) return false
  await queryPrepared(tx, counted, [
    group_id,
    at,
    event.release,
    environment,
    title,
    level,
    MAX_EVENTS_OF_GROUP,
    MAX_COUNTS_OF_DAY,
  ])
  return true
}

const reopen = statement(
  'reopen_error_group',
  {},
  `with activity as (
     insert into error_activities (group_id, at, kind, release) values ($1, $2, 'REOPENED', $4))
   update error_groups set status = 'OPEN', is_regression = $3, muted_until = null, resolved_at = null, resolved_in_release = null,
     reopens_on = null where id = $1`,
)

export const reopenGroup = (
  tx: Tx,
  group_id: string,
  isRegression: boolean,
  name: string | null,
  now: Date,
) => queryPrepared(tx, reopen, [group_id, now.toISOString(), isRegression, name])
