import type { ReplayDetail } from '@openspot/contract/platform/replays.ts'
import type { ReplayKind } from '@openspot/core/error-monitoring/enums.ts'
import { SEGMENT_BYTES_AT_ONCE, SEGMENTS_AT_ONCE } from '@openspot/core/error-monitoring/limits.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, statement } from '@openspot/db/rows.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const replayShape = {
  id: 'uuid',
  kind: 'replays.kind',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
  duration_seconds: 'integer',
  release: 'text?',
  environment: 'text',
  browser: 'text',
  pages: 'text[]',
  person: 'text?',
  error_count: 'integer',
  segment_count: 'integer',
  size_bytes: 'bigint',
} as const
const columns = `r.id, r.kind, r.started_at, r.ended_at, extract(epoch from r.ended_at - r.started_at)::int as duration_seconds,
  r.release, r.environment, r.browser, r.pages, r.person, cardinality(r.error_ids) as error_count, r.segment_count, r.size_bytes`

const listed = statement(
  'list_replays',
  replayShape,
  `select ${columns} from replays r
   where ($1::uuid is null or r.id in (select e.replay_id from error_events e where e.group_id = $1))
     and ($2::replay_kind is null or r.kind = $2) and ($3::text is null or r.release = $3)
     and ($4::text is null or r.environment = $4)
     and ($5::text is null or array_to_string(r.pages, ' ') ilike $5)
     and ($6::timestamptz is null or (r.started_at, r.id) < ($6::timestamptz, $7::uuid))
   order by r.started_at desc, r.id desc limit $8`,
)

export interface ReplayFilter {
  error_group_id?: string
  kind?: ReplayKind
  release?: string
  environment?: string
  query?: string
  cursor?: string
  limit?: number
}

/** Returns the replays that match, the latest first. */
export async function listReplays(db: Db, filter: ReplayFilter) {
  const { limit = 20 } = filter
  const after = decodeCursor(filter.cursor, ['instant', 'uuid'])
  const query = filter.query?.trim()
  const rows = await queryPrepared(db, listed, [
    filter.error_group_id ?? null,
    filter.kind ?? null,
    filter.release ?? null,
    filter.environment ?? null,
    query ? containing(query) : null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return pageOf(rows, limit, (row) => [row.started_at, row.id])
}

const one = statement(
  'get_replay',
  {
    ...replayShape,
    previous_replay_id: 'uuid?',
    next_replay_id: 'uuid?',
    errors: json<ReplayDetail['errors']>(),
    segments: json<ReplayDetail['segments']>(),
  },
  `select ${columns}, (select p.id from replays p where p.id = r.previous_replay_id) as previous_replay_id,
     (select n.id from replays n where n.previous_replay_id = r.id order by n.started_at, n.id limit 1) as next_replay_id,
     (select coalesce(jsonb_agg(jsonb_build_object('event_id', e.id, 'group_id', e.group_id, 'title', e.title, 'level', e.level,
         'occurred_at', e.occurred_at) order by e.occurred_at, e.id), '[]')
       from error_events e where e.replay_id = r.id or e.id = any(r.error_ids)) as errors,
     (select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'size_bytes', length(s.recording), 'received_at', s.received_at)
         order by s.number), '[]')
       from replay_segments s where s.replay_id = r.id) as segments
   from replays r where r.id = $1`,
)

export async function findReplay(db: Db, replay_id: string): Promise<ReplayDetail | undefined> {
  const [row] = await queryPrepared(db, one, [replay_id])
  if (!row) return undefined
  const utc = (instant: string) => new Date(instant).toISOString()
  return {
    ...row,
    errors: row.errors.map((error) => ({ ...error, occurred_at: utc(error.occurred_at) })),
    segments: row.segments.map((segment) => ({ ...segment, received_at: utc(segment.received_at) })),
  }
}

const segments = statement(
  'list_replay_segments',
  { number: 'integer', recording: 'bytea?' },
  // Those after the last one that is sent have no recording.
  `with page as (
     select s.number, s.recording, sum(length(s.recording)) over (order by s.number) as bytes, row_number() over (order by s.number) as nth
     from replay_segments s where s.replay_id = $1 and s.number >= $2 order by s.number limit $3 + 1)
   select number, case when nth = 1 or nth <= $3 and bytes <= $4 then recording end as recording from page order by number`,
)

export interface Recordings {
  /** Each as it is stored: JSON, compressed with zlib. */
  recordings: { number: number; recording: Buffer }[]
  next_from: number | null
}

/** Returns recordings of a replay from a number on, as many as are sent at once. */
export async function listRecordings(db: Db, replay_id: string, from: number): Promise<Recordings> {
  const rows = await queryPrepared(db, segments, [replay_id, from, SEGMENTS_AT_ONCE, SEGMENT_BYTES_AT_ONCE])
  const recordings = rows.flatMap(({ number, recording }) =>
    recording === null ? [] : { number, recording },
  )
  return { recordings, next_from: rows[recordings.length]?.number ?? null }
}

const known = statement('has_replay', { id: 'uuid' }, 'select id from replays where id = $1')

export const hasReplay = async (db: Db, replay_id: string): Promise<boolean> =>
  (await queryPrepared(db, known, [replay_id])).length > 0
