import type { Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'
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
  await markAllApplied(tx, { import_id, now }, [{ row_no, ...of }])
}

/** As `markApplied`, for several rows. */
export async function markAllApplied(
  tx: Tx,
  { import_id, now }: { import_id: string; now: Date },
  rows: readonly (Row & { user_id: string | null; resident_id: string | null; before: Before | null })[],
): Promise<void> {
  await sql`
    update resident_rows r set applied_at = ${now.toISOString()}, user_id = x.user_id, resident_id = x.resident_id, before = x.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row_no integer, user_id uuid, resident_id uuid, before jsonb)
    where r.import_id = ${import_id} and r.row_no = x.row_no`.execute(tx)
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

/** As `markUndone` without a reason to keep anything, for several rows. */
export async function markAllUndone(
  tx: Tx,
  { import_id, now }: { import_id: string; now: Date },
  row_nos: readonly number[],
): Promise<void> {
  await sql`
    update resident_rows set undone_at = ${now.toISOString()} where import_id = ${import_id} and row_no = any(${row_nos}::int[])`.execute(
    tx,
  )
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
