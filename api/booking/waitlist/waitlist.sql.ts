import type { LotWaitlistEntry } from '@openspot/contract/booking/waitlist.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { query, queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const columns = `w.id, w.lot_id, w.user_id, w.car_id, lot_text('name', l.name, l.language, l.texts, (select u.language from users u where u.id = w.user_id)) as lot_name, l.public_id as lot_public_id, l.time_zone, w.starts_at, w.ends_at, w.type,
  w.features, w.status, w.reservation_id, w.created_at,
  case when w.status = 'OFFERED' then (select r.hold_expires_at from reservations r where r.id = w.reservation_id and r.lot_id = w.lot_id) end as offer_expires_at,
  case when w.status = 'WAITING' then (select count(*)::int from waitlist_entries o
    where o.lot_id = w.lot_id and o.status = 'WAITING' and (o.created_at, o.id) < (w.created_at, w.id)
      and o.starts_at < w.ends_at and o.ends_at > w.starts_at) end as ahead,
  w.status = 'WAITING' and exists (select from cars c where c.id = w.car_id
    and vehicle_elsewhere($2::timestamptz, w.user_id, w.lot_id, c.plate_normalized, c.region, w.starts_at, w.ends_at) is not null) as is_vehicle_elsewhere,
  l.refuses_vehicles_elsewhere`
const from = 'from waitlist_entries w join lots l on l.id = w.lot_id'

const entryShape = {
  id: 'uuid',
  lot_id: 'uuid',
  user_id: 'uuid',
  car_id: 'uuid?',
  lot_name: 'text',
  lot_public_id: 'text',
  time_zone: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  type: 'waitlist_entries.type',
  features: 'waitlist_entries.features',
  status: 'waitlist_entries.status',
  reservation_id: 'uuid?',
  created_at: 'timestamptz',
  offer_expires_at: 'timestamptz?',
  ahead: 'integer?',
  is_vehicle_elsewhere: 'boolean',
  refuses_vehicles_elsewhere: 'lots.refuses_vehicles_elsewhere',
} as const
export type OwnEntry = RowOf<typeof entryShape>
const ownEntries = statement(
  'list_own_entries',
  entryShape,
  `select ${columns} ${from} where w.user_id = $1
     and (w.status in ('WAITING', 'OFFERED') or w.changed_at > $2::timestamptz - interval '30 days')
   order by w.status in ('WAITING', 'OFFERED') desc, w.starts_at, w.id limit 100`,
)
const entryById = statement('get_entry', entryShape, `select ${columns} ${from} where w.id = $1`)

/** Returns a user's open waitlist entries and offers, and those closed within the last 30 days. */
export function listOwnEntries(pool: pg.Pool, user_id: string, now: Date): Promise<OwnEntry[]> {
  return query(pool, ownEntries, [user_id, now.toISOString()])
}

export async function getEntry(pool: pg.Pool, id: string, now: Date): Promise<OwnEntry | undefined> {
  return (await query(pool, entryById, [id, now.toISOString()]))[0]
}

const lotEntries = statement(
  'list_lot_waitlist',
  {
    id: 'uuid',
    user_id: 'uuid',
    driver: 'text?',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    type: 'waitlist_entries.type',
    features: 'waitlist_entries.features',
    status: 'waitlist_entries.status',
    reservation_id: 'uuid?',
    offer_expires_at: 'timestamptz?',
    created_at: 'timestamptz',
  },
  `select w.id, w.user_id, v.name as driver, w.starts_at, w.ends_at, w.type, w.features, w.status, w.reservation_id,
     (select r.hold_expires_at from reservations r where r.id = w.reservation_id and r.lot_id = w.lot_id) as offer_expires_at, w.created_at
   from waitlist_entries w cross join lateral visible_person(w.lot_id, w.user_id, $1::timestamptz, ${GUEST_DAYS}) v
   where w.lot_id = $2 and w.status in ('WAITING', 'OFFERED') and w.starts_at > $1
     and ($3::timestamptz is null or (w.created_at, w.id) > ($3, $4::uuid))
   order by w.created_at, w.id limit $5`,
)

/** Returns a page of the drivers who wait for a spot of a lot or have an offer, the longest waiting first. */
export async function listLotWaitlist(
  pool: pg.Pool,
  of: { lot_id: string; cursor: string | undefined; limit: number; now: Date },
): Promise<{ items: LotWaitlistEntry[]; next_cursor: string | null }> {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const values = [of.now.toISOString(), of.lot_id, after?.[0] ?? null, after?.[1] ?? null, of.limit + 1]
  const rows = await queryPrepared(pool, lotEntries, values)
  return pageOf(rows, of.limit, ({ created_at, id }) => [created_at, id])
}

const newEntryShape = {
  id: 'uuid',
  lot_id: 'uuid',
  user_id: 'uuid',
  car_id: 'uuid?',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  type: 'waitlist_entries.type',
  features: 'waitlist_entries.features',
} as const
export type NewEntry = RowOf<typeof newEntryShape>

const left = statement(
  'leave_waitlist',
  { reservation_id: 'uuid?' },
  `update waitlist_entries set status = 'LEFT', changed_at = $2 where id = $1 and status in ('WAITING', 'OFFERED')
   returning reservation_id`,
)
const waiting = statement(
  'list_waiting',
  newEntryShape,
  `select w.id, w.lot_id, w.user_id, w.car_id, w.starts_at, w.ends_at, w.type, w.features from waitlist_entries w
   where w.lot_id = $1 and w.status = 'WAITING' order by w.created_at, w.id limit 200`,
)

/** Inserts an entry. Returns false if the user already waits for that time. */
export async function insertEntry(pool: pg.Pool, entry: NewEntry, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into waitlist_entries (id, lot_id, user_id, car_id, starts_at, ends_at, type, features, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict do nothing`,
    [
      entry.id,
      entry.lot_id,
      entry.user_id,
      entry.car_id,
      entry.starts_at,
      entry.ends_at,
      entry.type,
      entry.features,
      now.toISOString(),
    ],
  )
  return rowCount === 1
}

/** Removes a user from the waitlist. Returns the reservation that was held for them, or null. */
export async function leave(pool: pg.Pool, id: string, now: Date): Promise<string | null> {
  const rows = await query(pool, left, [id, now.toISOString()])
  return rows[0]?.reservation_id ?? null
}

/** Returns the entries of a lot whose time has not begun, the longest waiting first. Expires the others. */
export async function listWaiting(pool: pg.Pool, lot_id: string, now: Date): Promise<NewEntry[]> {
  await pool.query(
    `update waitlist_entries set status = 'EXPIRED', changed_at = $2
     where lot_id = $1 and status = 'WAITING' and starts_at <= $2`,
    [lot_id, now.toISOString()],
  )
  return query(pool, waiting, [lot_id])
}

/** Saves the offer in the transaction that holds the spot. Returns false if the user has left in the meantime. */
export async function recordOffer(
  client: pg.PoolClient,
  id: string,
  reservation_id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update waitlist_entries w set reservation_id = $2, changed_at = $3,
       status = case when r.status = 'CHECKOUT' then 'OFFERED' else 'BOOKED' end::waitlist_status
     from reservations r where w.id = $1 and w.status = 'WAITING' and r.id = $2 and r.lot_id = w.lot_id`,
    [id, reservation_id, now.toISOString()],
  )
  return rowCount === 1
}

/** Queues the notice of an offer to the driver for whom the reservation is held. */
export async function queueOfferNotice(pool: pg.Pool, reservation_id: string): Promise<void> {
  await pool.query(`select add_job('notify', $1)`, [JSON.stringify({ kind: 'OFFER', reservation_id })])
}
