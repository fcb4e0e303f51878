import type { Tx } from '@openspot/db/database.ts'
import { lockSpots } from '../../booking/availability/materialize-closures.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { clearGroup, listComingOfGroup, takeComing } from './assignments.sql.ts'

/**
 * Removes the group's current and upcoming assignments. `spot_ids` must have been listed while the group was locked.
 * Locks the spots.
 */
export async function releaseGroupSpots(
  tx: Tx,
  lot_id: string,
  group_id: string,
  spot_ids: string[],
  now: Date,
): Promise<void> {
  if (spot_ids.length === 0) return
  await lockSpots(tx, lot_id, { spot_ids })
  await clearGroup(tx, lot_id, group_id)
  const coming = await listComingOfGroup(tx, lot_id, group_id)
  for (const { id, spot_id } of coming) await takeComing(tx, lot_id, spot_id, id)
  await materializeClosures(tx, lot_id, spot_ids, now)
}
