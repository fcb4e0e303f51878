import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type { ReservationState } from './reservation-state.sql.ts'

export async function isSpotOfLot(db: Db, lot_id: string, spot_id: string): Promise<boolean> {
  const spot = await db
    .selectFrom('spots')
    .select('id')
    .where('id', '=', spot_id)
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return spot !== undefined
}

/** Returns whether `other_id` is a reservation of the lot other than the given one. */
export async function isOtherReservation(
  db: Db,
  lot_id: string,
  reservation_id: string,
  other_id: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('reservations')
    .select('id')
    .where('id', '=', other_id)
    .where('lot_id', '=', lot_id)
    .where('id', '!=', reservation_id)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Moves the invoices, the price, and the subscription of a reservation that has begun to the one that continues it. Must
 * run in the transaction that created the latter.
 */
export async function moveBillingToContinuation(
  tx: Tx,
  { id, lot_id }: Pick<ReservationState, 'id' | 'lot_id'>,
  rest_id: string,
): Promise<void> {
  await sql`select move_billing_to_continuation(${lot_id}::uuid, ${id}::uuid, ${rest_id}::uuid)`.execute(tx)
}

type SwapOutcome = 'changed' | 'reservation_changed' | 'spot_taken'

const swapReservationsStatement = statement(
  'swap_reservations',
  { outcome: text<SwapOutcome>() },
  `select swap_reservations($1::timestamptz, $2::uuid, $3::uuid, $4::uuid,
      $5::uuid, $6) as outcome`,
)

/** Exchanges the spots of two reservations. Returns `changed`, or the reason why nothing changed. Locks both. */
export async function swapReservations(
  tx: Tx,
  now: Date,
  { id, lot_id }: Pick<ReservationState, 'id' | 'lot_id'>,
  swap: { other_reservation_id: string; actor_user_id: string; reason: string },
): Promise<SwapOutcome> {
  const rows = await queryPrepared(tx, swapReservationsStatement, [
    now.toISOString(),
    lot_id,
    id,
    swap.other_reservation_id,
    swap.actor_user_id,
    swap.reason,
  ])
  return rows[0]?.outcome ?? 'reservation_changed'
}
