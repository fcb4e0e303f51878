import type { Db } from '@openspot/db/database.ts'
import { listLiveStays } from '../availability/availability.sql.ts'
import { layOutSpots, lockSpots } from '../availability/lay-out.ts'
import { deleteWindows, updateSpot } from './spots.sql.ts'

/**
 * Makes a spot somebody's own, if it is nobody's and nobody else has booked it. Whoever locks people too does so after
 * this: spots come first everywhere.
 */
export async function giveSpot(
  tx: Db,
  of: { lot_id: string; spot_id: string; user_id: string },
  now: Date,
): Promise<boolean> {
  const { lot_id, spot_id, user_id } = of
  const [spot] = await lockSpots(tx, lot_id, { spot_ids: [spot_id] })
  if (!spot) return false
  if (spot.assigned_user_id !== null) return spot.assigned_user_id === user_id
  const stays = await listLiveStays(tx, lot_id, [spot_id], now.toISOString())
  if (stays.some((stay) => stay.user_id !== user_id)) return false
  await updateSpot(tx, spot_id, { assigned_user_id: user_id })
  await layOutSpots(tx, lot_id, [spot_id], now)
  return true
}

/** Keeps the spots that are somebody's own in a lot from changing until the transaction ends. */
export async function lockSpotsOf(tx: Db, lot_id: string, user_id: string): Promise<string[]> {
  const own = await tx
    .selectFrom('spots')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('assigned_user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute()
  const ids = own.map(({ id }) => id)
  if (ids.length === 0) return []
  const locked = await lockSpots(tx, lot_id, { spot_ids: ids })
  return locked.filter((spot) => spot.assigned_user_id === user_id).map(({ id }) => id)
}

/** Takes their own spots from somebody who belongs to the lot no more. Who has booked one of them keeps their stay. */
export async function releaseSpots(tx: Db, lot_id: string, user_id: string, now: Date): Promise<string[]> {
  const ids = await lockSpotsOf(tx, lot_id, user_id)
  for (const id of ids) {
    await deleteWindows(tx, { id, lot_id }, user_id)
    await updateSpot(tx, id, { assigned_user_id: null })
  }
  if (ids.length > 0) await layOutSpots(tx, lot_id, ids, now)
  return ids
}
