import type pg from 'pg'

/**
 * This many expired unpaid holds within an hour, if they are at least half of all holds, are unusual, because people
 * pay within a minute or two.
 */
const UNUSUAL = 5

/**
 * Notifies the admins of a lot, in the app and at most once a day, that unusually many spots were held without payment
 * within the last hour.
 */
export async function notifyUnusualHolds(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `with unusual as (
       select h.lot_id, count(h.ended_at) as ended, count(*) as held from hold_attempts h
       where h.held_at > $1::timestamptz - interval '1 hour'
       group by h.lot_id having count(h.ended_at) >= $2 and count(h.ended_at) * 2 >= count(*))
     insert into notifications (user_id, lot_id, kind, about, params, created_at)
     select m.user_id, x.lot_id, 'UNUSUAL_HOLDS', x.lot_id || ' ' || left($1::timestamptz::text, 10), jsonb_build_object(
         'title', 'Unusually many unpaid holds in ' || l.name,
         'text', x.ended || ' of ' || x.held || ' spots held in the last hour were not paid for. Guests can hold only a fifth of the spots at a time. If it goes on, make the lot private or tell the platform.'),
       $1::timestamptz
     from unusual x join lots l on l.id = x.lot_id
       join memberships m on m.lot_id = x.lot_id and m.status = 'ACTIVE' and m.role in ('ADMIN', 'SUPER_ADMIN')
     on conflict do nothing`,
    [now.toISOString(), UNUSUAL],
  )
}
