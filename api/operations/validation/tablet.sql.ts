import { createHash } from 'node:crypto'
import type { FoundParking, Tablet } from '@openspot/contract/operations/validation-tablet.ts'
import { validationWindowHours } from '@openspot/core/validation/limits.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import { codeOf, listOptionsForReservation, offered, offeredFrom, offeredSelect } from './options.sql.ts'

/** The stored form of the code in a tablet's link. */
export const hashTabletCode = (code: string): Buffer => createHash('sha256').update(code).digest()

const shape = {
  partner_id: 'uuid',
  lot_id: 'uuid',
  partner_name: 'text',
  lot_name: 'text',
  currency: 'text',
  time_zone: 'text',
  billing: 'validation_partners.billing',
  is_paused: 'boolean',
} as const
export type TabletPartner = RowOf<typeof shape>
const partner = statement(
  'find_tablet_partner',
  shape,
  `select p.id as partner_id, p.lot_id, p.name as partner_name, l.name as lot_name, l.currency, l.time_zone, p.billing, p.is_paused
   from validation_partners p join lots l on l.id = p.lot_id where p.tablet_code_hash = $1 and p.deleted_at is null`,
)

/** Returns the partner whose tablet has this code, or undefined. */
export async function findTabletPartner(db: Queryable, code: string): Promise<TabletPartner | undefined> {
  return (await queryPrepared(db, partner, [hashTabletCode(code)]))[0]
}

const options = statement(
  'list_tablet_options',
  offered,
  `select ${offeredSelect} from ${offeredFrom} where o.lot_id = $1 and o.partner_id = $2 and o.deleted_at is null and not o.is_paused
   order by lower(o.name)`,
)
const today = statement(
  'list_tablet_validations',
  {
    id: 'uuid',
    option_name: 'text',
    value_cents: 'integer',
    source: 'validations.source',
    validated_at: 'timestamptz',
  },
  `select v.id, o.name as option_name, v.value_cents, v.source, v.validated_at
   from validations v join validation_options o on o.id = v.option_id and o.lot_id = v.lot_id join lots l on l.id = v.lot_id
   where v.lot_id = $1 and v.partner_id = $2
     and v.validated_at >= at_local(date_trunc('day', $3::timestamptz at time zone l.time_zone), l.time_zone)
   order by v.validated_at desc, v.id desc limit 50`,
)

/** Returns the options of a tablet's partner, and its validations of the day. */
export async function readTablet(
  db: Queryable,
  { lot_id, partner_id }: TabletPartner,
  now: Date,
): Promise<Pick<Tablet, 'options' | 'today'>> {
  return {
    options: await queryPrepared(db, options, [lot_id, partner_id]),
    today: await queryPrepared(db, today, [lot_id, partner_id, now.toISOString()]),
  }
}

const found = statement(
  'find_parking',
  {
    reservation_id: 'uuid',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
    plate: 'text?',
    is_plate: 'boolean',
  },
  `select r.id as reservation_id, r.starts_at, parking_ends_at(r.lot_id, r.id) as ends_at, c.plate, c.plate_normalized = $2 as is_plate
   from reservations r left join lateral plate_of_reservation(r.lot_id, r.id, r.car_id, $4::timestamptz) c on true
   where r.lot_id = $1 and r.status = 'ACTIVE' and r.starts_at <= $4::timestamptz and r.continues_id is null
     and r.starts_at > $4::timestamptz - interval '32 days'
     and parking_ends_at(r.lot_id, r.id) > $4::timestamptz - make_interval(hours => ${validationWindowHours})
     and (c.plate_normalized = $2 or ${codeOf} = $3)
   order by r.starts_at desc limit 5`,
)

/** Finds the vehicles in a lot by plate or code that may be validated by time, and what the partner may give. */
export async function findParking(
  db: Queryable,
  { lot_id, partner_id }: TabletPartner,
  search: { plate: string; code: string; now: Date },
): Promise<FoundParking[]> {
  const { plate, code, now } = search
  const rows = await queryPrepared(db, found, [lot_id, plate, code, now.toISOString()])
  return Promise.all(
    rows.map(async ({ is_plate, ...row }) => {
      const all = await listOptionsForReservation(db, {
        lot_id,
        reservation_id: row.reservation_id,
        now,
        partner_id,
      })
      return {
        ...row,
        plate: row.plate === null || is_plate ? row.plate : `…${row.plate.slice(-2)}`,
        options: all
          .filter(({ refusal }) => refusal !== 'OPTION_PAUSED')
          .map(({ option_id, refusal, value_cents, is_intended }) => ({
            option_id,
            refusal,
            value_cents,
            is_intended,
          })),
      }
    }),
  )
}

const givenValue = statement(
  'get_validation_value',
  { value_cents: 'integer' },
  `select v.value_cents from paid_reservation($1, $2) r join validations v on v.reservation_id = r.id and v.lot_id = r.lot_id`,
)

/** Returns what the validation of a reservation gives. */
export async function valueOf(db: Queryable, lot_id: string, reservation_id: string): Promise<number> {
  return (await queryPrepared(db, givenValue, [lot_id, reservation_id]))[0]?.value_cents ?? 0
}

const inLot = statement(
  'is_reservation_of_lot',
  { is_there: 'boolean' },
  `select exists (select from reservations r join validation_options o on o.lot_id = r.lot_id
     where r.lot_id = $1 and r.id = $2 and o.id = $3 and o.partner_id = $4 and o.deleted_at is null) as is_there`,
)

/** Returns whether the reservation is in the lot of a tablet's partner, and the option its own. */
export async function isOfPartner(
  db: Queryable,
  { lot_id, partner_id }: TabletPartner,
  of: { reservation_id: string; option_id: string },
): Promise<boolean> {
  const rows = await queryPrepared(db, inLot, [lot_id, of.reservation_id, of.option_id, partner_id])
  return rows[0]?.is_there ?? false
}
