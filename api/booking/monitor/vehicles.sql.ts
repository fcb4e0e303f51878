import type { MonitorVehicle } from '@openspot/contract/booking/monitor.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { isPast } from './board.rules.ts'
import { pastRights, plateRightShape, plateRightsFrom, presentRights } from './right-sources.sql.ts'

const vehicles = statement('list_monitor_vehicles', plateRightShape, plateRightsFrom(presentRights))
const pastVehicles = statement('list_past_vehicles', plateRightShape, plateRightsFrom(pastRights))

/**
 * Returns every plate that may park in the lot at a moment up to now: of active reservations, and of assignees or their
 * group while nobody else occupies the spot. A changed plate stays valid for at most a day, because the vehicle with it
 * may still be parked. That holds for the previous plate only, so that one right does not admit many vehicles. A plate
 * that staff of this lot recorded counts in addition to the owner's own. For a past moment, everything is as it was then.
 * `user_id` is the vehicle's owner, whom the responses don't name.
 */
export function listMonitorVehicles(
  db: Queryable,
  lot_id: string,
  at: string,
  now: Date,
): Promise<(MonitorVehicle & { user_id: string })[]> {
  return queryPrepared(db, isPast(at, now) ? pastVehicles : vehicles, [lot_id, at])
}
