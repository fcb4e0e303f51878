import type { ChangedCar } from '@openspot/contract/people/cars.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

/** Compares plates as `vehicle_elsewhere` of the database does, and only those of the same person. */
const overlaps = statement(
  'list_overlaps_of_car',
  { reservation_id: 'uuid', lot_name: 'text', other_reservation_id: 'uuid', other_lot_name: 'text' },
  `select r.id as reservation_id, l.name as lot_name, o.id as other_reservation_id, k.name as other_lot_name
   from cars c
     join reservations r on r.car_id = c.id and r.user_id = c.user_id
     join lots l on l.id = r.lot_id
     join reservations o on o.user_id = c.user_id and o.lot_id <> r.lot_id and o.car_id is distinct from c.id
       and o.starts_at < coalesce(r.ends_at, 'infinity') and coalesce(o.ends_at, 'infinity') > r.starts_at
     join lots k on k.id = o.lot_id
     left join cars d on d.id = o.car_id
     left join lot_car_notes n on o.car_id is null and n.lot_id = o.lot_id and n.reservation_id = o.id and n.state = 'OPEN'
   where c.id = $1 and r.changes_id is null and o.changes_id is null
     and r.status in ('PENDING', 'ACTIVE') and o.status in ('PENDING', 'ACTIVE')
     and coalesce(r.ends_at, 'infinity') > $2::timestamptz and coalesce(o.ends_at, 'infinity') > $2::timestamptz
     and (d.plate_normalized = c.plate_normalized and d.region = c.region
       or n.plate_normalized = c.plate_normalized and (n.region in (c.region, '') or c.region = ''))
   order by r.starts_at, r.id, o.starts_at, o.id limit 20`,
)

/** Returns the reservations of a vehicle that overlap with others of its owner, in other lots, for the same plate. */
export const listOverlaps = (
  tx: Tx,
  car_id: string,
  now: Date,
): Promise<NonNullable<ChangedCar['overlaps']>> => queryPrepared(tx, overlaps, [car_id, now.toISOString()])
