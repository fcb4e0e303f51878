import { createHash } from 'node:crypto'
import type { CameraFailure } from '@openspot/contract/operations/cameras.ts'
import type { CameraEventOutcome, CameraEventReason } from '@openspot/core/cameras/enums.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const kept = statement(
  'keep_camera_event',
  { is_new: 'boolean' },
  `with kept as (
     insert into camera_events (id, lot_id, camera_id, received_at, content_type, size_bytes, body, body_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (camera_id, body_hash) do nothing returning id),
   heard as (update cameras set event_at = greatest(event_at, $4::timestamptz) where id = $3 and lot_id = $2),
   queued as (
     select add_job('read_camera_event', json_build_object('event_id', id), max_attempts => 10) from kept)
   select count(*) > 0 as is_new from queued`,
)

/**
 * Stores an event and queues reading it in one statement, so that it is neither lost nor stored twice. The body is null if it
 * was too large. Returns whether it is new.
 */
export async function keepEvent(
  pool: pg.Pool,
  of: {
    id: string
    lot_id: string
    camera_id: string
    now: Date
    content_type: string
    size_bytes: number
    body: Buffer | null
  },
): Promise<boolean> {
  const { id, lot_id, camera_id, content_type, size_bytes, body } = of
  // Those that are too large are told apart by when they came.
  const hashed = createHash('sha256').update(body ?? `${size_bytes} ${of.now.toISOString()}`)
  const values = [
    id,
    lot_id,
    camera_id,
    of.now.toISOString(),
    content_type,
    size_bytes,
    body,
    hashed.digest(),
  ]
  return (await queryPrepared(pool, kept, values))[0]?.is_new ?? false
}

/** Saves that an event of a camera was discarded because there were too many. */
export async function setDropped(pool: pg.Pool, camera_id: string, now: Date): Promise<void> {
  await pool.query('update cameras set dropped_at = $2 where id = $1', [camera_id, now.toISOString()])
}

const unread = statement(
  'find_unread_camera_event',
  {
    id: 'uuid',
    lot_id: 'uuid',
    camera_id: 'uuid',
    received_at: 'timestamptz',
    content_type: 'text',
    body: 'bytea?',
    kind: 'cameras.kind',
    direction: 'cameras.direction',
    gate_id: 'uuid?',
    is_active: 'boolean',
    image_hours: 'integer',
    grace_minutes: 'integer',
    gate_minutes: 'integer',
  },
  `select e.id, e.lot_id, e.camera_id, e.received_at, e.content_type, e.body, c.kind, c.direction, g.id as gate_id,
     c.is_active and c.deleted_at is null as is_active, l.camera_image_hours as image_hours, l.camera_grace_minutes as grace_minutes,
     coalesce(greatest(g.early_minutes, g.late_minutes), 0) as gate_minutes
   from camera_events e join cameras c on c.id = e.camera_id and c.lot_id = e.lot_id join lots l on l.id = e.lot_id
     left join gates g on g.id = c.gate_id and g.lot_id = c.lot_id and g.deleted_at is null
   where e.id = $1 and e.processed_at is null`,
)

/** Returns a stored event with the settings of its camera, or undefined if it was read before. */
export const findUnreadEvent = async (pool: pg.Pool, event_id: string) =>
  (await queryPrepared(pool, unread, [event_id]))[0]
export type UnreadEvent = NonNullable<Awaited<ReturnType<typeof findUnreadEvent>>>

const processed = statement(
  'finish_camera_event',
  { id: 'uuid' },
  `update camera_events set outcome = $2::camera_event_outcome, reason = $3, processed_at = $4,
     body = case when $5::boolean then body end
   where id = $1 and processed_at is null returning id`,
)

/** Saves what became of an event. Its body is deleted at once if the lot keeps no pictures. */
export async function finishEvent(
  pool: pg.Pool,
  of: {
    id: string
    outcome: CameraEventOutcome
    reason: CameraEventReason | null
    now: Date
    keeps_body: boolean
  },
): Promise<void> {
  await queryPrepared(pool, processed, [of.id, of.outcome, of.reason, of.now.toISOString(), of.keeps_body])
}

const failures = statement(
  'list_camera_failures',
  {
    id: 'uuid',
    received_at: 'timestamptz',
    reason: 'text!',
    content_type: 'text',
    size_bytes: 'integer',
    head: 'bytea?',
  },
  `select e.id, e.received_at, e.reason, e.content_type, e.size_bytes, substring(e.body from 1 for 400) as head from camera_events e
   where e.camera_id = $1 and e.lot_id = $2 and e.outcome = 'MALFORMED'
     and ($3::timestamptz is null or (e.received_at, e.id) < ($3, $4::uuid))
   order by e.received_at desc, e.id desc limit $5`,
)

/** Returns the events of a camera that could not be read, newest first. */
export async function listFailures(
  db: Queryable,
  of: { lot_id: string; camera_id: string; cursor: string | undefined; limit: number },
) {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const values = [of.camera_id, of.lot_id, after?.[0] ?? null, after?.[1] ?? null, of.limit + 1]
  const rows = await queryPrepared(db, failures, values)
  const items: CameraFailure[] = rows.map(({ head, reason, ...row }) => ({
    ...row,
    reason: reason as CameraEventReason,
    excerpt: head === null ? null : excerptOf(head),
  }))
  return pageOf(items, of.limit, (row) => [row.received_at, row.id])
}

/** Returns the beginning of an event as text, without what is no text. */
function excerptOf(head: Buffer): string | null {
  const text = head
    .toString('utf8')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} \n]/gu, '')
    .slice(0, 300)
  return text.trim() === '' ? null : text
}
