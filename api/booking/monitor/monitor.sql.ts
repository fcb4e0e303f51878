import type { MonitorSpot, MonitorVehicle } from '@openspot/contract/booking/monitor.ts'
import type { Ring } from '@openspot/contract/common.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { query } from '@openspot/db/database.ts'
import { json, orNull, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { factColumns, factShape } from '../../people/cars/car-facts.sql.ts'
import { holding } from '../occupancy/holding.sql.ts'

/** A spot with its current and next reservation, which decide its state together with its calendar. */
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
  /** Whether the spot, its zone, or the lot has any rate. */
  is_priced: boolean
  now: MonitorSpot['occupant']
  next: MonitorSpot['next']
}

/**
 * Selects a reservation that occupies the spot, with its driver, as JSON. Times are formatted here, because JSON would
 * keep the database's format.
 */
const reservationOf = (condition: string) => `(
  select json_build_object(
    'reservation_id', r.id, 'status', r.status,
    'name', coalesce(u.name, u.email, u.phone, 'Guest'),
    'plate', c.plate,
    'starts_at', to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
    'ends_at', to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
  from reservations r cross join lateral visible_person(r.lot_id, r.user_id, $3::timestamptz, ${GUEST_DAYS}) u
    left join lateral plate_at(r.car_id, least(r.ends_at, $3::timestamptz)) c on true
  where r.lot_id = s.lot_id and r.spot_id = s.id and r.status in ${holding} and ${condition})`

const rateOf = (of: string) =>
  `num_nonnulls(${of}.half_hour_cents, ${of}.hour_cents, ${of}.day_cents, ${of}.month_cents)`

const boardRows = statement(
  'list_board_rows',
  {
    id: 'uuid',
    label: 'text',
    type: 'spots.type',
    features: 'spots.features',
    level: 'smallint',
    shape: orNull(json<NonNullable<BoardRow['shape']>>()),
    zone_id: 'uuid?',
    assigned_user_id: 'uuid?',
    assigned_group_id: 'uuid?',
    assigned_to: 'text?',
    is_priced: 'boolean',
    now: orNull(json<NonNullable<BoardRow['now']>>('json')),
    next: orNull(json<NonNullable<BoardRow['next']>>('json')),
  },
  `select s.id, s.label, s.type, s.features, s.level, s.shape, s.zone_id, s.assigned_user_id, s.assigned_group_id,
       coalesce(g.name, h.name) as assigned_to,
       ${rateOf('l')} + ${rateOf('s')} + ${rateOf('z')} > 0 as is_priced,
       ${reservationOf(`tstzrange(r.starts_at, r.ends_at) @> $2::timestamptz limit 1`)} as now,
       ${reservationOf(`tstzrange(r.starts_at, r.ends_at) && tstzrange($2::timestamptz, $2::timestamptz + interval '60 days')
         and r.starts_at > $2::timestamptz order by r.starts_at limit 1`)} as next
     from spots s join lots l on l.id = s.lot_id
       left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id
       left join lateral visible_person(s.lot_id, s.assigned_user_id, $3::timestamptz, ${GUEST_DAYS}) h on true
       left join groups g on g.id = s.assigned_group_id and g.lot_id = s.lot_id
     where s.lot_id = $1 and s.deleted_at is null order by s.spot_no`,
)

/**
 * Returns every spot of a lot with its reservations around one instant. `now` decides what the lot may know about their
 * drivers.
 */
export function listBoardRows(pool: pg.Pool, lot_id: string, at: string, now: Date): Promise<BoardRow[]> {
  return query(pool, boardRows, [lot_id, at, now.toISOString()])
}

const monitorVehicles = statement(
  'list_monitor_vehicles',
  {
    plate: 'text',
    region: 'text',
    ...factShape,
    spot_label: 'text',
    right: text<MonitorVehicle['right']>(),
    reservation_id: 'uuid?',
    ends_at: 'timestamptz?',
    replaced_at: 'timestamptz?',
    valid_until: 'timestamptz?',
    is_recorded_by_staff: 'boolean',
  },
  `with running as (
       select r.id, r.car_id, r.user_id, r.spot_id, r.starts_at, r.ends_at from reservations r
       where r.lot_id = $1 and r.status = 'ACTIVE' and r.starts_at <= $2 and (r.ends_at is null or r.ends_at > $2)),
     -- Whose own spot it is, while nobody else is on it.
     assignees as (
       select h.user_id, s.label, (s.assigned_until_on + 1)::timestamp at time zone l.time_zone as ends_at
       from spots s join lots l on l.id = s.lot_id
         join lateral (
           select s.assigned_user_id as user_id where s.assigned_user_id is not null
           union all
           select m.user_id from memberships m
           where m.lot_id = $1 and m.group_id = s.assigned_group_id and m.status = 'ACTIVE') h on true
       where s.lot_id = $1 and s.deleted_at is null
         and not exists (select from running r where r.spot_id = s.id)),
     -- The lot sees vehicles only of those who acted: who booked or accepted, and members who asked or accepted.
     rights as (
       select r.car_id, s.label, 'RESERVATION' as kind, r.id as reservation_id, r.starts_at, r.ends_at
       from running r join spots s on s.id = r.spot_id and s.lot_id = $1
       where r.car_id is not null
       union all
       select c.id, h.label, 'ASSIGNED', null, '-infinity', h.ends_at
       from assignees h
         join cars c on c.user_id = h.user_id and c.deleted_at is null and (c.valid_until is null or c.valid_until > $2)
       where exists (select from memberships m where m.lot_id = $1 and m.user_id = h.user_id
         and m.status = 'ACTIVE' and m.acted_at is not null)),
     noted as (select n.* from lot_car_notes n
       where n.lot_id = $1 and n.state = 'OPEN' and (n.valid_until is null or n.valid_until > $2)),
     shown as (
       select p.plate, p.plate_normalized, p.region, ${factColumns('c')}, g.label, g.kind, g.reservation_id, g.ends_at,
         p.replaced_at, case when p.replaced_at is null then c.valid_until end as valid_until, false as is_recorded_by_staff
       from rights g join cars c on c.id = g.car_id
         cross join lateral (
           select c.plate, c.plate_normalized, c.region, null::timestamptz as replaced_at
           union all
           select f.* from (
             select f.plate, f.plate_normalized, f.region, f.replaced_at from car_plates f
             where f.car_id = c.id and f.replaced_at <= $2 order by f.replaced_at desc limit 1) f
           where f.replaced_at > $2::timestamptz - interval '1 day' and f.replaced_at >= g.starts_at
             and (f.plate_normalized, f.region) <> (c.plate_normalized, c.region)) p
       union all
       -- As staff of this lot recorded them, beside the plate that the owner gave.
       select n.plate, n.plate_normalized, n.region, ${factColumns('n')}, g.label, g.kind, g.reservation_id, g.ends_at,
         null, n.valid_until, true
       from rights g join noted n on n.car_id = g.car_id
       union all
       select n.plate, n.plate_normalized, n.region, ${factColumns('n')}, h.label, 'ASSIGNED', null, h.ends_at,
         null, n.valid_until, true
       from assignees h join noted n on n.car_id is null and n.user_id = h.user_id)
     select p.plate, p.region, ${factColumns('p')}, p.label as spot_label, p.kind as "right", p.reservation_id, p.ends_at,
       p.replaced_at, p.valid_until, p.is_recorded_by_staff
     from shown p
     order by p.plate_normalized, p.kind desc, p.label`,
)

/**
 * Returns every plate that may park in the lot at this moment: of active reservations, and of assignees or their group
 * while nobody else occupies the spot. A changed plate stays valid for at most a day, because the vehicle with it may
 * still be parked. That holds for the previous plate only, so that one right does not admit many vehicles. A plate that
 * staff of this lot recorded counts in addition to the owner's own.
 */
export function listMonitorVehicles(pool: pg.Pool, lot_id: string, now: Date): Promise<MonitorVehicle[]> {
  return query(pool, monitorVehicles, [lot_id, now.toISOString()])
}

export interface SummaryRow {
  active: number
  starting: number
  ending: number
  long: number
  /** Spots that a reservation occupies at any time of the interval. */
  taken_spot_ids: string[]
  unpaid_holds: number
  paid_cents: number
}

/** A reservation over 45 days, or without an end, counts as long. */
const longTerm = `(r.ends_at is null or r.ends_at - r.starts_at > interval '45 days')`

const summariseStatement = statement(
  'summarise',
  {
    active: 'integer',
    starting: 'integer',
    ending: 'integer',
    long: 'integer',
    taken_spot_ids: 'uuid[]',
    unpaid_holds: 'integer',
    paid_cents: 'bigint',
  },
  `select r.*,
       (select count(*)::int from reservations h
         where h.lot_id = $1 and h.status = 'CHECKOUT' and h.hold_expires_at > $4) as unpaid_holds,
       (select coalesce(sum(i.paid_cents - i.refunded_cents), 0)::int8 from invoices i
         where i.lot_id = $1 and i.paid_at >= $2 and i.paid_at < $3) as paid_cents
     from (
       select count(*)::int as active,
         (count(*) filter (where r.starts_at >= $2 and r.starts_at < $3))::int as starting,
         (count(*) filter (where r.ends_at >= $2 and r.ends_at < $3))::int as ending,
         (count(*) filter (where ${longTerm}))::int as long,
         coalesce(array_agg(distinct r.spot_id), '{}') as taken_spot_ids
       from reservations r
       where r.lot_id = $1 and r.status in ${holding}
         and r.starts_at < $3 and (r.ends_at is null or r.ends_at > $2)) r`,
)

/** Returns a lot's counts in an interval. `paid_cents` is in minor units, without refunds. */
export async function summarise(
  pool: pg.Pool,
  lot_id: string,
  starts_at: string,
  ends_at: string,
  now: Date,
): Promise<SummaryRow> {
  const rows = await query(pool, summariseStatement, [lot_id, starts_at, ends_at, now.toISOString()])
  return (
    rows[0] ?? {
      active: 0,
      starting: 0,
      ending: 0,
      long: 0,
      taken_spot_ids: [],
      unpaid_holds: 0,
      paid_cents: 0,
    }
  )
}

const spotsRows = statement(
  'list_spots',
  { id: 'uuid', zone_id: 'uuid?', assigned_user_id: 'uuid?', assigned_group_id: 'uuid?' },
  'select id, zone_id, assigned_user_id, assigned_group_id from spots where lot_id = $1 and deleted_at is null',
)

/** Returns the spots of a lot with the columns that their calendars depend on. */
export function listSpots(
  pool: pg.Pool,
  lot_id: string,
): Promise<Pick<BoardRow, 'id' | 'zone_id' | 'assigned_user_id' | 'assigned_group_id'>[]> {
  return query(pool, spotsRows, [lot_id])
}
