import type { VehicleElsewhere } from '@openspot/contract/booking/reservations.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const shape = {
  reservation_id: 'uuid',
  lot_name: 'text',
  time_zone: 'text',
  spot_label: 'text',
  car_id: 'uuid',
  plate: 'text',
  region: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
} as const

/** Compares as `vehicle_elsewhere` of the database does. `own` has the vehicles that are asked about. */
const elsewhere = (own: string) =>
  `select coalesce(r.changes_id, r.id) as reservation_id, l.name as lot_name, l.time_zone, s.label as spot_label,
       own.id as car_id, own.plate, own.region, r.starts_at, r.ends_at
     from reservations r
       left join cars c on c.id = r.car_id
       left join lot_car_notes n on r.car_id is null and n.lot_id = r.lot_id and n.reservation_id = coalesce(r.changes_id, r.id) and n.state = 'OPEN'
       join ${own} on own.plate_normalized = c.plate_normalized and own.region = c.region
         or own.plate_normalized = n.plate_normalized and (n.region in (own.region, '') or own.region = '')
       join lots l on l.id = r.lot_id
       join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
     where r.user_id = $1 and r.lot_id <> $2
       and (r.status in ('PENDING', 'ACTIVE') or r.status = 'CHECKOUT' and r.hold_expires_at > $3)
       and r.starts_at < coalesce($5::timestamptz, 'infinity') and coalesce(r.ends_at, 'infinity') > $4::timestamptz
     order by r.starts_at, r.id
     limit 20`

const ofPerson = statement(
  'list_vehicles_elsewhere',
  shape,
  elsewhere('(select * from cars own where own.user_id = $1 and own.deleted_at is null) own'),
)
const ofReservation = statement(
  'list_vehicle_of_reservation_elsewhere',
  shape,
  elsewhere(
    `(select k.* from reservations x cross join plate_of_reservation(x.lot_id, x.id, x.car_id, 'infinity') k
      where x.id = $6 and x.lot_id = $2 and x.user_id = $1) own`,
  ),
)

interface Time {
  user_id: string
  lot_id: string
  starts_at: string
  ends_at: string | null
}

/**
 * Returns the person's reservations in other lots at an overlapping time, with their vehicles, as hold_spot asks about them. Only their own:
 * someone else's vehicle with the same plate would tell where that person is.
 */
export async function listVehiclesElsewhere(pool: pg.Pool, of: Time, now: Date): Promise<VehicleElsewhere[]> {
  const values = [of.user_id, of.lot_id, now.toISOString(), of.starts_at, of.ends_at]
  return (await query(pool, ofPerson, values)).map(toVehicle)
}

/** The same for the vehicle of one of the person's reservations, or the plate that staff typed for it, at a time. */
export async function listVehicleElsewhere(
  pool: pg.Pool,
  reservation_id: string,
  of: Time,
  now: Date,
): Promise<VehicleElsewhere[]> {
  const values = [of.user_id, of.lot_id, now.toISOString(), of.starts_at, of.ends_at, reservation_id]
  return (await query(pool, ofReservation, values)).map(toVehicle)
}

const toVehicle = ({
  car_id,
  plate,
  region,
  ...row
}: Omit<VehicleElsewhere, 'car'> & { car_id: string; plate: string; region: string }): VehicleElsewhere => ({
  ...row,
  car: { id: car_id, plate, region },
})

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

const offerRows = statement(
  'is_waitlist_offer',
  { is_offer: 'boolean' },
  `select exists (select from waitlist_entries w where w.lot_id = $1 and w.reservation_id = $2 and w.status = 'OFFERED') as is_offer`,
)

/** Returns whether a spot is held because its driver waited for one, so that they have not been asked about it. */
export async function isWaitlistOffer(
  pool: pg.Pool,
  { lot_id, id }: { lot_id: string; id: string },
): Promise<boolean> {
  const [row] = await query(pool, offerRows, [lot_id, id])
  return row?.is_offer ?? false
}
