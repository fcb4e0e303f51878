import { query } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const silent = {
  about: 'text',
  camera_name: 'text',
  since: 'timestamptz!',
  lot_id: 'uuid',
  lot_name: 'text',
  time_zone: 'text',
  user_id: 'uuid',
  email: 'text?',
  language: 'text',
} as const
export type SilentCamera = RowOf<typeof silent>

const listed = statement(
  'list_silent_cameras',
  silent,
  `select a.id || ' ' || extract(epoch from a.event_at)::bigint as about, a.name as camera_name, a.event_at as since, a.lot_id,
     l.name as lot_name, l.time_zone, u.id as user_id, u.email, u.language
   from cameras a join lots l on l.id = a.lot_id
     join memberships m on m.lot_id = a.lot_id and m.status = 'ACTIVE' and m.role in ('ADMIN', 'SUPER_ADMIN')
     join users u on u.id = m.user_id and u.account_status = 'ACTIVE'
   where a.is_active and a.deleted_at is null
     and a.event_at < $1::timestamptz - make_interval(hours => a.silent_hours)
     and a.event_at > $1::timestamptz - make_interval(hours => a.silent_hours) - interval '7 days'
     and not exists (select from notifications n
       where n.user_id = u.id and n.kind = 'CAMERA_SILENT' and n.about = a.id || ' ' || extract(epoch from a.event_at)::bigint)
   limit 200`,
)

/** Returns the admins to notify of cameras that have sent nothing for longer than their setting. */
export const listSilentCameras = (pool: pg.Pool, now: Date): Promise<SilentCamera[]> =>
  query(pool, listed, [now.toISOString()])
