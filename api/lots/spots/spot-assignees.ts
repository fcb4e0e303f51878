import type { Tx } from '@openspot/db/database.ts'
import { listLiveReservations } from '../../booking/availability/availability.sql.ts'
import { lockSpots } from '../../booking/availability/materialize-closures.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { listAssignedSpots } from './assignments.sql.ts'
import { deleteRulesOfSpot, updateSpot } from './spots.sql.ts'

/**
 * Assigns a spot to a user if it has no assignee and nobody else has booked it; returns whether the user has it. Locks
 * the spot. Callers that also lock people must do so afterwards: spots are locked first everywhere.
 */
export async function giveSpot(
  tx: Tx,
  of: { lot_id: string; spot_id: string; user_id: string },
  now: Date,
): Promise<boolean> {
  const { lot_id, spot_id, user_id } = of
  const [spot] = await lockSpots(tx, lot_id, { spot_ids: [spot_id] })
  if (!spot) return false
  if (spot.assigned_user_id !== null) return spot.assigned_user_id === user_id
  const reservations = await listLiveReservations(tx, lot_id, [spot_id], now)
  if (reservations.some((reservation) => reservation.user_id !== user_id)) return false
  await updateSpot(tx, spot_id, { assigned_user_id: user_id }, now)
  await materializeClosures(tx, lot_id, [spot_id], now)
  return true
}

/** Locks the spots assigned to a user in a lot until the transaction ends and returns their ids. */
export async function lockSpotsOf(tx: Tx, lot_id: string, user_id: string): Promise<string[]> {
  const ids = await listAssignedSpots(tx, lot_id, user_id)
  if (ids.length === 0) return []
  const locked = await lockSpots(tx, lot_id, { spot_ids: ids })
  return locked.filter((spot) => spot.assigned_user_id === user_id).map(({ id }) => id)
}

/**
 * Removes the assignments of a user who no longer belongs to the lot and returns the spot ids. Reservations on the
 * spots stay valid.
 */
export async function releaseSpots(tx: Tx, lot_id: string, user_id: string, now: Date): Promise<string[]> {
  const ids = await lockSpotsOf(tx, lot_id, user_id)
  for (const id of ids) {
    await deleteRulesOfSpot(tx, now, { id, lot_id }, user_id)
    await updateSpot(tx, id, { assigned_user_id: null }, now)
  }
  if (ids.length > 0) await materializeClosures(tx, lot_id, ids, now)
  return ids
}
