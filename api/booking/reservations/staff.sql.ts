import { query, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { refuse } from '../../errors.ts'
import type { Ports } from '../../ports.ts'

/** The person a reservation is made for, as far as they are known. */
export interface BookedPerson {
  email?: string | undefined
  phone?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

const orMakePersonRows = statement(
  'find_or_make_person_2',
  { id: 'uuid' },
  `insert into users (id, email, phone, first_name, last_name, account_status, source)
     values ($1, $2, $3, $4, $5, 'GHOST', 'UNKNOWN') on conflict do nothing returning id`,
)

const orMakePerson = statement(
  'find_or_make_person',
  { id: 'uuid' },
  `select id from users where account_status in ('ACTIVE', 'GHOST')
       and (email = $1 or (phone = $2 and (phone_verified_at is not null
         or account_status = 'GHOST' and may_find_by_phone($3, id, email, contact_email, $1))))
     order by email = $1 desc nulls last, created_at limit 1`,
)

/**
 * Returns the user id of the person a reservation is made for. An id must belong to a person known to the lot, so that
 * the call does not reveal who has an account. By email or phone it may be anyone; an unknown person becomes a GHOST,
 * who can be claimed by that email or phone. A number that was only typed leads to nobody with another address, unless the lot knows them.
 */
export async function findOrMakePerson(
  pool: pg.Pool,
  ports: Pick<Ports, 'id'>,
  lot_id: string,
  of: { user_id?: string | undefined; person?: BookedPerson | undefined },
): Promise<string> {
  if ((of.user_id === undefined) === (of.person === undefined)) {
    return refuse('request_invalid', {
      field: 'user_id',
      message: (t) => t('apiErrors.reservations.driverMissing'),
    })
  }
  if (of.user_id !== undefined) return ofLot(pool, lot_id, of.user_id)
  const email = of.person?.email?.toLowerCase()
  const phone = of.person?.phone
  if (email === undefined && phone === undefined) {
    return refuse('request_invalid', {
      field: 'person',
      message: (t) => t('apiErrors.people.addressMissing'),
    })
  }
  const given = [email ?? null, phone ?? null, lot_id]
  const known = await query(pool, orMakePerson, given)
  if (known[0]) return known[0].id
  const made = await query(pool, orMakePersonRows, [
    ports.id(),
    email ?? null,
    phone ?? null,
    of.person?.first_name ?? null,
    of.person?.last_name ?? null,
  ])
  // Another call may have made the same person since.
  const found = made[0] ?? (await query(pool, orMakePerson, given))[0]
  return (
    found?.id ??
    refuse('request_invalid', { field: 'person', message: (t) => t('apiErrors.people.accountClosed') })
  )
}

const ofLotStatement = statement(
  'of_lot',
  { id: 'uuid' },
  `select u.id from users u where u.id = $2 and u.account_status in ('ACTIVE', 'GHOST') and (
       exists (select from memberships m where m.lot_id = $1 and m.user_id = u.id and m.status in ('ACTIVE', 'PENDING'))
       or exists (select from reservations r where r.lot_id = $1 and r.user_id = u.id))`,
)

async function ofLot(pool: pg.Pool, lot_id: string, user_id: string): Promise<string> {
  const rows = await query(pool, ofLotStatement, [lot_id, user_id])
  return (
    rows[0]?.id ??
    refuse('request_invalid', {
      field: 'user_id',
      message: (t) => t('apiErrors.people.unknownInLot'),
    })
  )
}

const allowsStaffReservationsStatement = statement(
  'allows_staff_reservations',
  { is_allowed: 'boolean' },
  'select allows_staff_reservations($1, $2) as is_allowed',
)

/**
 * Returns whether the person is an active member who allowed the lot's staff to make free reservations without asking
 * each time.
 */
export async function allowsStaffReservations(
  pool: pg.Pool,
  lot_id: string,
  user_id: string,
): Promise<boolean> {
  const rows = await query(pool, allowsStaffReservationsStatement, [lot_id, user_id])
  return rows[0]?.is_allowed ?? false
}

/** Saves what staff typed about the person with the reservation. The lot sees only that until the person acts. */
export async function keepTypedContact(
  tx: Tx,
  lot_id: string,
  reservation_id: string,
  typed: BookedPerson,
): Promise<void> {
  await sql`select keep_typed_contact(${lot_id}::uuid, ${reservation_id}::uuid, ${JSON.stringify(typed)}::jsonb)`.execute(
    tx,
  )
}
