import type { createSpotsRoute, previewSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import { readLabels } from '@openspot/core/spots/labels.ts'
import { eachSpotFact } from '@openspot/core/spots/spot-facts.ts'
import type { Tx } from '@openspot/db/database.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { noteColumn, rateColumns } from '../../booking/availability/availability.rules.ts'
import { lockZone } from '../../booking/availability/materialize-closures.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { lockSettings } from '../lot-settings/settings.sql.ts'
import { checkShape } from '../maps/spot-shapes.rules.ts'
import { getPosition } from '../maps/spot-shapes.sql.ts'
import { insertSpots, lastSpotNo, listTakenLabels, type NewSpot } from './lot-spots.sql.ts'
import { boundColumns, checkBounds, toSpot } from './spots.rules.ts'
import { listSpotsById } from './spots.sql.ts'

/**
 * The maximum of the `spot_no` column. Numbers are unique within a lot and are never reused, so deleted spots count
 * too.
 */
const MAX_SPOTS_EVER = 32_767

/** Creates spots that differ only in their labels. */
export async function createMany(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: RouteInput<typeof createSpotsRoute>,
): Promise<{ items: StaffSpot[] }> {
  const lot_id = lotOf(request)
  const { labels, type = 'STANDARD', features = [], level = 1, zone_id = null, rates } = body
  checkBounds(body, (field) => body[field] !== undefined)
  const shapes = new Map(body.shapes?.map(({ label, shape }) => [label, shape]))
  const alike = {
    type,
    features,
    level,
    zone_id,
    ...eachSpotFact((fact) => noteColumn(body[fact])),
    ...rateColumns(rates),
    ...boundColumns(body),
  }
  const spots = labelsOf(labels).map(
    (label): NewSpot => ({ ...alike, id: app.ports.id(), label, shape: shapes.get(label) ?? null }),
  )
  checkLabels(
    body.shapes ?? [],
    spots.map(({ label }) => label),
  )
  const items = await app.db.transaction().execute(async (tx) => {
    if (zone_id !== null) await checkZone(tx, lot_id, zone_id)
    if (body.shapes) {
      const lot = await getPosition(tx, lot_id)
      body.shapes.forEach(({ shape }, at) => checkShape(lot, shape, `shapes.${at}.shape`))
    }
    return addSpots(tx, request, lot_id, spots)
  })
  app.changes.announce(lot_id)
  return { items }
}

/** Throws `request_invalid` if a shape belongs to none of the labels. */
function checkLabels(shapes: readonly { label: string }[], labels: readonly string[]): void {
  const known = new Set(labels)
  const at = shapes.findIndex(({ label }) => !known.has(label))
  if (at < 0) return
  const label = shapes[at]?.label ?? ''
  refuse('request_invalid', {
    field: `shapes.${at}.label`,
    message: (t) => t('apiErrors.spots.shapeLabel', { label }),
  })
}

export async function previewMany(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: RouteInput<typeof previewSpotsRoute>,
): Promise<{ labels: string[]; taken: string[] }> {
  const labels = labelsOf(body.labels)
  return { labels, taken: await listTakenLabels(app.db, lotOf(request), labels) }
}

/** Locks a zone of the lot. Throws `request_invalid` on `zone_id` if there is none. */
export async function checkZone(tx: Tx, lot_id: string, zone_id: string): Promise<void> {
  if (await lockZone(tx, lot_id, zone_id)) return
  refuse('request_invalid', {
    field: 'zone_id',
    message: (t) => t('apiErrors.lot.zoneUnknown'),
  })
}

/**
 * Adds all of the spots or none, and materializes the closures of their zone and lot. Must run in a transaction; locks
 * the lot's settings. Throws `labels_taken` and `request_invalid`.
 */
export async function addSpots(
  tx: Tx,
  request: FastifyRequest,
  lot_id: string,
  spots: readonly NewSpot[],
): Promise<StaffSpot[]> {
  const now = request.server.ports.now()
  // Spot numbers are sequential, so concurrent additions to a lot wait here.
  await lockSettings(tx, lot_id)
  const labels = spots.map(({ label }) => label)
  const taken = await listTakenLabels(tx, lot_id, labels)
  if (taken.length > 0) refuse('labels_taken', { field: 'labels', details: { taken: taken.slice(0, 100) } })
  const last = await lastSpotNo(tx, lot_id)
  if (last + spots.length > MAX_SPOTS_EVER) {
    const message: Message = (t) => t('apiErrors.spots.limit', { max: MAX_SPOTS_EVER })
    refuse('request_invalid', { field: 'labels', message })
  }
  await insertSpots(tx, lot_id, spots, last, now.toISOString())
  const ids = spots.map(({ id }) => id)
  await materializeClosures(tx, lot_id, ids, now)
  await writeAudit(tx, request, {
    action: 'spot.create',
    subject_kind: 'lot',
    subject_id: lot_id,
    lot_id,
    details: { count: spots.length, labels, spot_ids: ids },
  })
  return (await listSpotsById(tx, lot_id, ids)).map((row) => toSpot(row, true))
}

function labelsOf(text: string): string[] {
  const read = readLabels(text)
  if (read.ok) return read.labels
  return refuse('request_invalid', {
    field: 'labels',
    message: (t) => reasonText(t, read.reason),
    details: { part: read.part },
  })
}
