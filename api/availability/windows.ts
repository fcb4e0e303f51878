import type {
  Availability,
  createSpotAvailability,
  updateAvailability,
} from '@openspot/contract/availability.ts'
import { resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import type { Db } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../audit.sql.ts'
import { refuse } from '../errors.ts'
import { getLot, type LotRow } from '../lots/lots.sql.ts'
import { callerOf, lotOf } from '../plugins/access.ts'
import type { Asked } from './asked.ts'
import {
  checkHostRates,
  noteColumn,
  type Rates,
  rateColumns,
  refuseInUse,
  setsAny,
  shownWindow,
} from './availability.rules.ts'
import {
  deleteWindow,
  findWindow,
  getRatesAbove,
  insertWindow,
  listLiveStays,
  listWindows,
  updateWindow,
  type WindowRow,
} from './availability.sql.ts'
import { calendarsOf, laidOutSince } from './calendar.rules.ts'
import { atPlace, type LockedSpot } from './lay-out.ts'
import { changedWindow, readWindow } from './window.rules.ts'

export const mostWindows = 200

/** Whoever holds the spot acts as its holder, even if they are of the staff as well. */
const isHolder = (request: FastifyRequest) => request.granted === 'owner'

/** Opens or closes a spot for a time. */
export async function createWindow(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: Asked<typeof createSpotAvailability>,
): Promise<Availability> {
  const lot = await getLot(app.db, lotOf(request))
  const now = app.ports.now()
  const { kind } = body
  const asked = readWindow(lot.time_zone, body, now)
  const rates = rateColumns(body.rates)
  return atPlace(app, lot.id, { spot_ids: [params.spot_id] }, async (tx, spots) => {
    const spot = stillTheirs(request, spots)
    if (kind === 'OPEN' && spot.assigned_user_id === null) {
      const message = 'This spot is open unless it is closed: it is nobody’s own. Take away what closes it.'
      refuse('window_not_possible', { field: 'kind', message })
    }
    await checkRates(tx, lot, spot, kind, rates)
    const windows = await listWindows(tx, lot.id, [spot.id], laidOutSince(now))
    refuseMore(windows.filter(({ spot_id }) => spot_id === spot.id))
    const row = await insertWindow(tx, {
      id: app.ports.id(),
      lot_id: lot.id,
      spot_id: spot.id,
      kind,
      ...asked,
      weekdays: [...asked.weekdays],
      ...rates,
      note: noteColumn(body.note),
      created_by_user_id: callerOf(request).user_id,
      created_at: now.toISOString(),
    })
    if (isHolder(request) && kind === 'CLOSED') {
      await refuseUsed(tx, lot, spot, now, windows, [...windows, row])
    }
    await auditStaff(tx, request, 'availability.create', row, { after: shownWindow(row) })
    return shownWindow(row)
  })
}

/** Changes a window of a spot, a zone or the lot; which of them stays. */
export async function changeWindow(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: Asked<typeof updateAvailability>,
): Promise<Availability> {
  if (Object.keys(body).length === 0) refuse('request_invalid', { message: 'Say what is to change.' })
  return onWindow(app, request, params.availability_id, async (tx, { lot, spot, old, now }) => {
    const asked = readWindow(lot.time_zone, changedWindow(old, body), now)
    const rates = body.rates === undefined ? {} : rateColumns(body.rates)
    await checkRates(tx, lot, spot, old.kind, rates)
    const windows = await listWindows(tx, lot.id, spot ? [spot.id] : [], laidOutSince(now))
    const row = await updateWindow(tx, old.id, {
      ...asked,
      weekdays: [...asked.weekdays],
      ...rates,
      ...(body.note === undefined ? {} : { note: noteColumn(body.note) }),
    })
    if (spot && (isHolder(request) || old.kind === 'OPEN')) {
      await refuseUsed(tx, lot, spot, now, windows, [...windows.filter(({ id }) => id !== old.id), row])
    }
    const details = { before: shownWindow(old), after: shownWindow(row) }
    await auditStaff(tx, request, 'availability.change', row, details)
    return shownWindow(row)
  })
}

/** Takes a window away. */
export async function dropWindow(
  app: FastifyInstance,
  request: FastifyRequest,
  availability_id: string,
): Promise<void> {
  await onWindow(app, request, availability_id, async (tx, { lot, spot, old, now }) => {
    if (spot && old.kind === 'OPEN') {
      const windows = await listWindows(tx, lot.id, [spot.id], laidOutSince(now))
      await refuseUsed(
        tx,
        lot,
        spot,
        now,
        windows,
        windows.filter(({ id }) => id !== old.id),
      )
    }
    await deleteWindow(tx, old.id)
    await auditStaff(tx, request, 'availability.delete', old, { before: shownWindow(old) })
  })
}

interface Found {
  lot: LotRow
  /** Null where the window is a zone's or the lot's. */
  spot: LockedSpot | null
  old: WindowRow
  now: Date
}

async function onWindow<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  id: string,
  work: (tx: Db, found: Found) => Promise<T>,
): Promise<T> {
  const lot = await getLot(app.db, lotOf(request))
  // Where a window is never changes: so it can be read before the lock.
  const { spot_id, zone_id } = (await findWindow(app.db, id)) ?? refuse('not_found')
  const place = spot_id === null ? { zone_id } : { spot_ids: [spot_id] }
  return atPlace(app, lot.id, place, async (tx, spots) => {
    const old = (await findWindow(tx, id)) ?? refuse('not_found')
    const spot = spot_id === null ? null : stillTheirs(request, spots)
    if (isHolder(request) && old.kind === 'CLOSED' && old.created_by_user_id !== callerOf(request).user_id) {
      refuse('forbidden', { message: 'The staff of this lot closed the spot then. Ask them.' })
    }
    return work(tx, { lot, spot, old, now: app.ports.now() })
  })
}

/** The one spot that was locked. It may have gone, or gone to another, while the call waited for it. */
function stillTheirs(request: FastifyRequest, [spot]: LockedSpot[]): LockedSpot {
  if (!spot) return refuse('not_found')
  if (isHolder(request) && spot.assigned_user_id !== callerOf(request).user_id) refuse('forbidden')
  return spot
}

export function refuseMore(windows: readonly WindowRow[]): void {
  if (windows.length < mostWindows) return
  const message = `There are ${mostWindows} windows already that are not over. Take some away, or let one repeat.`
  refuse('window_not_possible', { message })
}

async function checkRates(
  tx: Db,
  lot: LotRow,
  spot: LockedSpot | null,
  kind: WindowRow['kind'],
  rates: Rates,
): Promise<void> {
  if (!setsAny(rateColumns(rates))) return
  if (!spot || kind === 'CLOSED') {
    const message = 'Only a window that opens a spot has rates of its own.'
    return refuse('request_invalid', { field: 'rates', message })
  }
  const above = await getRatesAbove(tx, lot.id, spot.id)
  checkHostRates(rates, resolveRates({ lot, ...above }, lot).rates, lot)
}

async function refuseUsed(
  tx: Db,
  lot: LotRow,
  spot: LockedSpot,
  now: Date,
  before: WindowRow[],
  after: WindowRow[],
): Promise<void> {
  const stays = await listLiveStays(tx, lot.id, [spot.id], now.toISOString())
  const [was, will] = [calendarsOf(before)(spot), calendarsOf(after)(spot)]
  refuseInUse(lot.time_zone, { ...spot, before: was, after: will }, stays, now)
}

/** What a holder does with their own spot is theirs; what staff do is noted. */
async function auditStaff(
  tx: Db,
  request: FastifyRequest,
  action: string,
  window: WindowRow,
  details: Record<string, unknown>,
): Promise<void> {
  if (isHolder(request)) return
  await writeAudit(tx, request, { action, subject_kind: 'availability', subject_id: window.id, details })
}
