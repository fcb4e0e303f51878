import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** Whether an event `e` of a camera `c` could not be read and can be read again: its body is still stored, and its camera in use. */
const isReplayable = `e.outcome = 'MALFORMED' and e.body is not null and c.is_active and c.deleted_at is null`

const listed = statement(
  'list_unread_camera_events',
  {
    lot_id: 'uuid',
    camera_id: 'uuid',
    camera: 'cameras.name',
    kind: 'cameras.kind',
    reason: 'text!',
    count: 'integer',
    replayable: 'integer',
    last_at: 'timestamptz',
  },
  `select c.lot_id, c.id as camera_id, c.name as camera, c.kind, e.reason, count(*)::integer as count,
     count(*) filter (where ${isReplayable})::integer as replayable, max(e.received_at) as last_at
   from camera_events e join cameras c on c.id = e.camera_id and c.lot_id = e.lot_id
   where e.outcome = 'MALFORMED' group by c.lot_id, c.id, c.name, c.kind, e.reason
   order by last_at desc, c.id, e.reason`,
)

/** Counts the events that could not be read by camera and reason, the latest first. */
export const listUnread = (pool: pg.Pool) => query(pool, listed, [])
export type UnreadEvents = Awaited<ReturnType<typeof listUnread>>[number]

const replayed = statement(
  'replay_camera_events',
  { count: 'integer' },
  `with again as (
     update camera_events e set outcome = null, reason = null, processed_at = null from cameras c
       where c.id = e.camera_id and c.lot_id = e.lot_id and ${isReplayable} and ($1::uuid is null or c.id = $1)
       returning e.id, e.received_at),
   queued as (
     select add_job('read_camera_event', json_build_object('event_id', o.id, 'is_replay', true), max_attempts => 10)
       from (select id from again order by received_at desc) o)
   select count(*)::integer as count from queued`,
)

/**
 * Queues reading the stored events again that could not be read, of one camera or all. The newest come first: a vehicle whose
 * exit is known when its entry is read is never taken for one that is still inside. Returns how many.
 */
export async function replayUnread(pool: pg.Pool, camera_id: string | null): Promise<number> {
  return (await query(pool, replayed, [camera_id]))[0]?.count ?? 0
}
