import { type Db, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { SubscriptionRow } from './subscriptions.sql.ts'

const dueReservations = statement(
  'list_due_reservations',
  { id: 'uuid' },
  `select distinct s.id from subscriptions s
       join subscription_changes k on k.subscription_id = s.id and k.lot_id = s.lot_id
     where s.kind = 'RESERVATION' and k.state = 'SCHEDULED' and (s.ended_at is not null or k.kind = 'PRICE' and k.effective_at <= $1)`,
)

/** Returns the ids of monthly reservations with a price change that is due, or that they ended before. */
export async function listDueReservations(pool: pg.Pool, now: Date): Promise<string[]> {
  const rows = await query(pool, dueReservations, [now.toISOString()])
  return rows.map(({ id }) => id)
}

/**
 * Applies the due price changes of a monthly reservation and withdraws those that were not accepted in time or that it
 * ended before. Locks the subscription and the changes.
 */
export async function applyReservationPrices(db: Db, now: Date, subscription_id: string): Promise<void> {
  await sql`select apply_reservation_prices(${now.toISOString()}, ${subscription_id})`.execute(db)
}

const isOutsiderOfNewLotStatement = statement(
  'is_outsider_of_new_lot',
  { is_outsider: 'boolean' },
  `select l.trust_level <> 'TRUSTED' and not is_active_member(l.id, $1::uuid) as is_outsider
    from lots l where l.id = $2`,
)

/** Returns whether the platform has not reviewed the lot and the driver is no active member of it. */
export async function isOutsiderOfNewLot(
  db: Db,
  { lot_id, user_id }: Pick<SubscriptionRow, 'lot_id' | 'user_id'>,
): Promise<boolean> {
  const rows = await queryPrepared(db, isOutsiderOfNewLotStatement, [user_id, lot_id])
  return rows[0]?.is_outsider ?? true
}

/** Queues a notice to the driver about a price change. Must run in the transaction of the change. */
export async function notifyDriver(
  tx: Tx,
  kind: 'PRICE_CHANGE' | 'PRICE_TO_ACCEPT' | 'PRICE_KEPT',
  { reservation_id }: Pick<SubscriptionRow, 'reservation_id'>,
  about: string,
): Promise<void> {
  await sql`select add_job('notify', ${JSON.stringify({ kind, reservation_id, about })}::json)`.execute(tx)
}
