import type { MonitorVehicle } from '@openspot/contract/booking/monitor.ts'
import { plateKeysOf } from '@openspot/core/plates/plate-keys.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { nearPlate } from '../../people/cars/near-plate.sql.ts'
import { isPast } from './board.rules.ts'
import {
  pastRights,
  plateRightShape,
  plateRightsFrom,
  presentAssignments,
  presentMembers,
  presentReservations,
  presentRights,
  type RightSources,
} from './right-sources.sql.ts'

/** Arrays rather than joins, so that each is read once, before the rows that it restricts are looked up in an index. */
const nearCars = 'array(select c.id from near_cars c)'
/** By their vehicles only (offset 0): the planner would combine that index with the one of everything that the lot ever had. */
const reservationsOfCars = `(select r.* from reservations r where r.car_id = any(${nearCars}) offset 0)`
const nearReservations = 'array(select n.reservation_id from near_notes n where n.reservation_id is not null)'
const people = 'array(select c.user_id from near_cars c union select n.user_id from near_notes n)'
const groups = 'array(select m.group_id from members m where m.group_id is not null)'
const isAssigned = (a: string, user: string, group: string) =>
  `(${a}.${user} = any(${people}) or ${a}.${group} = any(${groups}))`

/**
 * Whatever may be the plate by one of its keys in $3. The vehicles are those of all lots, so their rights in this lot come afterwards.
 * The planner expects half a percent of a table from `&&`, but ten rows from an array: only with the latter does it look the rest up
 * row by row.
 */
const candidates = `near_notes as materialized (
       select n.* from lot_car_notes n where n.lot_id = $1 and n.id = any(array(
         select n.id from lot_car_notes n where n.lot_id = $1 and ${nearPlate('n')} && $3::text[]))),
     near_cars as materialized (
       select c.id, c.user_id from cars c where c.id = any(array(
         select c.id from cars c where ${nearPlate('c')} && $3::text[]
         union
         select f.car_id from car_plates f where ${nearPlate('f')} && $3::text[]
         union
         select n.car_id from near_notes n where n.car_id is not null))),
     `

const near = { first: candidates, notes: 'near_notes' }

const present: RightSources = {
  ...presentRights,
  ...near,
  running: `${presentReservations(reservationsOfCars)}
       union
       ${presentReservations()} and r.id = any(${nearReservations})`,
  // The exclusion constraint finds the one of a spot; its start alone would read all that the spot ever had. `offset 0` keeps it a lookup
  // for each spot: the planner would join all reservations of the lot instead.
  on_spot: `select from (${presentReservations()} and tstzrange(r.starts_at, r.ends_at, '[)') @> $2::timestamptz) r where r.spot_id = s.id offset 0`,
  assigned: `${presentAssignments} and ${isAssigned('s', 'assigned_user_id', 'assigned_group_id')}`,
  members: `${presentMembers} and m.user_id = any(${people})`,
  has_car: `${presentRights.has_car} and c.id = any(${nearCars})`,
}

/** The reservations of which a change after $2 says what they had before it; looked up for each, as above. */
const changedFrom = (key: string, value: string) =>
  `select e.reservation_id as id from reservation_events e
           where e.lot_id = $1 and e.at > $2 and e.details -> 'from' ? 'spot_id' and e.details -> 'from' ->> '${key}' = ${value}::text offset 0`

const past: RightSources = {
  ...pastRights,
  ...near,
  running: `select w.id, w.car_id, w.user_id, w.spot_id, w.starts_at, w.ends_at from unnest(array(
         select r.id from ${reservationsOfCars} r where r.lot_id = $1
           and r.status in ('ACTIVE', 'CANCELED') and tstzrange(r.starts_at, r.ends_at) @> $2::timestamptz
         union
         select e.id from near_cars c cross join lateral (${changedFrom('car_id', 'c.id')}) e
         union
         select unnest(${nearReservations}))) k (id)
         cross join lateral reservation_at($1, k.id, $2) w`,
  on_spot: `select from (
           select r.id from reservations r where r.lot_id = $1 and r.spot_id = s.id and r.status = 'ACTIVE'
             and tstzrange(r.starts_at, r.ends_at, '[)') @> $2::timestamptz
           union all
           select r.id from reservations r where r.lot_id = $1 and r.spot_id = s.id and r.status = 'CANCELED'
             and r.confirmed_at is not null and r.canceled_at > $2
           union all
           (${changedFrom('spot_id', 's.id')})) k
         cross join lateral reservation_at($1, k.id, $2) w where w.spot_id = s.id offset 0`,
  assigned: `select a.* from assignments_at($1, $2) a
       where a.spot_id = any(array(
         select s.id from spots s where s.lot_id = $1 and ${isAssigned('s', 'assigned_user_id', 'assigned_group_id')}
         union
         select v.spot_id from previous_assignments v where v.lot_id = $1 and v.ends_at > $2 and ${isAssigned('v', 'user_id', 'group_id')}))
       and ${isAssigned('a', 'user_id', 'group_id')}`,
  members: `${pastRights.members} m where m.user_id = any(${people})`,
  has_car: `${pastRights.has_car} and c.id = any(${nearCars})`,
}

const rights = statement('list_rights_of_plate', plateRightShape, plateRightsFrom(present))
const pastPlateRights = statement('list_past_rights_of_plate', plateRightShape, plateRightsFrom(past))

/**
 * Returns the rows of `listMonitorVehicles` that a plate may match, with others that share one of its keys: `matchesOf` decides. It
 * reads only what belongs to vehicles with such a plate, so its time doesn't grow with the lot.
 */
export function listNearRights(
  db: Queryable,
  of: { lot_id: string; plate_normalized: string; at: Date },
  now: Date,
): Promise<(MonitorVehicle & { user_id: string })[]> {
  const at = of.at.toISOString()
  return queryPrepared(db, isPast(at, now) ? pastPlateRights : rights, [
    of.lot_id,
    at,
    plateKeysOf(of.plate_normalized),
  ])
}
