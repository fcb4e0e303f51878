import type { DeletedSpot } from '@openspot/contract/lots/lot-spots.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/**
 * Keeps what is deleted with a spot, so that `restoreSpots` can bring it back. Forgets what was kept of spots that were deleted before
 * `forget_before`.
 */
export async function keepRemovedParts(
  tx: Tx,
  of: { lot_id: string; spot_id: string; forget_before: string },
): Promise<void> {
  await sql`update spots set removed_parts = null
    where lot_id = ${of.lot_id}::uuid and removed_parts is not null and deleted_at < ${of.forget_before}::timestamptz`.execute(
    tx,
  )
  await sql`update spots s set removed_parts = jsonb_build_object(
      'rules', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from availability a where a.lot_id = s.lot_id and a.spot_id = s.id),
      'assignments', (select coalesce(jsonb_agg(to_jsonb(u)), '[]') from upcoming_assignments u
        where u.lot_id = s.lot_id and u.spot_id = s.id))
    where s.id = ${of.spot_id}::uuid and s.lot_id = ${of.lot_id}::uuid`.execute(tx)
}

/** Returns those of the spots that were deleted after a moment, with their labels, and locks them. */
export function lockDeletedSpots(tx: Tx, lot_id: string, spot_ids: readonly string[], after: string) {
  return tx
    .selectFrom('spots')
    .select(['id', 'label', 'assigned_user_id', 'assigned_group_id'])
    .where('lot_id', '=', lot_id)
    .where('id', 'in', spot_ids)
    .where('deleted_at', '>', after)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns the spots that were deleted after a moment, the latest first. */
export function listDeletedSpots(db: Db, lot_id: string, after: string): Promise<DeletedSpot[]> {
  return db
    .selectFrom('spots')
    .select(['id', 'label'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .where('lot_id', '=', lot_id)
    .where('deleted_at', '>', after)
    .orderBy('deleted_at', 'desc')
    .orderBy('spot_no')
    .execute()
}

/** Brings deleted spots back with what was deleted with them. The caller must have locked them. */
export async function restoreSpots(tx: Tx, lot_id: string, spot_ids: readonly string[]): Promise<void> {
  const theirs = sql`s.lot_id = ${lot_id}::uuid and s.id = any(${spot_ids}::uuid[])`
  await sql`update spots s set deleted_at = null where ${theirs}`.execute(tx)
  await sql`insert into availability select r.* from spots s
    cross join lateral jsonb_populate_recordset(null::availability, s.removed_parts -> 'rules') r where ${theirs}`.execute(
    tx,
  )
  await sql`insert into upcoming_assignments select r.* from spots s
    cross join lateral jsonb_populate_recordset(null::upcoming_assignments, s.removed_parts -> 'assignments') r where ${theirs}`.execute(
    tx,
  )
  await sql`update spots s set removed_parts = null where ${theirs}`.execute(tx)
}
