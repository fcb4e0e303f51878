import type { StaffSpot, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { lockSpots } from '../../booking/availability/materialize-closures.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import { refuse } from '../../errors.ts'
import { refuseTaken } from '../../names.ts'
import { lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { getLot } from '../lots/lots.sql.ts'
import { checkZone } from './add-spots.ts'
import { checkAssignee, isAssigned, isSame, readAssignee } from './assignee.ts'
import { takeUpcoming } from './assignments.sql.ts'
import { listLiveReservationsWithDriver, MAX_SHOWN } from './lot-spots.sql.ts'
import { keepRemovedParts } from './removed-parts.sql.ts'
import { restorableSince } from './restore-spots.ts'
import { checkBounds, spotColumns, toSpot } from './spots.rules.ts'
import { deleteRulesOfSpot, findSpot, type SpotRow, updateSpot } from './spots.sql.ts'

const subjectOf = (id: string) => ({ subject_kind: 'spot', subject_id: id })

/** Changes a spot. Existing reservations stay valid, whatever its new zone or assignee. */
export async function changeSpot(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: RouteInput<typeof updateSpotRoute>,
): Promise<StaffSpot> {
  const lot_id = lotOf(request)
  const columns = spotColumns(body)
  const { zone_id } = body
  const { time_zone } = await getLot(app.db, lot_id)
  const now = app.ports.now()
  const changed = await refuseTaken('spots_label', 'label', () =>
    app.db.transaction().execute(async (tx) => {
      if (typeof zone_id === 'string') await checkZone(tx, lot_id, zone_id)
      const old = await lockSpot(tx, lot_id, params.spot_id)
      const next = readAssignee(old, body, localDate(time_zone, minuteOf(now)))
      const isPassedOn = !isSame(old, next)
      if (isPassedOn && isAssigned(next)) await checkAssignee(tx, old, next, now)
      checkBounds({ ...old, ...columns }, (field) => body[field] !== undefined)
      await updateSpot(tx, old.id, { ...columns, ...next }, now)
      if (isPassedOn && old.assigned_user_id !== null)
        await deleteRulesOfSpot(tx, now, old, old.assigned_user_id)
      if (isPassedOn || (zone_id !== undefined && zone_id !== old.zone_id)) {
        await materializeClosures(tx, lot_id, [old.id], now)
      }
      const after = toSpot((await findSpot(tx, old.id)) ?? refuse('not_found'), true)
      const details = { before: toSpot(old, true), after }
      await writeAudit(tx, request, { action: 'spot.change', ...subjectOf(old.id), details })
      return after
    }),
  )
  app.changes.announce(lot_id)
  return changed
}

/** Deletes a spot with its availability rules, which `undoDeletion` brings back. Throws `spot_in_use` while a reservation on it has not ended. */
export async function dropSpot(
  app: FastifyInstance,
  request: FastifyRequest,
  spot_id: string,
): Promise<void> {
  const lot_id = lotOf(request)
  const now = app.ports.now()
  await app.db.transaction().execute(async (tx) => {
    const old = await lockSpot(tx, lot_id, spot_id)
    await refuseReservations(tx, old, now)
    await keepRemovedParts(tx, { lot_id, spot_id: old.id, forget_before: restorableSince(now) })
    await takeUpcoming(tx, now, lot_id, old.id, null)
    await deleteRulesOfSpot(tx, now, old, null)
    await updateSpot(tx, old.id, { deleted_at: now.toISOString() }, now)
    const details = { before: toSpot(old, true) }
    await writeAudit(tx, request, { action: 'spot.delete', ...subjectOf(old.id), details })
  })
  app.changes.announce(lot_id)
}

/** Returns a spot and locks it until the transaction ends. Throws `not_found`. */
export async function lockSpot(tx: Tx, lot_id: string, spot_id: string): Promise<SpotRow> {
  await lockSpots(tx, lot_id, { spot_ids: [spot_id] })
  return (await findSpot(tx, spot_id)) ?? refuse('not_found')
}

/**
 * Throws `spot_in_use` with the next reservations if any on the spot has not ended: staff must move or end them first.
 */
async function refuseReservations(tx: Tx, { lot_id, id }: SpotRow, now: Date): Promise<void> {
  const reservations = await listLiveReservationsWithDriver(tx, lot_id, id, now)
  const [next] = reservations
  if (!next) return
  const { starts_at, ends_at } = next
  refuse('spot_in_use', {
    details: {
      count: reservations.length,
      starts_at,
      ends_at,
      reservations: reservations.slice(0, MAX_SHOWN),
    },
  })
}
