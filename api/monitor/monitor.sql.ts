import type { Ring } from '@openspot/contract/common.ts'
import type { MonitorSpot, MonitorVehicle } from '@openspot/contract/monitor.ts'
import type pg from 'pg'

/** A spot with what makes its state beside its calendar: who is on it and who comes next. */
export interface BoardRow {
  id: string
  label: string
  type: MonitorSpot['type']
  features: MonitorSpot['features']
  level: number
  shape: Ring | null
  zone_id: string | null
  assigned_user_id: string | null
  assigned_group_id: string | null
  assigned_to: string | null
  /** Whether the spot, its zone or the lot has any rate. */
  is_priced: boolean
  now: MonitorSpot['occupant']
  next: MonitorSpot['next']
}

/** A stay that holds the spot, with who is on it. Times are put into text here: JSON would keep the database's form. */
const stayOf = (condition: string) => `(
  select json_build_object(
    'reservation_id', r.id, 'status', r.status,
    'name', coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email, u.phone, 'Guest'),
    'plate', c.plate,
    'starts_at', to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
    'ends_at', to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
  from reservations r join users u on u.id = r.user_id left join cars c on c.id = r.car_id
  where r.lot_id = s.lot_id and r.spot_id = s.id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE') and ${condition})`

const rateOf = (of: string) =>
  `num_nonnulls(${of}.half_hour_cents, ${of}.hour_cents, ${of}.day_cents, ${of}.month_cents)`

/** Every spot of a lot with its stays around one moment. */
export async function listBoardRows(pool: pg.Pool, lot_id: string, at: string): Promise<BoardRow[]> {
  const { rows } = await pool.query<BoardRow>(
    `select s.id, s.label, s.type, s.features, s.level, s.shape, s.zone_id, s.assigned_user_id, s.assigned_group_id,
       coalesce(g.name, nullif(trim(concat_ws(' ', h.first_name, h.last_name)), '')) as assigned_to,
       ${rateOf('l')} + ${rateOf('s')} + ${rateOf('z')} > 0 as is_priced,
       ${stayOf(`tstzrange(r.starts_at, r.ends_at) @> $2::timestamptz limit 1`)} as now,
       ${stayOf(`tstzrange(r.starts_at, r.ends_at) && tstzrange($2::timestamptz, $2::timestamptz + interval '60 days')
         and r.starts_at > $2::timestamptz order by r.starts_at limit 1`)} as next
     from spots s join lots l on l.id = s.lot_id
       left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id
       left join users h on h.id = s.assigned_user_id
       left join groups g on g.id = s.assigned_group_id and g.lot_id = s.lot_id
     where s.lot_id = $1 and s.deleted_at is null order by s.spot_no`,
    [lot_id, at],
  )
  return rows
}

/**
 * Every plate with a right to be in the lot at one moment: of the stays that are running, and of those whose own spot it
 * is, or their group's, while nobody else is on it. A plate that was changed while the right was there keeps it for a
 * day at most: the car that wears it may be standing there. Only the last plate before the present one does, so that
 * one right does not let in many cars.
 */
export async function listMonitorVehicles(
  pool: pg.Pool,
  lot_id: string,
  at: string,
): Promise<MonitorVehicle[]> {
  const { rows } = await pool.query<MonitorVehicle>(
    `with running as (
       select r.id, r.car_id, r.user_id, r.spot_id, r.starts_at, r.ends_at from reservations r
       where r.lot_id = $1 and r.status = 'ACTIVE' and r.starts_at <= $2 and (r.ends_at is null or r.ends_at > $2)),
     rights as (
       select r.car_id, s.label, 'RESERVATION' as kind, r.id as reservation_id, r.starts_at, r.ends_at
       from running r join spots s on s.id = r.spot_id and s.lot_id = $1
       where r.car_id is not null
       union all
       select c.id, s.label, 'ASSIGNED', null, '-infinity', (s.assigned_until_on + 1)::timestamp at time zone l.time_zone
       from spots s join lots l on l.id = s.lot_id
         join lateral (
           select s.assigned_user_id as user_id where s.assigned_user_id is not null
           union all
           select m.user_id from memberships m
           where m.lot_id = $1 and m.group_id = s.assigned_group_id and m.status = 'ACTIVE') h on true
         join cars c on c.user_id = h.user_id and c.deleted_at is null and (c.valid_until is null or c.valid_until > $2)
       where s.lot_id = $1 and s.deleted_at is null
         and not exists (select from running r where r.spot_id = s.id))
     select p.plate, p.region, c.make, c.model, c.color, g.label as spot_label, g.kind as "right", g.reservation_id, g.ends_at,
       p.replaced_at, case when p.replaced_at is null then c.valid_until end as valid_until
     from rights g join cars c on c.id = g.car_id
       cross join lateral (
         select c.plate, c.plate_normalized, c.region, null::timestamptz as replaced_at
         union all
         select f.* from (
           select f.plate, f.plate_normalized, f.region, f.replaced_at from car_plates f
           where f.car_id = c.id and f.replaced_at <= $2 order by f.replaced_at desc limit 1) f
         where f.replaced_at > $2::timestamptz - interval '1 day' and f.replaced_at >= g.starts_at
           and (f.plate_normalized, f.region) <> (c.plate_normalized, c.region)) p
     order by p.plate_normalized, g.kind desc, g.label`,
    [lot_id, at],
  )
  return rows
}

export interface SummaryRow {
  active: number
  starting: number
  ending: number
  long: number
  /** Spots that a stay holds at any time of the window. */
  taken_spot_ids: string[]
  paid_cents: number
}

/** A stay over 45 days, or without an end, is a long one (design/domain.md, "Reservation"). */
const longStay = `(r.ends_at is null or r.ends_at - r.starts_at > interval '45 days')`

export async function summarise(
  pool: pg.Pool,
  lot_id: string,
  starts_at: string,
  ends_at: string,
): Promise<SummaryRow> {
  const { rows } = await pool.query<SummaryRow>(
    `select r.*,
       (select coalesce(sum(i.paid_cents - i.refunded_cents), 0)::int8 from invoices i
         where i.lot_id = $1 and i.paid_at >= $2 and i.paid_at < $3) as paid_cents
     from (
       select count(*)::int as active,
         (count(*) filter (where r.starts_at >= $2 and r.starts_at < $3))::int as starting,
         (count(*) filter (where r.ends_at >= $2 and r.ends_at < $3))::int as ending,
         (count(*) filter (where ${longStay}))::int as long,
         coalesce(array_agg(distinct r.spot_id), '{}') as taken_spot_ids
       from reservations r
       where r.lot_id = $1 and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
         and r.starts_at < $3 and (r.ends_at is null or r.ends_at > $2)) r`,
    [lot_id, starts_at, ends_at],
  )
  return rows[0] ?? { active: 0, starting: 0, ending: 0, long: 0, taken_spot_ids: [], paid_cents: 0 }
}

/** The spots of a lot as their calendars see them. */
export async function listSpots(
  pool: pg.Pool,
  lot_id: string,
): Promise<Pick<BoardRow, 'id' | 'zone_id' | 'assigned_user_id' | 'assigned_group_id'>[]> {
  const { rows } = await pool.query<
    Pick<BoardRow, 'id' | 'zone_id' | 'assigned_user_id' | 'assigned_group_id'>
  >(
    'select id, zone_id, assigned_user_id, assigned_group_id from spots where lot_id = $1 and deleted_at is null',
    [lot_id],
  )
  return rows
}
