import type { updateSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import { changedSpotFacts } from '@openspot/core/spots/spot-facts.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { lockSpots } from '../../booking/availability/materialize-closures.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { checkZone } from './add-spots.ts'
import { updateFeatures, updateSpots } from './lot-spots.sql.ts'
import { boundColumns, checkBounds, spotColumns, toSpot } from './spots.rules.ts'
import { listSpotsById, type SpotRow } from './spots.sql.ts'

type Change = Omit<RouteInput<typeof updateSpotsRoute>['body'], 'spot_ids'>

/** Applies the same change to many spots. Existing reservations stay valid, whatever the new zone. */
export async function changeMany(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: RouteInput<typeof updateSpotsRoute>,
): Promise<{ items: StaffSpot[] }> {
  const lot_id = lotOf(request)
  const { spot_ids, ...change } = body
  if (change.features !== undefined && (change.add_features ?? change.remove_features) !== undefined) {
    const message: Message = (t) => t('apiErrors.spots.features')
    refuse('request_invalid', { field: 'features', message })
  }
  const now = app.ports.now()
  const items = await app.db.transaction().execute(async (tx) => {
    if (typeof change.zone_id === 'string') await checkZone(tx, lot_id, change.zone_id)
    const locked = await lockSpots(tx, lot_id, { spot_ids })
    if (locked.length < spot_ids.length) {
      const missing = spot_ids.length - locked.length
      const message: Message = (t) => t('apiErrors.spots.missing', { count: missing })
      refuse('request_invalid', { field: 'spot_ids', message, details: { missing } })
    }
    const old = await listSpotsById(tx, lot_id, spot_ids)
    const { min_reservation_price: min, max_reservation_price: max } = change
    for (const spot of old)
      checkBounds(
        {
          ...spot,
          ...(min === undefined ? {} : { min_reservation_price: min }),
          ...(max === undefined ? {} : { max_reservation_price: max }),
        },
        (field) => change[field] !== undefined,
      )
    await writeChange(tx, lot_id, spot_ids, change)
    if (change.zone_id !== undefined) await materializeClosures(tx, lot_id, spot_ids, now)
    await writeAudit(tx, request, {
      action: 'spot.change_many',
      subject_kind: 'lot',
      subject_id: lot_id,
      details: { change, before: old.map((spot) => before(spot, change)) },
    })
    return (await listSpotsById(tx, lot_id, spot_ids)).map((row) => toSpot(row, true))
  })
  app.changes.announce(lot_id)
  return { items }
}

async function writeChange(
  tx: Tx,
  lot_id: string,
  spot_ids: readonly string[],
  change: Change,
): Promise<void> {
  const { add_features, remove_features, ...rest } = change
  const some = add_features ?? remove_features
  if (some === undefined || Object.keys(rest).length > 0) {
    await updateSpots(tx, lot_id, spot_ids, spotColumns(rest))
  }
  if (some === undefined) return
  await updateFeatures(tx, lot_id, spot_ids, { add: add_features ?? [], remove: remove_features ?? [] })
}

/** Returns the previous values of the fields that the change names. */
function before(spot: SpotRow, change: Change) {
  const { id, label, type, features, level, zone_id, half_hour_cents, hour_cents, day_cents, month_cents } =
    spot
  const isAbout = (field: keyof Change) => change[field] !== undefined
  return {
    id,
    label,
    ...(isAbout('type') ? { type } : {}),
    ...(isAbout('features') || isAbout('add_features') || isAbout('remove_features') ? { features } : {}),
    ...(isAbout('level') ? { level } : {}),
    ...(isAbout('zone_id') ? { zone_id } : {}),
    ...changedSpotFacts(change, (fact) => spot[fact]),
    ...(isAbout('min_reservation_price') || isAbout('max_reservation_price') ? boundColumns(spot) : {}),
    ...(isAbout('rates') ? { rates: { half_hour_cents, hour_cents, day_cents, month_cents } } : {}),
  }
}
