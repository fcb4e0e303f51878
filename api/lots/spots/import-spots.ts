import type { Output } from '@openspot/contract/call.ts'
import type { importSpotsRoute, SpotRow } from '@openspot/contract/lots/lot-spots.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { rateColumns } from '../../booking/availability/availability.rules.ts'
import { lockZone } from '../../booking/availability/materialize-closures.sql.ts'
import { insertZone, listZones } from '../../booking/prices/zones.sql.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import type { RouteInput } from '../../route-input.ts'
import { lockSettings } from '../lot-settings/settings.sql.ts'
import { getLot } from '../lots/lots.sql.ts'
import { addSpots } from './add-spots.ts'
import { readSpotRows } from './csv.rules.ts'
import { listTakenLabels, type NewSpot } from './lot-spots.sql.ts'
import { boundColumns, writtenOf } from './spots.rules.ts'

/** Imports all of a table's spots, with the zones that do not exist yet, or nothing. */
export async function importTable(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: RouteInput<typeof importSpotsRoute>,
): Promise<Output<typeof importSpotsRoute>> {
  const lot_id = lotOf(request)
  const lot = await getLot(app.db, lot_id)
  const t = translatorOf(request)
  const { separator, rows } = readSpotRows(t, body.csv, lot.currency)
  if (body.is_preview) {
    await markTaken(t, app.db, lot_id, rows)
    const { missing } = await zonesOf(app.db, lot_id, rows)
    return { separator, rows, refused: countRefused(rows), added: 0, zones: missing }
  }
  const zones = await app.db.transaction().execute(async (tx) => {
    // Lock zones before the lot and in a fixed order, so that concurrent closures and additions wait instead of
    // deadlocking.
    const { used } = await zonesOf(tx, lot_id, rows)
    for (const zone_id of used) await lockZone(tx, lot_id, zone_id)
    await lockSettings(tx, lot_id)
    await markTaken(t, tx, lot_id, rows)
    if (countRefused(rows) > 0) {
      const wrong = rows.filter(({ errors }) => errors.length > 0)
      refuse('rows_refused', { field: 'csv', details: { refused: wrong.length, rows: wrong.slice(0, 100) } })
    }
    const { known, missing } = await zonesOf(tx, lot_id, rows)
    for (const name of missing) known.set(name.toLowerCase(), await addZone(tx, request, lot_id, name))
    await addSpots(
      tx,
      request,
      lot_id,
      rows.map((row) => newSpot(app.ports.id(), row, known)),
    )
    return missing
  })
  app.changes.announce(lot_id)
  return { separator, rows, refused: 0, added: rows.length, zones }
}

const countRefused = (rows: readonly SpotRow[]) => rows.filter(({ errors }) => errors.length > 0).length

async function markTaken(t: Translate, db: Db, lot_id: string, rows: readonly SpotRow[]): Promise<void> {
  const taken = new Set(
    await listTakenLabels(
      db,
      lot_id,
      rows.map(({ label }) => label),
    ),
  )
  for (const row of rows) {
    if (!taken.has(row.label)) continue
    row.errors.push({ column: 'label', message: t('apiErrors.rows.labelTaken', { label: row.label }) })
  }
}

/** Returns the lot's zones by name, the ids of those that rows name, and the named zones that do not exist yet. */
async function zonesOf(db: Db, lot_id: string, rows: readonly SpotRow[]) {
  const known = new Map((await listZones(db, lot_id)).map(({ id, name }) => [name.toLowerCase(), id]))
  const missing = new Map<string, string>()
  for (const { zone } of rows) {
    if (zone !== null && !known.has(zone.toLowerCase())) missing.set(zone.toLowerCase(), zone)
  }
  const named = new Set(rows.map(({ zone }) => zone?.toLowerCase()))
  const used = [...known].flatMap(([name, id]) => (named.has(name) ? [id] : [])).toSorted()
  return { known, used, missing: [...missing.values()] }
}

async function addZone(tx: Tx, request: FastifyRequest, lot_id: string, name: string): Promise<string> {
  const { ports } = request.server
  const zone = { id: ports.id(), lot_id, name }
  await insertZone(tx, { ...zone, created_at: ports.now().toISOString() })
  const subject = { subject_kind: 'zone', subject_id: zone.id }
  await writeAudit(tx, request, { action: 'zone.create', ...subject, details: { after: zone } })
  return zone.id
}

function newSpot(id: string, row: SpotRow, zones: ReadonlyMap<string, string>): NewSpot {
  const { label, type, features, level, zone, rates } = row
  return {
    id,
    label,
    type: type ?? 'STANDARD',
    features,
    level: level ?? 1,
    zone_id: zone === null ? null : (zones.get(zone.toLowerCase()) ?? null),
    ...writtenOf(row),
    shape: null,
    ...rateColumns(rates),
    ...boundColumns(row),
  }
}
