import type { ReservationStatus } from '@openspot/core/enums.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** A reservation with what its event in a calendar says. */
export interface CalendarReservation {
  id: string
  status: ReservationStatus
  version: number
  starts_at: string
  ends_at: string | null
  lot_name: string
  entry_instructions: string | null
  street: string | null
  city: string | null
  region: string | null
  postal_code: string | null
  country: string
  time_zone: string
  lat: number
  lng: number
  label: string
  plate: string | null
  language: string
}

const shape = {
  id: 'uuid',
  status: 'reservations.status',
  version: 'integer',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
  lot_name: 'text',
  entry_instructions: 'text?',
  street: 'text?',
  city: 'text?',
  region: 'text?',
  postal_code: 'text?',
  country: 'text',
  time_zone: 'text',
  lat: 'float8',
  lng: 'float8',
  label: 'text',
  plate: 'text?',
  language: 'text',
} as const

const columns = `r.id, r.status, r.version, r.starts_at, r.ends_at, lot_text('name', l.name, l.language, l.texts, u.language) as lot_name, l.street, l.city, l.region, l.postal_code,
      case when r.status = 'ACTIVE' then lot_text('entry_instructions', l.entry_instructions, l.language, l.texts, u.language) end as entry_instructions,
      l.country, l.time_zone, l.lat, l.lng, s.label, c.plate, u.language`
const from = `reservations r join users u on u.id = r.user_id join lots l on l.id = r.lot_id
      join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
      left join lateral plate_of_reservation(r.lot_id, r.id, r.car_id, 'infinity') c on true`

const ofPerson = statement(
  'list_calendar_reservations',
  shape,
  `select ${columns} from ${from} where r.user_id = $1 and r.changes_id is null and r.status in ('ACTIVE', 'PENDING')
      and (r.ends_at is null or r.ends_at > $2::timestamptz) order by r.starts_at desc limit 500`,
)

/** Returns the reservations of a person that hold a spot and end after `since`, latest first, at most 500. */
export const listCalendarReservations = (
  pool: pg.Pool,
  user_id: string,
  since: Date,
): Promise<CalendarReservation[]> => query(pool, ofPerson, [user_id, since.toISOString()])

const ofReservation = statement(
  'get_calendar_reservation',
  shape,
  `select ${columns} from ${from} where r.id = $1`,
)

/** Returns a reservation for a calendar, or undefined if there is none. */
export async function findCalendarReservation(
  pool: pg.Pool,
  reservation_id: string,
): Promise<CalendarReservation | undefined> {
  const [row] = await query(pool, ofReservation, [reservation_id])
  return row
}
