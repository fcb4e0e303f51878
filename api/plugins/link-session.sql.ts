import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** A reservation whose pass is open on a device by a link. */
export interface LinkedReservation {
  reservation_id: string
  lot_id: string
  /** Its driver. The gate opens by what they may do, as far as this reservation goes. */
  user_id: string
}

const found = statement(
  'find_linked_reservation',
  { reservation_id: 'uuid', lot_id: 'uuid', user_id: 'uuid' },
  `select r.id as reservation_id, r.lot_id, r.user_id from reservations r join users u on u.id = r.user_id
   where r.id = $2::uuid and u.account_status in ('GHOST', 'ACTIVE') and exists (
     select from link_sessions s where s.token_hash = any($1::bytea[]) and s.expires_at > $3::timestamptz and s.lot_id = r.lot_id
       and s.reservation_id in (select passes_before(r.lot_id, r.id)))`,
)

/** Returns a reservation, if one of the tokens has opened its pass by a link that has neither ended nor been turned off. */
export async function findLinkedReservation(
  pool: pg.Pool,
  token_hashes: readonly Buffer[],
  reservation_id: string,
  now: Date,
): Promise<LinkedReservation | null> {
  if (token_hashes.length === 0) return null
  return (await queryPrepared(pool, found, [token_hashes, reservation_id, now.toISOString()]))[0] ?? null
}
