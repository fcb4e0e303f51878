import type { Output } from '@openspot/contract/call.ts'
import type { importLotRoute, LotDocument } from '@openspot/contract/lots/lot-export.ts'
import { MAX_SPOTS } from '@openspot/core/lots/trust.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { insertLot } from '../lot-settings/create-lot.ts'
import { checkLotPatch, staffLot } from '../lot-settings/settings.rules.ts'
import { getSettings, updateBoundary, updateSettings } from '../lot-settings/settings.sql.ts'
import { checkReferences, within } from './document.rules.ts'
import {
  type Parts,
  writeAvailabilityRules,
  writePrices,
  writeRules,
  writeSpots,
  writeZones,
} from './write-parts.ts'
import {
  encodePictures,
  type Pictures,
  writeLogo,
  writeMaps,
  writePhotos,
  writeSigns,
} from './write-places.ts'

/** Creates a lot from a document, all of it or nothing. The caller becomes its owner, as with any new lot. */
export async function importLot(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: RouteInput<typeof importLotRoute>,
): Promise<Output<typeof importLotRoute>> {
  const { document } = body
  checkReferences(document)
  const pictures = await encodePictures(document)
  const { lot_id, signs } = await app.db
    .transaction()
    .execute((tx) => write(tx, request, document, pictures, body.name))
  const lot = staffLot(await getSettings(app.db, lot_id), 'SUPER_ADMIN')
  return {
    lot,
    people_left_out: document.people?.length ?? 0,
    signs,
    signs_left_out: (document.signs?.length ?? 0) - signs,
    redirects_left_out: document.redirects?.length ?? 0,
  }
}

async function write(
  tx: Tx,
  request: FastifyRequest,
  document: LotDocument,
  pictures: Pictures,
  name?: string,
): Promise<{ lot_id: string; signs: number }> {
  const { ports } = request.server
  const now = ports.now()
  const { boundary, ...details } = document.details
  const { currency, is_private, invite_only, ...settings } = document.settings
  const lot_id = await insertLot(tx, request, {
    ...details,
    ...(name === undefined ? {} : { name }),
    currency,
    is_private,
    invite_only,
  })
  const fresh = await getSettings(tx, lot_id)
  // Check before inserting; the database would reject it only after all spots were written.
  if (document.spots.length > MAX_SPOTS[fresh.trust_level])
    refuse('lot_too_large', { field: 'document.spots' })
  within('document.settings', () => checkLotPatch(fresh, settings))
  await updateSettings(tx, lot_id, settings)
  if (boundary) {
    await updateBoundary(tx, lot_id, boundary)
  }
  const parts: Parts = {
    tx,
    request,
    lot_id,
    now: now,
    user_id: callerOf(request).user_id,
    document,
  }
  const zones = await writeZones(parts)
  const spot_ids = await writeSpots(parts, zones)
  await writePrices(parts, zones)
  await writeRules(parts, zones)
  await writeAvailabilityRules(parts, zones, spot_ids)
  await materializeClosures(tx, lot_id, null, now)
  await writeLogo(parts, pictures.logo)
  await writeMaps(parts, spot_ids, pictures.maps)
  await writePhotos(parts, pictures.photos)
  const signs = await writeSigns(parts, spot_ids)
  const counted = {
    zones: document.zones.length,
    spots: document.spots.length,
    maps: document.maps?.length ?? 0,
    photos: pictures.photos.length,
    signs,
    exported_at: document.exported_at,
  }
  await writeAudit(tx, request, {
    action: 'lot.import',
    subject_kind: 'lot',
    subject_id: lot_id,
    lot_id,
    details: counted,
  })
  return { lot_id, signs }
}
