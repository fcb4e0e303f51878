import type { TimelineSpot } from '@openspot/contract/booking/timeline.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { holding } from '../occupancy/holding.sql.ts'
import { endless } from '../occupancy/times.rules.ts'
import { iso } from '../overview/iso.sql.ts'

/** The spots of the lot $1 that match the zone $4 and the label $5. */
const matching = `s.lot_id = $1::uuid and s.deleted_at is null and ($4::uuid is null or s.zone_id = $4) and ($5::text is null or s.label ilike $5)`
const minute = (instant: string) => `to_timestamp(${instant} * 60.0)`
/** The name that the lot may see of a person of the statement. */
const nameOf = (user_id: string) => `(select people.names ->> ${user_id}::text from people)`

const timeline = statement(
  'get_timeline',
  {
    spot_count: 'bigint',
    items: json<TimelineSpot[]>('json'),
  },
  `with page as materialized (
     select s.* from spots s where ${matching} order by s.spot_no offset $6::int limit $7::int),
   bars as materialized (
     -- OFFSET 0 makes the planner search the index of the exclusion constraint once for each spot. Without it, the planner may
     -- read every reservation of the lot in that time.
     select r.* from page p cross join lateral (
       select r.id, r.spot_id, r.user_id, r.car_id, r.status, r.starts_at, r.ends_at, r.version
       from reservations r where r.lot_id = $1::uuid and r.spot_id = p.id and r.status in ${holding}
         and tstzrange(r.starts_at, r.ends_at, '[)') && tstzrange($2::timestamptz, $3::timestamptz, '[)') offset 0) r),
   -- Once for each person, who may have many reservations. A map, because the planner can't know how many there are, and would compare
   -- every reservation with every person.
   people as materialized (
     select jsonb_object_agg(x.user_id, v.name) as names from (
       select user_id from bars union select assigned_user_id from page where assigned_user_id is not null) x
       cross join lateral visible_person($1::uuid, x.user_id, $8::timestamptz, ${GUEST_DAYS}) v),
   by_spot as materialized (
     select b.spot_id, json_agg(json_build_object(
       'id', b.id, 'status', b.status, 'starts_at', ${iso('b.starts_at')}, 'ends_at', ${iso('b.ends_at')}, 'version', b.version,
       'name', ${nameOf('b.user_id')}, 'plate', c.plate,
       'has_open_bill', $9::boolean and exists (select from invoices i where i.reservation_id = b.id and i.lot_id = $1::uuid
         and i.kind = 'CORRECTION' and i.status in ('PENDING', 'FAILED'))) order by b.starts_at) as items
     from bars b
       left join lateral plate_of_reservation($1::uuid, b.id, b.car_id, least(b.ends_at, $8::timestamptz)) c on true
     group by b.spot_id),
   closed as materialized (
     select o.spot_no, json_agg(json_build_object('starts_at', ${iso(minute('o.starts_min'))},
       'ends_at', case when o.ends_min < ${endless} then ${iso(minute('o.ends_min'))} end) order by o.starts_min) as items
     from page p join occupancy o on o.lot_id = p.lot_id and o.spot_no = p.spot_no
     where o.lot_id = $1::uuid and o.reservation_id is null and o.starts_min < minutes_of($3::timestamptz) and o.ends_min > minutes_of($2::timestamptz)
     group by o.spot_no)
   select (select count(*) from spots s where ${matching}) as spot_count,
     (select coalesce(json_agg(json_build_object(
         'id', p.id, 'label', p.label, 'type', p.type, 'level', p.level, 'zone_name', z.name,
         'is_assigned', num_nonnulls(p.assigned_user_id, p.assigned_group_id) > 0, 'assigned_to', coalesce(g.name, ${nameOf('p.assigned_user_id')}),
         'reservations', coalesce(b.items, '[]'), 'closures', coalesce(c.items, '[]')) order by p.spot_no), '[]')
       from page p left join zones z on z.id = p.zone_id and z.lot_id = p.lot_id
         left join groups g on g.id = p.assigned_group_id and g.lot_id = p.lot_id
         left join by_spot b on b.spot_id = p.id left join closed c on c.spot_no = p.spot_no) as items`,
)

/** Returns some spots of a lot with what takes them in a time range, in one statement. */
export async function getTimeline(
  pool: pg.Pool,
  of: {
    lot_id: string
    starts_at: string
    ends_at: string
    zone_id: string | null
    /** A LIKE pattern for the label. */
    label: string | null
    offset: number
    limit: number
    seesMoney: boolean
    now: Date
  },
): Promise<{ spot_count: number; items: TimelineSpot[] }> {
  const [row] = await queryPrepared(pool, timeline, [
    of.lot_id,
    of.starts_at,
    of.ends_at,
    of.zone_id,
    of.label,
    of.offset,
    of.limit,
    of.now.toISOString(),
    of.seesMoney,
  ])
  return row ?? { spot_count: 0, items: [] }
}
