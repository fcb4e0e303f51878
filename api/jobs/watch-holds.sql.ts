import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const unusual = statement(
  'list_unusual_holds',
  {
    lot_id: 'uuid',
    lot_name: 'text',
    ended: 'integer',
    held: 'integer',
    user_id: 'uuid',
    email: 'text?',
    language: 'text',
  },
  `with unusual as (
     select h.lot_id, count(h.ended_at)::int as ended, count(*)::int as held from hold_attempts h
     where h.held_at > $1::timestamptz - interval '1 hour'
     group by h.lot_id having count(h.ended_at) >= $2 and count(h.ended_at) * 2 >= count(*))
   select x.lot_id, l.name as lot_name, x.ended, x.held, u.id as user_id, u.email, u.language
   from unusual x join lots l on l.id = x.lot_id
     join memberships m on m.lot_id = x.lot_id and m.status = 'ACTIVE' and m.role in ('ADMIN', 'SUPER_ADMIN')
     join users u on u.id = m.user_id
   order by x.lot_id, u.id`,
)

/**
 * Returns the lots where at least `fewest` holds of the last hour, and at least half of all, expired unpaid, with their
 * admins.
 */
export async function listUnusualHolds(pool: pg.Pool, now: Date, fewest: number) {
  return query(pool, unusual, [now.toISOString(), fewest])
}
