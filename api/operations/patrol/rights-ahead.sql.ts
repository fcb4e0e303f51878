import type { MonitorVehicle } from '@openspot/contract/booking/monitor.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'

const ahead = statement(
  'list_rights_ahead',
  {
    plate_normalized: 'text',
    region: 'text',
    spot_label: 'text',
    right: text<MonitorVehicle['right']>(),
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
  },
  `with held as (
     select r.id, r.car_id, r.spot_id, r.starts_at, r.ends_at from reservations r
     where r.lot_id = $1 and r.status = 'ACTIVE' and r.starts_at < $3 and (r.ends_at is null or r.ends_at > $4)),
   -- The times in which nobody else is on an assigned spot.
   own as (
     select s.label, s.assigned_user_id as user_id, s.assigned_group_id as group_id, lower(t.time) as starts_at, upper(t.time) as ends_at
     from spots s join lots l on l.id = s.lot_id
       cross join lateral unnest(
         tstzmultirange(tstzrange($2, case when s.assigned_until_on is not null
           then greatest($2, (s.assigned_until_on + 1)::timestamp at time zone l.time_zone) end))
         - coalesce((select range_agg(tstzrange(h.starts_at, h.ends_at)) from held h where h.spot_id = s.id), '{}')) t (time)
     where s.lot_id = $1 and s.deleted_at is null and num_nonnulls(s.assigned_user_id, s.assigned_group_id) > 0),
   members as (select m.user_id, m.group_id, m.acted_at is not null as has_acted from memberships m
     where m.lot_id = $1 and m.status = 'ACTIVE'),
   assignees as (
     select o.label, o.starts_at, o.ends_at, p.user_id
     from own o join lateral (
       select o.user_id where o.user_id is not null
       union all
       select m.user_id from members m where m.group_id = o.group_id) p on true),
   rights as (
     select h.car_id, s.label, 'RESERVATION' as kind, h.starts_at as right_from, h.starts_at, h.ends_at
     from held h join spots s on s.id = h.spot_id and s.lot_id = $1
     where h.car_id is not null
     union all
     select c.id, a.label, 'ASSIGNED', '-infinity', a.starts_at, least(a.ends_at, c.valid_until)
     from assignees a join cars c on c.user_id = a.user_id and c.deleted_at is null
     where exists (select from members m where m.user_id = a.user_id and m.has_acted)),
   noted as (select n.* from lot_car_notes n
     where n.lot_id = $1 and n.state = 'OPEN' and (n.valid_until is null or n.valid_until > $2)),
   shown as (
     select p.plate_normalized, p.region, g.label, g.kind, g.starts_at, least(g.ends_at, p.ends_at) as ends_at
     from rights g join cars c on c.id = g.car_id
       cross join lateral (
         select c.plate_normalized, c.region, null::timestamptz as ends_at
         union all
         select f.plate_normalized, f.region, f.replaced_at + interval '1 day' from (
           select f.plate_normalized, f.region, f.replaced_at from car_plates f
           where f.car_id = c.id order by f.replaced_at desc limit 1) f
         where f.replaced_at >= g.right_from and (f.plate_normalized, f.region) <> (c.plate_normalized, c.region)) p
     union all
     select n.plate_normalized, n.region, g.label, g.kind, g.starts_at, least(g.ends_at, n.valid_until)
     from rights g join noted n on n.car_id = g.car_id
     union all
     select n.plate_normalized, n.region, s.label, 'RESERVATION', h.starts_at, least(h.ends_at, n.valid_until)
     from held h join spots s on s.id = h.spot_id and s.lot_id = $1 join noted n on n.reservation_id = h.id
     where h.car_id is null
     union all
     select n.plate_normalized, n.region, a.label, 'ASSIGNED', a.starts_at, least(a.ends_at, n.valid_until)
     from assignees a join noted n on n.car_id is null and n.reservation_id is null and n.user_id = a.user_id)
   select distinct p.plate_normalized, p.region, p.label as spot_label, p.kind as "right", p.starts_at, p.ends_at
   from shown p
   where p.starts_at < $3 and (p.ends_at is null or p.ends_at > greatest($4, p.starts_at))
   order by 1, 2, 3, 5`,
)

export type RightAhead = Awaited<ReturnType<typeof listRightsAhead>>[number]

/**
 * Returns the rights to park in a lot from now until a moment, each with the times in which it is valid, and those that ended
 * after `ended_after`. It says the same as the monitor for every moment in between, as long as nothing changes.
 */
export const listRightsAhead = (
  db: Queryable,
  of: { lot_id: string; now: Date; until: Date; ended_after: Date },
) =>
  queryPrepared(db, ahead, [
    of.lot_id,
    of.now.toISOString(),
    of.until.toISOString(),
    of.ended_after.toISOString(),
  ])
