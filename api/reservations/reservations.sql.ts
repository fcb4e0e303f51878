import type { Reservation } from '@openspot/contract/reservations.ts'
import { isEnded } from '@openspot/core/reservations/states.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** What the viewer may see beside the stay itself. Patrollers see no money; drivers see nobody's name but their own. */
export interface View {
  money: boolean
  driver: boolean
}

const select = (db: Db) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('lots as l', 'l.id', 'r.lot_id')
    .innerJoin('spots as s', (on) => on.onRef('s.id', '=', 'r.spot_id').onRef('s.lot_id', '=', 'r.lot_id'))
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('cars as c', 'c.id', 'r.car_id')
    .select([
      'r.id',
      'r.lot_id',
      'r.spot_id',
      'r.user_id',
      'r.status',
      'r.starts_at',
      'r.ends_at',
      'r.hold_expires_at',
      'r.cancel_until_at',
      'r.confirmed_at',
      'r.canceled_at',
      'r.created_at',
      'r.currency',
      'r.total_cents',
      'l.public_id',
      'l.name as lot_name',
      'l.street',
      'l.city',
      'l.time_zone',
      'l.lat',
      'l.lng',
      's.label',
      's.type as spot_type',
      's.level',
      'c.id as car_id',
      'c.plate',
      'c.region',
      'u.first_name',
      'u.last_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('invoices as i')
        .select('i.id')
        .whereRef('i.reservation_id', '=', 'r.id')
        .orderBy('i.created_at', 'desc')
        .limit(1)
        .as('invoice_id'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function shown(row: Row, view: View, now: Date): Reservation {
  return {
    id: row.id,
    lot_id: row.lot_id,
    spot_id: row.spot_id,
    invoice_id: view.money ? row.invoice_id : null,
    user_id: row.user_id,
    status: row.status,
    is_ended: isEnded(row, now.toISOString()),
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    hold_expires_at: row.hold_expires_at,
    cancel_until_at: row.cancel_until_at,
    confirmed_at: row.confirmed_at,
    canceled_at: row.canceled_at,
    created_at: row.created_at,
    currency: view.money ? row.currency : null,
    total_cents: view.money ? row.total_cents : null,
    lot: {
      public_id: row.public_id,
      name: row.lot_name,
      street: row.street,
      city: row.city,
      time_zone: row.time_zone,
      lat: row.lat,
      lng: row.lng,
    },
    spot: { label: row.label, type: row.spot_type, level: row.level },
    car:
      row.car_id && row.plate !== null
        ? { id: row.car_id, plate: row.plate, region: row.region ?? '' }
        : null,
    driver: view.driver ? { first_name: row.first_name, last_name: row.last_name } : null,
  }
}

export async function getReservation(
  db: Db,
  reservation_id: string,
  view: View,
  now: Date,
): Promise<Reservation> {
  return shown(await select(db).where('r.id', '=', reservation_id).executeTakeFirstOrThrow(), view, now)
}

/** Stays of a driver or of a lot, the latest start first. */
export async function listReservations(
  db: Db,
  of: { user_id: string } | { lot_id: string },
  when: 'upcoming' | 'past' | undefined,
  after: (string | number)[] | null,
  limit: number,
  view: View,
  now: Date,
): Promise<Reservation[]> {
  const at = now.toISOString()
  let query = select(db)
  query =
    'user_id' in of ? query.where('r.user_id', '=', of.user_id) : query.where('r.lot_id', '=', of.lot_id)
  if (when === 'upcoming') {
    query = query
      .where('r.status', 'in', ['PENDING', 'CHECKOUT', 'ACTIVE'])
      .where((eb) => eb.or([eb('r.ends_at', 'is', null), eb('r.ends_at', '>', at)]))
  } else if (when === 'past') {
    query = query.where((eb) =>
      eb.or([eb('r.ends_at', '<=', at), eb('r.status', 'not in', ['PENDING', 'CHECKOUT', 'ACTIVE'])]),
    )
  }
  if (after !== null) {
    query = query.where(
      sql<boolean>`(r.starts_at, r.id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    )
  }
  const rows = await query
    .orderBy('r.starts_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => shown(row, view, now))
}

/** What a cancellation is worked out from. */
export function getForCancellation(db: Db, reservation_id: string) {
  return db
    .selectFrom('reservations as r')
    .innerJoin('lots as l', 'l.id', 'r.lot_id')
    .leftJoin('invoices as i', (on) =>
      on.onRef('i.reservation_id', '=', 'r.id').onRef('i.lot_id', '=', 'r.lot_id'),
    )
    .select([
      'r.id',
      'r.lot_id',
      'r.status',
      'r.starts_at',
      'r.ends_at',
      'r.cancel_until_at',
      'r.currency',
      'l.time_zone',
      'l.cancel_until_minutes_after_start',
      'i.paid_cents',
      'i.refunded_cents',
      'i.refund_pending_cents',
    ])
    .where('r.id', '=', reservation_id)
    .executeTakeFirstOrThrow()
}
