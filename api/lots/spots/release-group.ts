import type { Db } from '@openspot/db/database.ts'
import { lockSpots } from '../../booking/availability/lay-out.sql.ts'
import { layOutSpots } from '../../booking/availability/lay-out.ts'
import { takeComing } from './assignments.sql.ts'

/** Returns the spots that are or will be assigned to a group. */
export async function listGroupSpots(db: Db, lot_id: string, group_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('spots')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('assigned_group_id', '=', group_id)
    .where('deleted_at', 'is', null)
    .union(
      db
        .selectFrom('coming_assignments')
        .select('spot_id as id')
        .where('lot_id', '=', lot_id)
        .where('group_id', '=', group_id),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Removes the group's current and upcoming assignments. `spot_ids` must have been listed while the group was locked.
 * Locks the spots.
 */
export async function releaseGroupSpots(
  tx: Db,
  lot_id: string,
  group_id: string,
  spot_ids: string[],
  now: Date,
): Promise<void> {
  if (spot_ids.length === 0) return
  await lockSpots(tx, lot_id, { spot_ids })
  await tx
    .updateTable('spots')
    .set({ assigned_group_id: null, assigned_until_on: null })
    .where('lot_id', '=', lot_id)
    .where('assigned_group_id', '=', group_id)
    .execute()
  const coming = await tx
    .selectFrom('coming_assignments')
    .select(['id', 'spot_id'])
    .where('lot_id', '=', lot_id)
    .where('group_id', '=', group_id)
    .execute()
  for (const { id, spot_id } of coming) await takeComing(tx, lot_id, spot_id, id)
  await layOutSpots(tx, lot_id, spot_ids, now)
}
