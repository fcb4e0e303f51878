import type {
  applyGuidanceRoute,
  GuidanceChange,
  GuidanceSettings,
  replaceGuidanceSettingsRoute,
} from '@openspot/contract/booking/price-guidance.ts'
import type { Input } from '@openspot/contract/call.ts'
import { hourKey } from '@openspot/core/price-guidance/suggest.ts'
import { changedHours, guidedHours, nextApply } from '@openspot/core/price-guidance/weekly-prices.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { lockGuidancePrices } from '../prices/prices.sql.ts'
import { adviseLot, isAsLeft, type LotAdvice, settingsOf, toChange } from './advise-lot.ts'
import { guidanceDays } from './hours.rules.ts'
import { type Actor, layPrices, withinBounds } from './lay-prices.ts'
import {
  findGuidance,
  type GuidanceRow,
  insertGuidance,
  insertGuidanceChange,
  listGuidanceChanges,
  lockGuidance,
  lockTermsVersion,
  markUndone,
  updateGuidance,
} from './price-guidance.sql.ts'

type Deps = Pick<FastifyInstance, 'db' | 'pool' | 'ports' | 'changes'>

/** Saves the bounds of a lot and whether guidance applies itself. Prices of guidance beyond the bounds are moved to them. */
export async function replaceSettings(
  { db, ports, changes }: Deps,
  lot_id: string,
  { is_weekly, version, ...bounds }: Input<typeof replaceGuidanceSettingsRoute>['body'],
  actor: Actor,
): Promise<GuidanceSettings> {
  if (bounds.lowest_bps === bounds.highest_bps) {
    refuse('request_invalid', { field: 'highest_bps', message: (t) => t('apiErrors.prices.boundsEmpty') })
  }
  const now = ports.now()
  const { time_zone } = await getLot(db, lot_id)
  const saved = await db.transaction().execute(async (tx) => {
    const old = await lockGuidance(tx, lot_id)
    if ((old?.version ?? 0) !== version) refuse('guidance_changed', { field: 'version' })
    const next_apply_at = is_weekly ? nextApply(time_zone, minutesOf(now.toISOString())) : null
    // An unchanged schedule keeps its time, so that saving bounds just before it does not skip a week.
    const columns = { ...bounds, next_apply_at: (is_weekly && old?.next_apply_at) || next_apply_at }
    const changed_at = now.toISOString()
    if (old) {
      const stored = await lockGuidancePrices(tx, lot_id)
      await lockTermsVersion(tx, lot_id)
      const hours = withinBounds(guidedHours(time_zone, stored), bounds)
      await layPrices(tx, ports, { lot_id, time_zone, stored, hours, now }, actor)
      await updateGuidance(tx, lot_id, { ...columns, changed_at })
    } else if (!(await insertGuidance(tx, { lot_id, ...columns, changed_at }))) {
      refuse('guidance_changed', { field: 'version' })
    }
    const after = settingsOf(await findGuidance(tx, lot_id))
    const details = { before: old ? settingsOf(old) : null, after }
    await actor.audit(tx, { action: 'price_guidance.change', ...subjectOf(lot_id), details })
    return after
  })
  changes.announce(lot_id)
  return saved
}

/** Applies suggestions exactly as they were read. Throws `guidance_changed` if one differs by now, so that nothing else is applied. */
export async function applyChosen(
  deps: Deps,
  lot_id: string,
  { terms_version, hours }: Input<typeof applyGuidanceRoute>['body'],
  actor: Actor,
): Promise<GuidanceChange> {
  const advice = await adviseLot(deps, lot_id)
  if (advice.lot.terms_version !== terms_version) refuse('guidance_changed', { field: 'terms_version' })
  const known = new Map(advice.hours.map((hour) => [hourKey(hour), hour.suggested_bps]))
  const isKnown = hours.every((hour) => known.get(hourKey(hour)) === hour.suggested_bps)
  if (!isKnown) refuse('guidance_changed', { field: 'hours' })
  if (!advice.settings.is_saved) refuse('guidance_bounds_missing')
  const chosen = new Map(hours.map((hour) => [hourKey(hour), hour.suggested_bps]))
  const change = await deps.db.transaction().execute(async (tx) => {
    await lockGuidance(tx, lot_id)
    return applyHours(deps, tx, { advice, chosen, is_scheduled: false }, actor)
  })
  deps.changes.announce(lot_id)
  return change ?? refuse('guidance_changed', { field: 'terms_version' })
}

interface Chosen {
  advice: LotAdvice
  /** What guidance adds in the hours that change, by `hourKey`. */
  chosen: ReadonlyMap<string, number>
  is_scheduled: boolean
}

/**
 * Applies hours in a transaction that locked the guidance of the lot. Returns null, and changes nothing, if prices or bounds were
 * changed since the advice was calculated.
 */
export async function applyHours(
  { ports }: Pick<Deps, 'ports'>,
  tx: Tx,
  { advice: { lot, settings }, chosen, is_scheduled }: Chosen,
  actor: Actor,
): Promise<GuidanceChange | null> {
  const { id: lot_id, time_zone } = lot
  const now = ports.now()
  const stored = await lockGuidancePrices(tx, lot_id)
  const isSame = (await lockTermsVersion(tx, lot_id)) === lot.terms_version
  if (!isSame || (await findGuidance(tx, lot_id))?.version !== settings.version) return null
  const before = guidedHours(time_zone, stored)
  const hours = new Map([...before, ...chosen])
  await layPrices(tx, ports, { lot_id, time_zone, stored, hours, now }, actor)
  const change = {
    id: ports.id(),
    applied_at: now.toISOString(),
    is_scheduled,
    undone_at: null,
    hours: changedHours(before, hours),
  }
  await insertGuidanceChange(tx, { ...change, lot_id })
  const details = { change_id: change.id, hours: change.hours }
  await actor.audit(tx, { action: 'price_guidance.apply', ...subjectOf(lot_id), details })
  return toChange(change, hours)
}

/** Undoes the latest change, within the bounds of today. Throws `guidance_changed` if it is not the latest, or prices changed since. */
export async function undoChange(
  { db, ports, changes }: Deps,
  lot_id: string,
  change_id: string,
  actor: Actor,
): Promise<GuidanceChange> {
  const now = ports.now()
  const { time_zone } = await getLot(db, lot_id)
  const undone = await db.transaction().execute(async (tx) => {
    const bounds: GuidanceRow =
      (await lockGuidance(tx, lot_id)) ?? refuse('guidance_changed', { field: 'change_id' })
    const stored = await lockGuidancePrices(tx, lot_id)
    await lockTermsVersion(tx, lot_id)
    const [latest] = await listGuidanceChanges(tx, lot_id, guidanceDays(time_zone, now).since)
    const current = guidedHours(time_zone, stored)
    const canUndo = latest?.id === change_id && latest.undone_at === null && isAsLeft(latest, current)
    if (!latest || !canUndo) return refuse('guidance_changed', { field: 'change_id' })
    const before = new Map(current)
    for (const hour of latest.hours) before.set(hourKey(hour), hour.before_bps)
    const hours = withinBounds(before, bounds)
    await layPrices(tx, ports, { lot_id, time_zone, stored, hours, now }, actor)
    await markUndone(tx, lot_id, change_id, now.toISOString())
    const details = { change_id, hours: changedHours(current, hours) }
    await actor.audit(tx, { action: 'price_guidance.undo', ...subjectOf(lot_id), details })
    return toChange({ ...latest, undone_at: now.toISOString() }, hours)
  })
  changes.announce(lot_id)
  return undone
}

const subjectOf = (lot_id: string) => ({ subject_kind: 'lot', subject_id: lot_id })
