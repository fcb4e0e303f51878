import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'

const awaitingShape = {
  lot_id: 'uuid',
  is_awaiting: 'boolean',
  user_id: 'uuid',
  car_id: 'uuid?',
  typed_phone: 'text?',
} as const
type Awaiting = RowOf<typeof awaitingShape>

const awaiting = statement(
  'lock_awaiting_reservation',
  awaitingShape,
  `select r.lot_id, r.status = 'PENDING' and r.changes_id is null as is_awaiting, r.user_id, r.car_id,
      r.typed_contact ->> 'phone' as typed_phone
    from reservations r where r.id = $1 for no key update`,
)

/** Locks a reservation, and returns whether it awaits the driver whom staff made it for, and what staff said about them. */
export async function lockAwaiting(tx: Tx, reservation_id: string): Promise<Awaiting | undefined> {
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
