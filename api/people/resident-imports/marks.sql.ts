import { type Tx } from '@openspot/db/database.ts'
import type { Before } from './before.ts'

interface Row {
  row_no: number
}

/** Marks a row as applied, with what there was before; null if nothing was changed. */
export async function markApplied(
  tx: Tx,
  { import_id, now }: { import_id: string; now: Date },
  { row_no }: Row,
  of: { user_id: string | null; resident_id: string | null; before: Before | null },
): Promise<void> {
  await tx
    .updateTable('resident_rows')
    .set({
      applied_at: now.toISOString(),
      user_id: of.user_id,
      resident_id: of.resident_id,
      before: of.before === null ? null : JSON.stringify(of.before),
    })
    .where('import_id', '=', import_id)
    .where('row_no', '=', row_no)
    .execute()
}

/** Marks a row as undone. `kept` says why something was left as it is. */
export async function markUndone(
  tx: Tx,
  { import_id, now }: { import_id: string; now: Date },
  { row_no }: Row,
  kept: string | null,
): Promise<void> {
  await tx
    .updateTable('resident_rows')
    .set({ undone_at: now.toISOString(), kept })
    .where('import_id', '=', import_id)
    .where('row_no', '=', row_no)
    .execute()
}

/** Records that a resident has a new ID in the vendor's system. */
export async function insertIdChange(
  tx: Tx,
  of: { lot_id: string; resident_id: string; from: string; to: string; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('resident_id_changes')
    .values({
      lot_id: of.lot_id,
      resident_id: of.resident_id,
      from_person_id: of.from,
      to_person_id: of.to,
      reason: of.reason,
      changed_at: of.now.toISOString(),
    })
    .execute()
}
