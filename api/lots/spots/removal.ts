import type { SpotRemoval } from '@openspot/contract/lots/lot-spots.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { listUpcoming } from './assignments.sql.ts'
import {
  countAvailabilityRules,
  countPastReservations,
  listLiveReservationsWithDriver,
  MAX_SHOWN,
} from './lot-spots.sql.ts'
import { findSpot } from './spots.sql.ts'

/** Returns what the removal of a spot would affect and which reservations block it. */
export async function spotRemoval(
  app: Pick<FastifyInstance, 'db' | 'ports'>,
  lot_id: string,
  spot_id: string,
): Promise<SpotRemoval> {
  const now = app.ports.now()
  const spot = (await findSpot(app.db, spot_id)) ?? refuse('not_found')
  const reservations = await listLiveReservationsWithDriver(app.db, lot_id, spot_id, now)
  return {
    reservations: reservations.slice(0, MAX_SHOWN),
    reservation_count: reservations.length,
    availability_rule_count: await countAvailabilityRules(app.db, lot_id, spot_id),
    is_assigned: spot.assigned_user_id !== null || spot.assigned_group_id !== null,
    assigned_to: spot.assigned_to,
    upcoming_assignment_count: (await listUpcoming(app.db, lot_id, spot_id)).length,
    past_reservation_count: await countPastReservations(app.db, lot_id, spot_id, now),
  }
}
