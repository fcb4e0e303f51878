import { resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import type { Db } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import type { LotRow } from '../lots/lots.sql.ts'
import { callerOf } from '../plugins/access.ts'
import { checkHostRates, type Rates, rateColumns, refuseInUse, setsAny } from './availability.rules.ts'
import { getRatesAbove, listLiveStays, listWindows, type WindowRow } from './availability.sql.ts'
import { calendarsOf, laidOutSince } from './calendar.rules.ts'
import type { LockedSpot } from './lay-out.ts'

const mostWindows = 200

/** Whoever holds the spot acts as its holder, even if they are of the staff as well. */
export const isHolder = (request: FastifyRequest) => request.granted === 'owner'

/** The one spot that was locked. It may have gone, or gone to another, while the call waited for it. */
export function stillTheirs(request: FastifyRequest, [spot]: LockedSpot[]): LockedSpot {
  if (!spot) return refuse('not_found')
  if (isHolder(request) && spot.assigned_user_id !== callerOf(request).user_id) refuse('forbidden')
  return spot
}

export function refuseMore(windows: readonly WindowRow[]): void {
  if (windows.length < mostWindows) return
  const message = `There are ${mostWindows} windows already that are not over. Take some away, or let one repeat.`
  refuse('window_not_possible', { message })
}

/** Only what opens a spot has rates, and they stay near what the spot costs otherwise. */
export async function checkRates(
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

/** Refuses to put windows in place of a spot's where somebody's stay would be closed out by it. */
export async function refuseUsed(
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

/** The windows that make a spot's calendar; of a zone or lot (no spot) those are enough that are not a spot's. */
export const windowsOf = (tx: Db, lot: LotRow, spot: LockedSpot | null, now: Date) =>
  listWindows(tx, lot.id, spot ? [spot.id] : [], laidOutSince(now))
