import { RESTORE_MINUTES, type restoreSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { listTakenLabels } from './lot-spots.sql.ts'
import { lockDeletedSpots, restoreSpots } from './removed-parts.sql.ts'
import { toSpot } from './spots.rules.ts'
import { isMember, listSpotsById } from './spots.sql.ts'

/** The earliest deletion that can still be undone. */
export const restorableSince = (now: Date): string =>
  new Date(now.getTime() - RESTORE_MINUTES * 60_000).toISOString()

/**
 * Undoes the deletion of spots. Throws `labels_taken` if another spot has a label by now, `lot_too_large`, and `request_invalid` if a
 * spot was deleted too long ago or its assignee has left the lot.
 */
export async function undoDeletion(
  app: FastifyInstance,
  request: FastifyRequest,
  { body: { spot_ids } }: RouteInput<typeof restoreSpotsRoute>,
): Promise<{ items: StaffSpot[] }> {
  const lot_id = lotOf(request)
  const now = app.ports.now()
  const items = await app.db.transaction().execute(async (tx) => {
    const deleted = await lockDeletedSpots(tx, lot_id, spot_ids, restorableSince(now))
    const missing = spot_ids.length - deleted.length
    if (missing > 0)
      refuse('request_invalid', {
        field: 'spot_ids',
        message: (t) => t('apiErrors.spots.notRestorable', { count: missing, minutes: RESTORE_MINUTES }),
        details: { missing },
      })
    const taken = await listTakenLabels(
      tx,
      lot_id,
      deleted.map(({ label }) => label),
    )
    if (taken.length > 0)
      refuse('labels_taken', { field: 'spot_ids', details: { taken: taken.slice(0, 100) } })
    for (const { assigned_user_id } of deleted) {
      if (assigned_user_id !== null && !(await isMember(tx, lot_id, assigned_user_id)))
        refuse('request_invalid', {
          field: 'spot_ids',
          message: (t) => t('apiErrors.spots.assigneeLeft'),
        })
    }
    await restoreSpots(tx, lot_id, spot_ids)
    await materializeClosures(tx, lot_id, spot_ids, now)
    await writeAudit(tx, request, {
      action: 'spot.restore',
      subject_kind: 'lot',
      subject_id: lot_id,
      details: { spots: deleted.map(({ id, label }) => ({ id, label })) },
    })
    return (await listSpotsById(tx, lot_id, spot_ids)).map((row) => toSpot(row, true))
  })
  app.changes.announce(lot_id)
  return { items }
}
