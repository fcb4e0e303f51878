import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'

const awaiting = statement(
  'lock_awaiting_reservation',
  { lot_id: 'uuid', is_awaiting: 'boolean' },
  `select r.lot_id, r.status = 'PENDING' and r.changes_id is null as is_awaiting from reservations r where r.id = $1 for no key update`,
)

/** Locks a reservation, and returns whether it awaits the driver whom staff made it for. */
export async function lockAwaiting(
  tx: Tx,
  reservation_id: string,
): Promise<{ lot_id: string; is_awaiting: boolean } | undefined> {
  const [row] = await queryPrepared(tx, awaiting, [reservation_id])
  return row
}

/** Queues the notice of a reservation that awaits its driver. Another `about` than before makes it another notice. */
export async function queueToAccept(
  tx: Tx,
  notice: { reservation_id: string; about: string },
): Promise<void> {
  await sql`select queue_job('notify', ${JSON.stringify({ kind: 'TO_ACCEPT', ...notice })}::json)`.execute(tx)
}
