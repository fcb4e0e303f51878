import { isDeepStrictEqual } from 'node:util'
import type { StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import type { LotTexts } from '@openspot/core/lots/texts.ts'
import { centsPerUnit } from '@openspot/core/money/currencies.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { refuse } from '../../errors.ts'
import { readName } from '../../names.ts'
import { lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import {
  checkFieldRights,
  checkLotPatch,
  contactOf,
  type LotPatch,
  roleOf,
  staffLot,
} from './settings.rules.ts'
import {
  getSettings,
  lockSettings,
  type SettingsChange,
  type SettingsRow,
  updateSettings,
} from './settings.sql.ts'
import { timeZoneAt } from './time-zone-at.ts'
import { readZoneEffect } from './zone-effect.sql.ts'

/**
 * Changes the settings of a lot. Throws `lot_changed` if the caller edited an older version, so that nothing is
 * overwritten.
 */
export async function changeLot(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: RouteInput<typeof updateLotRoute>,
): Promise<StaffLot> {
  const lot_id = lotOf(request)
  const role = roleOf(request)
  const { version, confirmed_time_zone, ...patch } = body
  checkFieldRights(patch, role)
  const now = app.ports.now()
  const lot = await app.db.transaction().execute(async (tx) => {
    // The currency trigger also locks the lot's row, so take the stronger lock first.
    const old = await lockSettings(tx, lot_id)
    if (version !== undefined && version !== old.version)
      refuse('lot_changed', { details: { version: old.version } })
    checkLotPatch(old, patch)
    const columns = await settingsColumns(old, patch, now)
    const fields = (Object.keys(columns) as (keyof SettingsChange)[]).filter(
      (field) => !isDeepStrictEqual(old[field], columns[field]),
    )
    if (fields.length === 0) return old
    // The days and hours of availability rules are in the lot's time zone, so a new zone moves them.
    const isMoved = fields.includes('time_zone')
    if (isMoved) await refuseUnconfirmed(tx, lot_id, columns.time_zone, confirmed_time_zone, now)
    const changed = await updateSettings(tx, lot_id, columns)
    if (isMoved) await materializeClosures(tx, lot_id, null, now)
    const valuesOf = (row: SettingsRow) => Object.fromEntries(fields.map((field) => [field, row[field]]))
    await writeAudit(tx, request, {
      action: 'lot.change',
      subject_kind: 'lot',
      subject_id: lot_id,
      details: { before: valuesOf(old), after: valuesOf(changed) },
    })
    return isMoved ? getSettings(tx, lot_id) : changed
  })
  app.changes.announce(lot_id)
  return staffLot(lot, role)
}

const texts = [
  'description',
  'entry_instructions',
  'house_rules',
  'managed_by',
  'street',
  'city',
  'region',
  'postal_code',
] as const

/** Returns the texts as they are stored: trimmed, and null if empty. */
export function trimmedTexts(sent: Partial<Record<(typeof texts)[number], string | null>>) {
  return Object.fromEntries(
    texts.flatMap((field) => (sent[field] === undefined ? [] : [[field, sent[field]?.trim() || null]])),
  )
}

/** Returns the texts in other languages as they are stored: trimmed, and only those that say something. */
export function textsOf(sent: LotTexts): LotTexts {
  const languages = Object.entries(sent).map(([locale, texts]) => {
    const said = Object.entries(texts).flatMap(([field, text]) =>
      text.trim() === '' ? [] : [[field, text.trim()] as const],
    )
    return [locale, Object.fromEntries(said)] as const
  })
  return Object.fromEntries(languages.filter(([, texts]) => Object.keys(texts).length > 0))
}

/** Maps a patch to `lots` columns. */
async function settingsColumns(old: SettingsRow, patch: LotPatch, now: Date): Promise<SettingsChange> {
  const { name, is_retired, ...rest } = patch
  const time_zone = patch.time_zone ?? (await zoneAfterMove(old, patch))
  return {
    ...rest,
    ...trimmedTexts(patch),
    ...contactOf(patch, patch.country ?? old.country),
    ...(patch.texts === undefined ? {} : { texts: textsOf(patch.texts) }),
    ...(name === undefined ? {} : { name: readName(name, 120) }),
    ...(is_retired === undefined
      ? {}
      : { retired_at: is_retired ? (old.retired_at ?? now.toISOString()) : null }),
    ...(time_zone === undefined ? {} : { time_zone }),
    ...(patch.currency === undefined ? {} : { cents_per_currency_unit: centsPerUnit(patch.currency) }),
  }
}

/** Returns the time zone of a moved lot's new location, unless the previous zone was chosen by hand. */
async function zoneAfterMove(
  old: SettingsRow,
  { lat = old.lat, lng = old.lng }: LotPatch,
): Promise<string | undefined> {
  if (lat === old.lat && lng === old.lng) return undefined
  return old.time_zone === (await timeZoneAt(old)) ? timeZoneAt({ lat, lng }) : undefined
}

/**
 * Throws `time_zone_moves_reservations` if the local times of reservations would change and nobody confirmed it. Hours, prices,
 * and fines follow the new zone, but a reservation keeps its instants.
 */
async function refuseUnconfirmed(
  tx: Tx,
  lot_id: string,
  time_zone = '',
  confirmed: string | undefined,
  now: Date,
): Promise<void> {
  if (time_zone === confirmed) return
  const effect = await readZoneEffect(tx, lot_id, time_zone, now)
  if (effect.reservations > 0)
    refuse('time_zone_moves_reservations', { field: 'time_zone', details: { time_zone, ...effect } })
}
