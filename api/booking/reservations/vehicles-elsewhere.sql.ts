import type { VehicleElsewhere } from '@openspot/contract/booking/reservations.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const elsewhereRows = statement(
  'list_vehicles_elsewhere',
  {
    reservation_id: 'uuid',
    lot_name: 'text',
    time_zone: 'text',
    spot_label: 'text',
    car_id: 'uuid',
    plate: 'text',
    region: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
  },
  `select r.id as reservation_id, l.name as lot_name, l.time_zone, s.label as spot_label,
       own.id as car_id, own.plate, own.region, r.starts_at, r.ends_at
     from reservations r
       join cars c on c.id = r.car_id
       join cars own on own.user_id = r.user_id and own.plate_normalized = c.plate_normalized and own.region = c.region
         and own.deleted_at is null
       join lots l on l.id = r.lot_id
       join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
     where r.user_id = $1 and r.lot_id <> $2 and r.changes_id is null
       and (r.status in ('PENDING', 'ACTIVE') or r.status = 'CHECKOUT' and r.hold_expires_at > $3)
       and r.starts_at < coalesce($5::timestamptz, 'infinity') and coalesce(r.ends_at, 'infinity') > $4::timestamptz
     order by r.starts_at, r.id
     limit 20`,
)

/**
 * Returns the person's reservations in other lots at an overlapping time, with their vehicles, as hold_spot asks about them. Only their own:
 * someone else's vehicle with the same plate would tell where that person is.
 */
export async function listVehiclesElsewhere(
  pool: pg.Pool,
  of: { user_id: string; lot_id: string; starts_at: string; ends_at: string | null },
  now: Date,
): Promise<VehicleElsewhere[]> {
  const values = [of.user_id, of.lot_id, now.toISOString(), of.starts_at, of.ends_at]
  const rows = await query(pool, elsewhereRows, values)
  return rows.map(({ car_id, plate, region, ...row }) => ({ ...row, car: { id: car_id, plate, region } }))
}

const refusingRows = statement(
  'get_refusal_of_vehicles_elsewhere',
  { refuses_vehicles_elsewhere: 'lots.refuses_vehicles_elsewhere' },
  `select refuses_vehicles_elsewhere from lots where id = $1`,
)

/** Returns whether a lot refuses vehicles that are booked in another lot at an overlapping time. */
export async function refusesVehiclesElsewhere(pool: pg.Pool, lot_id: string): Promise<boolean> {
  const [row] = await query(pool, refusingRows, [lot_id])
  return row?.refuses_vehicles_elsewhere ?? false
}
