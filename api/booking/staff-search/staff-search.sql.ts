import { MAX_FOUND, type StaffSearch } from '@openspot/contract/booking/staff-search.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { holding } from '../occupancy/holding.sql.ts'
import { iso } from '../overview/iso.sql.ts'

/** More accounts than these with a text, and the text is too common to search by. */
const MAX_ACCOUNTS = 2000
/** The most reservations that are read with the name that the lot may see. */
const MAX_READ = 60

/** The texts of an account, word for word as in the index `users_text`. */
const accountText = `(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '') || ' ' || coalesce(u.email, '') || ' ' ||
  coalesce(u.contact_email, '') || ' ' || coalesce(u.phone, ''))`
/** As in the indexes `residents_name` and `reservations_typed_name`. */
const residentName = `(coalesce(x.first_name, '') || ' ' || coalesce(x.last_name, ''))`
const typedName = `(coalesce(r.typed_contact ->> 'first_name', '') || ' ' || coalesce(r.typed_contact ->> 'last_name', ''))`

/** Whether the text is in what the lot `mine` may see of the person `p`. Patrollers don't see contacts. */
const isSeen = `(p.name ilike $4 or mine.is_admin and (p.email ilike $4 or p.phone ilike $4))`

const list = (row: string, from: string) => `(select coalesce(json_agg(${row}), '[]') from (${from}) f)`

/**
 * OFFSET 0 makes the planner look up each account that was found. Without it, the planner may read all memberships or users to join them,
 * because it can't know that a text is in few accounts.
 */
const staffSearch = statement(
  'search_staff',
  {
    lots: json<StaffSearch['lots']>('json'),
    spots: json<StaffSearch['spots']>('json'),
    people: json<StaffSearch['people']>('json'),
    reservations: json<StaffSearch['reservations']>('json'),
    users: json<StaffSearch['users']>('json'),
  },
  // $1 user, $2 now, $3 the text is long enough for names, $4 the pattern of the text, $5 and $6 the range of labels, $7 code, $8 lot, $9 platform admin,
  // $10 and $11 the range of plates
  `with mine as materialized (
     select l.id as lot_id, l.name as lot_name, l.time_zone, m.role <> 'PATROLLER' as is_admin
     from memberships m join lots l on l.id = m.lot_id
     where m.user_id = $1 and m.status = 'ACTIVE' and m.role <> 'MEMBER'),
   accounts as materialized (
     select u.id from users u where $3::boolean and ${accountText} ilike $4 and u.account_status <> 'DELETED' limit ${MAX_ACCOUNTS}),
   people as materialized (
     select user_id, lot_id from (
       select m.user_id, m.lot_id from accounts a cross join lateral (
         select m.user_id, m.lot_id from memberships m where m.user_id = a.id offset 0) m
       union
       select x.user_id, x.lot_id from residents x where $3 and ${residentName} ilike $4 and x.user_id is not null) k
     where k.lot_id in (select mine.lot_id from mine)),
   named as materialized (
     select r.id, r.lot_id from accounts a join reservations r on r.user_id = a.id where r.lot_id in (select mine.lot_id from mine)
     union
     select r.id, r.lot_id from reservations r
     where $3 and r.typed_contact is not null and ${typedName} ilike $4 and r.lot_id in (select mine.lot_id from mine)
     union
     select r.id, r.lot_id from people k join reservations r on r.user_id = k.user_id and r.lot_id = k.lot_id),
   vehicles as materialized (
     select k.id from cars k where $10::text is not null and k.plate_normalized between $10 and $11
     union select p.car_id from car_plates p where $10 is not null and p.plate_normalized between $10 and $11
     limit ${MAX_ACCOUNTS}),
   plated as materialized (
     select r.id, r.lot_id from vehicles k join reservations r on r.car_id = k.id where r.lot_id in (select mine.lot_id from mine)
     union
     select n.reservation_id, n.lot_id from lot_car_notes n
     where $10 is not null and n.plate_normalized between $10 and $11 and n.reservation_id is not null
       and n.lot_id in (select mine.lot_id from mine))
   select
     ${list(
       `json_build_object('lot_id', f.lot_id, 'lot_name', f.lot_name)`,
       `select * from (
          select mine.lot_id, mine.lot_name from mine where mine.lot_name ilike $4
          union
          select l.id, l.name from lots l
          where $9::boolean and (l.name || ' ' || coalesce(l.street, '') || ' ' || coalesce(l.city, '')) ilike $4) o
        order by o.lot_name, o.lot_id limit ${MAX_FOUND}`,
     )} as lots,
     ${list(
       `json_build_object('lot_id', f.lot_id, 'lot_name', f.lot_name, 'spot_id', f.id, 'label', f.label)`,
       `select mine.lot_id, mine.lot_name, s.id, s.label from mine join spots s on s.lot_id = mine.lot_id
        where s.deleted_at is null and upper(s.label) ~>=~ $5 and upper(s.label) ~<~ $6
        order by mine.lot_id is not distinct from $8::uuid desc, length(s.label), s.label, mine.lot_name, s.id limit ${MAX_FOUND}`,
     )} as spots,
     ${list(
       `json_build_object('lot_id', f.lot_id, 'lot_name', f.lot_name, 'user_id', f.user_id, 'name', f.name)`,
       `select mine.lot_id, mine.lot_name, k.user_id, p.name from people k join mine on mine.lot_id = k.lot_id
          join memberships m on m.lot_id = k.lot_id and m.user_id = k.user_id and m.status in ('ACTIVE', 'PENDING')
          cross join lateral visible_person(k.lot_id, k.user_id, $2::timestamptz, ${GUEST_DAYS}) p
        where ${isSeen}
        order by mine.lot_id is not distinct from $8 desc, p.name, k.user_id limit ${MAX_FOUND}`,
     )} as people,
     ${list(
       `json_build_object('lot_id', f.lot_id, 'lot_name', f.lot_name, 'reservation_id', f.id, 'name', f.name, 'spot_label', f.label, 'plate', f.plate,
          'status', f.status, 'starts_at', ${iso('f.starts_at')}, 'ends_at', ${iso('f.ends_at')}, 'time_zone', f.time_zone)`,
       `select mine.lot_id, mine.lot_name, mine.time_zone, c.id, c.status, c.starts_at, c.ends_at, s.label, p.name, c.plate
        from (
          select r.id, r.lot_id, r.spot_id, r.user_id, r.status, r.starts_at, r.ends_at, true as is_code, null::text as plate
          from reservations r where right(r.id::text, 8) = $7 and r.lot_id in (select mine.lot_id from mine)
          union all (
            select r.id, r.lot_id, r.spot_id, r.user_id, r.status, r.starts_at, r.ends_at, false, null
            from named n join reservations r on r.id = n.id and r.lot_id = n.lot_id
            where r.changes_id is null and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE', 'CANCELED')
            order by r.lot_id is not distinct from $8 desc,
              (r.status in ${holding} and (r.ends_at is null or r.ends_at > $2)) desc,
              abs(extract(epoch from r.starts_at - $2)) limit ${MAX_READ})
          union all (
            -- The plate as the lot sees it: as it was at the end of the reservation.
            select r.id, r.lot_id, r.spot_id, r.user_id, r.status, r.starts_at, r.ends_at, false, w.plate
            from plated n join reservations r on r.id = n.id and r.lot_id = n.lot_id
              cross join lateral plate_of_reservation(r.lot_id, r.id, r.car_id, least(r.ends_at, $2)) w
            where r.changes_id is null and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE', 'CANCELED') and w.plate_normalized between $10 and $11
            order by r.lot_id is not distinct from $8 desc,
              (r.status in ${holding} and (r.ends_at is null or r.ends_at > $2)) desc,
              abs(extract(epoch from r.starts_at - $2)) limit ${MAX_READ})) c
          join mine on mine.lot_id = c.lot_id
          join spots s on s.id = c.spot_id and s.lot_id = c.lot_id
          cross join lateral visible_person(c.lot_id, c.user_id, $2, ${GUEST_DAYS}) p
        where c.is_code or c.plate is not null or ${isSeen}
        order by c.is_code desc, mine.lot_id is not distinct from $8 desc,
          (c.status in ${holding} and (c.ends_at is null or c.ends_at > $2)) desc,
          abs(extract(epoch from c.starts_at - $2)), c.id limit ${MAX_FOUND}`,
     )} as reservations,
     ${list(
       `json_build_object('user_id', f.id, 'name', f.name, 'email', f.email)`,
       `select u.id, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as name, coalesce(u.email, u.contact_email) as email
        from accounts a cross join lateral (select u.* from users u where u.id = a.id offset 0) u where $9 order by u.created_at desc, u.id limit ${MAX_FOUND}`,
     )} as users`,
)

/** Returns what a person may find with a text in the lots they work at, in one round trip. */
export async function searchStaff(
  pool: pg.Pool,
  of: { user_id: string; is_platform_admin: boolean; q: string; code: string | null; lot_id: string | null },
  now: Date,
): Promise<StaffSearch> {
  const label = of.q.toUpperCase()
  const plate = plateOf(of.q)
  const [row] = await queryPrepared(pool, staffSearch, [
    of.user_id,
    now.toISOString(),
    of.q.length >= 3,
    containing(of.q),
    label,
    `${label}\u{10FFFF}`,
    of.code,
    of.lot_id,
    of.is_platform_admin,
    plate,
    plate === null ? null : `${plate}ZZZZZZZZZZZZ`,
  ])
  if (!row) throw new Error('a query without FROM returned no row')
  return row
}

/** Returns a text as the start of a plate; null if it can be none. What has no digit is a name more often than a plate. */
function plateOf(q: string): string | null {
  const plate = normalizePlate(q)
  return /^[A-Z0-9]{3,10}$/.test(plate) && /\d/.test(plate) ? plate : null
}
