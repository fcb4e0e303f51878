import { APPROVAL_HOURS } from '@openspot/core/billing/approval.ts'
import type { FineEventKind, FineVoidReason } from '@openspot/core/fines/enums.ts'
import { DAYS_AFTER_APPEAL } from '@openspot/core/fines/limits.ts'
import { type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'

const pay = statement(
  'pay_fine',
  { outcome: text<'made' | 'not_payable' | 'in_progress'>(), payment_id: 'uuid?' },
  'select outcome, payment_id from pay_fine($1, $2, $3, $4, $5, $6, $7)',
)

/**
 * Creates the invoice of a fine for its payer, and the payment, in the payer's session. `in_progress` returns the payment
 * that has not ended. Locks the fine and its invoice.
 */
export async function insertFinePayment(
  db: Queryable,
  now: Date,
  of: {
    fine_id: string
    invoice_id: string
    payment_id: string
    payment_method_id: string
    user_id: string
    session_id: string
  },
) {
  const values = [of.fine_id, of.invoice_id, of.payment_id, of.payment_method_id, of.user_id, of.session_id]
  const [row] = await queryPrepared(db, pay, [now.toISOString(), ...values])
  return row ?? { outcome: 'not_payable' as const, payment_id: null }
}

const voiding = statement(
  'void_fine',
  { outcome: text<'voided' | 'already_voided'>() },
  'select outcome from void_fine($1, $2, $3, $4, $5, $6, $7, $8)',
)

/**
 * Voids a fine and refunds what was paid. `user_id` is null if the system does it. Returns whether it was not voided
 * before. Locks the fine and its invoice. Must run in a transaction.
 */
export async function voidFine(
  tx: Tx,
  now: Date,
  of: {
    fine_id: string
    reason: FineVoidReason
    note: string | null
    user_id: string | null
    refund_id: string
    refund_reason: string
  },
): Promise<boolean> {
  const values = [of.fine_id, of.reason, of.note, of.user_id, of.refund_id, of.refund_reason, APPROVAL_HOURS]
  const [row] = await queryPrepared(tx, voiding, [now.toISOString(), ...values])
  return row?.outcome === 'voided'
}

/** Returns a fine's status, and locks it until the transaction ends. Its invoices are locked first, as everywhere. */
export async function lockFine(tx: Tx, fine_id: string) {
  await tx.selectFrom('invoices').select('id').where('fine_id', '=', fine_id).forNoKeyUpdate().execute()
  return tx
    .selectFrom('fines')
    .select(['id', 'lot_id', 'status', 'appeal_until', 'user_id'])
    .where('id', '=', fine_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Appends an event to the chain of a fine that the transaction has locked. */
export async function addFineEvent(
  tx: Tx,
  now: Date,
  of: { lot_id: string; fine_id: string; kind: FineEventKind; details: Record<string, unknown> },
): Promise<void> {
  await sql`select add_fine_event(${now.toISOString()}::timestamptz, ${of.lot_id}::uuid, ${of.fine_id}::uuid,
    ${of.kind}::fine_event_kind, ${JSON.stringify(of.details)}::jsonb)`.execute(tx)
}

/** Inserts an appeal. Returns false if there is one. */
export async function insertAppeal(tx: Tx, appeal: Insertable<DB['fine_appeals']>): Promise<boolean> {
  const row = await tx
    .insertInto('fine_appeals')
    .values(appeal)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const hashes = statement(
  'hash_appeal',
  { text_sha256: 'text', photos: text<string>() },
  `select encode(sha256(convert_to(a.text, 'UTF8')), 'hex') as text_sha256, fine_photo_hashes(null, a.id)::text as photos
   from fine_appeals a where a.id = $1`,
)

/** Returns the hashes of what a driver appealed with. */
export async function hashAppeal(
  tx: Tx,
  appeal_id: string,
): Promise<{ text_sha256: string; photos: unknown }> {
  const [row] = await queryPrepared(tx, hashes, [appeal_id])
  return { text_sha256: row?.text_sha256 ?? '', photos: JSON.parse(row?.photos ?? '[]') }
}

/** Decides an open appeal. Returns false if there is none. */
export async function decideAppeal(
  tx: Tx,
  now: Date,
  of: { fine_id: string; decision: 'ACCEPTED' | 'DECLINED'; answer: string; user_id: string },
): Promise<boolean> {
  const decided = await tx
    .updateTable('fine_appeals')
    .set({
      status: of.decision,
      answer: of.answer,
      decided_at: now.toISOString(),
      decided_by_user_id: of.user_id,
    })
    .where('fine_id', '=', of.fine_id)
    .where('status', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}

/** Gives the driver time to pay after a declined appeal. */
export async function extendDue(tx: Tx, now: Date, fine_id: string): Promise<void> {
  const least = new Date(now.getTime() + DAYS_AFTER_APPEAL * 86_400_000).toISOString()
  await tx
    .updateTable('fines')
    .set({ due_at: sql`greatest(due_at, ${least}::timestamptz)`, changed_at: now.toISOString() })
    .where('id', '=', fine_id)
    .where('status', '=', 'UNPAID')
    .execute()
}
