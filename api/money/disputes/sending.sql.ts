import type { EvidenceFailure } from '@openspot/core/disputes/enums.ts'
import type { Db } from '@openspot/db/database.ts'

/** Returns the evidence that is being sent, without the bytes of its files. */
export async function findSending(db: Db, dispute_id: string, lot_id: string) {
  const evidence = await db
    .selectFrom('dispute_evidence as e')
    .innerJoin('disputes as d', (on) =>
      on.onRef('d.id', '=', 'e.dispute_id').onRef('d.lot_id', '=', 'e.lot_id'),
    )
    .select([
      'd.stripe_dispute_id',
      'e.attempt',
      'e.product_description',
      'e.refund_refusal_explanation',
      'e.cancellation_rebuttal',
      'e.uncategorized_text',
    ])
    .where('e.dispute_id', '=', dispute_id)
    .where('e.lot_id', '=', lot_id)
    .where('e.state', '=', 'SENDING')
    .executeTakeFirst()
  if (!evidence) return undefined
  const files = await db
    .selectFrom('dispute_files')
    .select(['id', 'kind', 'stripe_file_id'])
    .where('dispute_id', '=', dispute_id)
    .where('lot_id', '=', lot_id)
    .orderBy('kind')
    .execute()
  return { ...evidence, files }
}

export function readFile(db: Db, id: string, lot_id: string) {
  return db
    .selectFrom('dispute_files')
    .select(['name', 'content_type', 'bytes'])
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .executeTakeFirst()
}

export async function setStripeFile(
  db: Db,
  id: string,
  lot_id: string,
  stripe_file_id: string,
): Promise<void> {
  await db
    .updateTable('dispute_files')
    .set({ stripe_file_id })
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .execute()
}

export async function setSubmitted(db: Db, dispute_id: string, lot_id: string, now: Date): Promise<void> {
  await db
    .updateTable('dispute_evidence')
    .set({ state: 'SUBMITTED', submitted_at: now.toISOString(), changed_at: now.toISOString() })
    .where('dispute_id', '=', dispute_id)
    .where('lot_id', '=', lot_id)
    .where('state', '=', 'SENDING')
    .execute()
}

/** Gives the evidence back to staff. Returns whether it was being sent until now. */
export async function setFailed(
  db: Db,
  dispute_id: string,
  lot_id: string,
  failure: EvidenceFailure,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable('dispute_evidence')
    .set({ state: 'FAILED', failure, changed_at: now.toISOString() })
    .where('dispute_id', '=', dispute_id)
    .where('lot_id', '=', lot_id)
    .where('state', '=', 'SENDING')
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** What a notice about a dispute says. */
const facts = (db: Db) =>
  db
    .selectFrom('disputes as d')
    .innerJoin('invoices as i', (on) =>
      on.onRef('i.id', '=', 'd.invoice_id').onRef('i.lot_id', '=', 'd.lot_id'),
    )
    .innerJoin('lots as l', 'l.id', 'd.lot_id')
    .select([
      'd.id',
      'd.lot_id',
      'd.amount_cents',
      'i.currency',
      'l.name as lot_name',
      'l.time_zone',
      'd.evidence_due_at',
    ])

/** Lists the disputes whose bank waits for evidence that must arrive before the given time. */
export function listDueSoon(db: Db, now: Date, until: Date) {
  return facts(db)
    .leftJoin('dispute_evidence as e', (on) =>
      on.onRef('e.dispute_id', '=', 'd.id').onRef('e.lot_id', '=', 'd.lot_id'),
    )
    .where('d.closed_at', 'is', null)
    .where('d.status', 'like', '%needs_response')
    .where('d.evidence_due_at', '>', now.toISOString())
    .where('d.evidence_due_at', '<=', until.toISOString())
    .where((eb) => eb.or([eb('e.state', 'is', null), eb('e.state', 'in', ['DRAFT', 'FAILED'])]))
    .execute()
}

/** Lists the open disputes whose evidence has been on its way since before the given time. */
export function listStuck(db: Db, before: string) {
  return facts(db)
    .innerJoin('dispute_evidence as e', (on) =>
      on.onRef('e.dispute_id', '=', 'd.id').onRef('e.lot_id', '=', 'd.lot_id'),
    )
    .select('e.changed_at')
    .where('d.closed_at', 'is', null)
    .where('e.state', '=', 'SENDING')
    .where('e.changed_at', '<', before)
    .execute()
}

export function getDisputeFacts(db: Db, dispute_id: string, lot_id: string) {
  return facts(db).where('d.id', '=', dispute_id).where('d.lot_id', '=', lot_id).executeTakeFirstOrThrow()
}
