import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { endless } from '../occupancy/times.rules.ts'
import { listAvailabilityRules } from './availability.sql.ts'
import { calendarsOf, materialize, materializedSince } from './calendar.rules.ts'
import {
  type ClosedRows,
  type ClosureScope,
  getTimeZone,
  type LockedSpot,
  lockSpots,
  lockZone,
  writeClosed,
} from './materialize-closures.sql.ts'

/**
 * Runs `work` in a transaction with the spots locked, rebuilds their closures, and notifies subscribers of the lot.
 * Calls `noZone` (default: throws `not_found`) if the zone does not exist.
 */
export async function withLockedSpots<T>(
  app: Pick<FastifyInstance, 'db' | 'ports' | 'changes'>,
  lot_id: string,
  scope: ClosureScope,
  work: (tx: Tx, spots: LockedSpot[]) => Promise<T>,
  noZone: () => never = () => refuse('not_found'),
): Promise<T> {
  const done = await app.db.transaction().execute(async (tx) => {
    if (typeof scope.zone_id === 'string' && !(await lockZone(tx, lot_id, scope.zone_id))) noZone()
    const spots = await lockSpots(tx, lot_id, scope)
    const answer = await work(tx, spots)
    // Spots may have been added while this waited for the lot's row, so a change to the whole lot rebuilds all of them.
    const isWhole = scope.spot_ids === undefined && typeof scope.zone_id !== 'string'
    await materializeClosures(tx, lot_id, isWhole ? null : spots.map(({ id }) => id), app.ports.now())
    return answer
  })
  app.changes.announce(lot_id)
  return done
}

/**
 * Computes when availability rules close the given spots (null: all in the lot) and writes the result to `occupancy`,
 * where search and booking look. Must run in the transaction of every change of an availability rule or of a spot's
 * zone or assignee. Locks the spots. Takes four statements for any number of spots and leaves unchanged rows alone.
 */
export async function materializeClosures(
  tx: Tx,
  lot_id: string,
  spot_ids: readonly string[] | null,
  now: Date,
): Promise<void> {
  const spots = await lockSpots(tx, lot_id, spot_ids === null ? {} : { spot_ids })
  if (spots.length === 0) return
  const time_zone = await getTimeZone(tx, lot_id)
  // Read the availability rules after locking, when any earlier rebuild of these spots has committed.
  const calendarOf = calendarsOf(await listAvailabilityRules(tx, lot_id, spot_ids, materializedSince(now)))
  // Most spots of a lot share one calendar, so it is computed and sent once.
  const groups = new Map<string, number>()
  const rows: ClosedRows = { group_nos: [], starts: [], ends: [] }
  const groupOf = spots.map((spot) => {
    const calendar = calendarOf(spot)
    const known = groups.get(calendar.key)
    if (known !== undefined) return known
    const group_no = groups.size
    groups.set(calendar.key, group_no)
    for (const span of materialize(time_zone, calendar, now)) {
      rows.group_nos.push(group_no)
      rows.starts.push(span.from)
      rows.ends.push(Math.min(span.to, endless))
    }
    return group_no
  })
  const spot_nos = spots.map(({ spot_no }) => spot_no)
  await writeClosed(tx, lot_id, spot_nos, groupOf, rows)
}
