import type { Tx } from '@openspot/db/database.ts'
import { lockSpots } from '../../booking/availability/materialize-closures.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { clearGroup, listUpcomingOfGroup, takeUpcoming } from './assignments.sql.ts'

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
  const upcoming = await listUpcomingOfGroup(tx, lot_id, group_id)
  for (const { id, spot_id } of upcoming) await takeUpcoming(tx, now, lot_id, spot_id, id)
  await materializeClosures(tx, lot_id, spot_ids, now)
}
