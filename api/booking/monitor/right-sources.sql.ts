import type { MonitorVehicle } from '@openspot/contract/booking/monitor.ts'
import { text } from '@openspot/db/rows.ts'
import { factColumns, factShape } from '../../people/cars/car-facts.sql.ts'

export const plateRightShape = {
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
  user_id: 'uuid',
} as const

/** Where the rights come from: as they are, or as they were at $2, of all vehicles or of those that may be one plate. */
export interface RightSources {
  /** What the others read, as the first parts of `with`, each with a comma after it. */
  first: string
  running: string
  assigned: string
  members: string
  /** The reservation that occupies a spot `s` then, if any. */
  on_spot: string
  /** Whether a vehicle `c` exists then, and whether a note `n` of the staff is open then. */
  has_car: string
  has_note: string
  /** The table of the notes of the staff. */
  notes: string
  /** The current plate of a vehicle `c` as `plate, plate_normalized, region`. */
  plate: string
}

export const presentAssignments = `select s.id as spot_id, s.assigned_user_id as user_id, s.assigned_group_id as group_id,
         at_local((s.assigned_until_on + 1)::timestamp, l.time_zone) as ends_at
       from spots s join lots l on l.id = s.lot_id where s.lot_id = $1 and s.deleted_at is null`
export const presentMembers = `select m.user_id, m.group_id, m.acted_at is not null as has_acted from memberships m
       where m.lot_id = $1 and m.status = 'ACTIVE'`
export const presentReservations = (reservations = 'reservations'): string =>
  `select r.id, r.car_id, r.user_id, r.spot_id, r.starts_at, r.ends_at from ${reservations} r
       where r.lot_id = $1 and r.status = 'ACTIVE' and r.starts_at <= $2 and (r.ends_at is null or r.ends_at > $2)`

const all = { first: '', on_spot: 'select from running r where r.spot_id = s.id', notes: 'lot_car_notes' }

export const presentRights: RightSources = {
  ...all,
  running: presentReservations(),
  assigned: presentAssignments,
  members: presentMembers,
  has_car: 'c.deleted_at is null',
  has_note: `n.state = 'OPEN'`,
  plate: 'select c.plate, c.plate_normalized, c.region',
}

export const pastRights: RightSources = {
  ...all,
  running: 'select * from reservations_at($1, $2)',
  assigned: 'select * from assignments_at($1, $2)',
  members: 'select * from members_at($1, $2)',
  has_car: 'c.created_at <= $2 and (c.deleted_at is null or c.deleted_at > $2)',
  has_note: 'n.created_at <= $2 and (n.answered_at is null or n.answered_at > $2)',
  plate: 'select * from plate_at(c.id, $2)',
}

/**
 * Returns the text of a statement that lists the plates that may park in the lot $1 at $2. This is the only place that says who may
 * park: the list of all, and the rights of one plate, differ only in how much they read.
 */
export const plateRightsFrom = (
  of: RightSources,
): string => `with ${of.first}running as materialized (${of.running}),
     members as materialized (${of.members}),
     assigned as (${of.assigned}),
     -- Whose own spot it is, while nobody else is on it.
     assignees as (
       select h.user_id, s.label, a.ends_at
       from assigned a join spots s on s.id = a.spot_id and s.lot_id = $1
         join lateral (
           select a.user_id where a.user_id is not null
           union all
           select m.user_id from members m where m.group_id = a.group_id) h on true
       where not exists (${of.on_spot})),
     -- The lot sees vehicles only of those who acted: who booked or accepted, and members who asked or accepted.
     rights as (
       select r.car_id, s.label, 'RESERVATION' as kind, r.id as reservation_id, r.starts_at, r.ends_at
       from running r join spots s on s.id = r.spot_id and s.lot_id = $1
       where r.car_id is not null
       union all
       select c.id, h.label, 'ASSIGNED', null, '-infinity', h.ends_at
       from assignees h
         join cars c on c.user_id = h.user_id and ${of.has_car} and (c.valid_until is null or c.valid_until > $2)
       where exists (select from members m where m.user_id = h.user_id and m.has_acted)),
     noted as (select n.* from ${of.notes} n
       where n.lot_id = $1 and ${of.has_note} and (n.valid_until is null or n.valid_until > $2)),
     shown as (
       select p.plate, p.plate_normalized, p.region, ${factColumns('c')}, g.label, g.kind, g.reservation_id, g.ends_at,
         p.replaced_at, case when p.replaced_at is null then c.valid_until end as valid_until, false as is_recorded_by_staff, c.user_id
       from rights g join cars c on c.id = g.car_id
         cross join lateral (
           select o.*, null::timestamptz as replaced_at from (${of.plate}) o
           union all
           select f.* from (
             select f.plate, f.plate_normalized, f.region, f.replaced_at from car_plates f
             where f.car_id = c.id and f.replaced_at <= $2 order by f.replaced_at desc limit 1) f
           where f.replaced_at > $2::timestamptz - interval '1 day' and f.replaced_at >= g.starts_at
             and (f.plate_normalized, f.region) <> (select o.plate_normalized, o.region from (${of.plate}) o)) p
       union all
       -- As staff of this lot recorded them, beside the plate that the owner gave.
       select n.plate, n.plate_normalized, n.region, ${factColumns('n')}, g.label, g.kind, g.reservation_id, g.ends_at,
         null, n.valid_until, true, n.user_id
       from rights g join noted n on n.car_id = g.car_id
       union all
       select n.plate, n.plate_normalized, n.region, ${factColumns('n')}, s.label, 'RESERVATION', r.id, r.ends_at,
         null, n.valid_until, true, n.user_id
       from running r join spots s on s.id = r.spot_id and s.lot_id = $1 join noted n on n.reservation_id = r.id
       where r.car_id is null
       union all
       select n.plate, n.plate_normalized, n.region, ${factColumns('n')}, h.label, 'ASSIGNED', null, h.ends_at,
         null, n.valid_until, true, n.user_id
       from assignees h join noted n on n.car_id is null and n.reservation_id is null and n.user_id = h.user_id)
     select p.plate, p.region, ${factColumns('p')}, p.label as spot_label, p.kind as "right", p.reservation_id, p.ends_at,
       p.replaced_at, p.valid_until, p.is_recorded_by_staff, p.user_id
     from shown p
     order by p.plate_normalized, p.kind desc, p.label`
