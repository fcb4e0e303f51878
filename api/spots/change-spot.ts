import type { StaffSpot, updateSpot as updateSpotRoute } from '@openspot/contract/spots.ts'
import type { Db } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../audit.sql.ts'
import type { Asked } from '../availability/asked.ts'
import { listLiveStays } from '../availability/availability.sql.ts'
import { layOutSpots, lockSpots, lockZone } from '../availability/lay-out.ts'
import { refuse } from '../errors.ts'
import { lotOf } from '../plugins/access.ts'
import { refuseTaken } from '../prices/names.rules.ts'
import { shownSpot, spotColumns } from './spots.rules.ts'
import { deleteWindows, findSpot, isMember, type SpotRow, updateSpot } from './spots.sql.ts'

const subjectOf = (id: string) => ({ subject_kind: 'spot', subject_id: id })

/** Changes a spot. Whoever has booked it keeps their right, whatever becomes of its zone and holder. */
export async function changeSpot(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: Asked<typeof updateSpotRoute>,
): Promise<StaffSpot> {
  const lot_id = lotOf(request)
  const columns = spotColumns(body)
  const { zone_id, assigned_user_id } = body
  const now = app.ports.now()
  const changed = await refuseTaken('spots_label', 'label', () =>
    app.db.transaction().execute(async (tx) => {
      if (typeof zone_id === 'string' && !(await lockZone(tx, lot_id, zone_id))) {
        refuse('request_invalid', { field: 'zone_id', message: 'There is no such zone in this lot.' })
      }
      const old = await lockSpot(tx, lot_id, params.spot_id)
      const isPassedOn = assigned_user_id !== undefined && assigned_user_id !== old.assigned_user_id
      if (isPassedOn && assigned_user_id !== null) await checkHolder(tx, old, assigned_user_id, now)
      await updateSpot(tx, old.id, columns)
      if (isPassedOn && old.assigned_user_id !== null) await deleteWindows(tx, old, old.assigned_user_id)
      if (isPassedOn || (zone_id !== undefined && zone_id !== old.zone_id)) {
        await layOutSpots(tx, lot_id, [old.id], now)
      }
      const after = shownSpot((await findSpot(tx, old.id)) ?? refuse('not_found'), true)
      const details = { before: shownSpot(old, true), after }
      await writeAudit(tx, request, { action: 'spot.change', ...subjectOf(old.id), details })
      return after
    }),
  )
  app.changes.announce(lot_id)
  return changed
}

/** Takes a spot away, with its windows. Refused while somebody's stay on it is not over. */
export async function dropSpot(
  app: FastifyInstance,
  request: FastifyRequest,
  spot_id: string,
): Promise<void> {
  const lot_id = lotOf(request)
  const now = app.ports.now()
  await app.db.transaction().execute(async (tx) => {
    const old = await lockSpot(tx, lot_id, spot_id)
    await refuseUsed(tx, old, null, now)
    await deleteWindows(tx, old, null)
    await updateSpot(tx, old.id, { deleted_at: now.toISOString() })
    const details = { before: shownSpot(old, true) }
    await writeAudit(tx, request, { action: 'spot.delete', ...subjectOf(old.id), details })
  })
  app.changes.announce(lot_id)
}

async function lockSpot(tx: Db, lot_id: string, spot_id: string): Promise<SpotRow> {
  await lockSpots(tx, lot_id, { spot_ids: [spot_id] })
  return (await findSpot(tx, spot_id)) ?? refuse('not_found')
}

/** A spot becomes somebody's own if they belong to the lot and nobody else has booked it. */
async function checkHolder(tx: Db, spot: SpotRow, user_id: string, now: Date): Promise<void> {
  if (!(await isMember(tx, spot.lot_id, user_id))) {
    const message = 'A spot can be given to members of this lot alone. Invite them first.'
    refuse('request_invalid', { field: 'assigned_user_id', message })
  }
  await refuseUsed(tx, spot, user_id, now)
}

async function refuseUsed(tx: Db, spot: SpotRow, except: string | null, now: Date): Promise<void> {
  const stays = await listLiveStays(tx, spot.lot_id, [spot.id], now.toISOString())
  const others = stays.filter(({ user_id }) => user_id !== except)
  const [next] = others
  if (!next) return
  const { starts_at, ends_at } = next
  refuse('spot_in_use', { details: { count: others.length, starts_at, ends_at } })
}
