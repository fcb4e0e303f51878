import type { ErrorDropReason, ReplayKind } from '@openspot/core/error-monitoring/enums.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { segmentRefusal } from './room.sql.ts'

export interface ReadReplay {
  id: string
  kind: ReplayKind
  started_at: string
  ended_at: string
  release: string | null
  environment: string
  browser: string
  person: string | null
  pages: string[]
  error_ids: string[]
  trace_ids: string[]
  previous_replay_id: string | null
}

const replay = statement(
  'keep_replay',
  {},
  `insert into replays as r (id, kind, started_at, ended_at, received_at, release, environment, browser, person, pages, error_ids, trace_ids,
     previous_replay_id)
   values ($1, $2, $3, greatest($3::timestamptz, $4), $5, $6, $7, $8, $9, $10, $11::uuid[], $12, $13)
   on conflict (id) do update set started_at = least(r.started_at, excluded.started_at), ended_at = greatest(r.ended_at, excluded.ended_at),
     received_at = excluded.received_at,
     pages = (r.pages || excluded.pages)[1:100],
     error_ids = array(select distinct unnest(r.error_ids || excluded.error_ids) limit 1000),
     trace_ids = array(select distinct unnest(r.trace_ids || excluded.trace_ids) limit 1000)`,
)
const segment = statement(
  'insert_replay_segment',
  {},
  `with stored as (
     insert into replay_segments (replay_id, number, received_at, recording) values ($1, $2, $3, $4)
     on conflict do nothing returning replay_id)
   update replays set segment_count = segment_count + 1, size_bytes = size_bytes + length($4::bytea)
   where id in (select replay_id from stored)`,
)

/** Stores a segment of a replay. Returns why there is no room for it, or null. */
export async function keepSegment(
  tx: Tx,
  of: ReadReplay,
  { number, recording }: { number: number; recording: Buffer },
  now: Date,
): Promise<ErrorDropReason | null> {
  const refusal = await segmentRefusal(tx, of.id, now)
  if (refusal !== null) return refusal
  const at = now.toISOString()
  await queryPrepared(tx, replay, [
    of.id,
    of.kind,
    of.started_at,
    of.ended_at,
    at,
    of.release,
    of.environment,
    of.browser,
    of.person,
    of.pages,
    of.error_ids,
    of.trace_ids,
    of.previous_replay_id,
  ])
  await queryPrepared(tx, segment, [of.id, number, at, recording])
  return null
}

/** What was stored of one envelope. */
export interface Intake {
  events: number
  event_bytes: number
  segments: number
  segment_bytes: number
}

const intake = statement(
  'count_error_intake',
  {},
  `insert into error_intake as i (day, events, event_bytes, segments, segment_bytes)
   values (($1::timestamptz at time zone 'UTC')::date, $2, $3, $4, $5)
   on conflict (day) do update set events = i.events + excluded.events, event_bytes = i.event_bytes + excluded.event_bytes,
     segments = i.segments + excluded.segments, segment_bytes = i.segment_bytes + excluded.segment_bytes`,
)

export const countIntake = (pool: pg.Pool, counts: Intake, now: Date) =>
  queryPrepared(pool, intake, [
    now.toISOString(),
    counts.events,
    counts.event_bytes,
    counts.segments,
    counts.segment_bytes,
  ])
