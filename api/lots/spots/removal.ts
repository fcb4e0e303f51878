import type { SpotRemoval } from '@openspot/contract/lots/lot-spots.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { listComing } from './assignments.sql.ts'
import { countPastStays, countWindows, listLiveStaysWithWho, MAX_SHOWN } from './many.sql.ts'
import { findSpot } from './spots.sql.ts'

/** Returns what the removal of a spot would affect and which reservations block it. */
export async function spotRemoval(
  app: Pick<FastifyInstance, 'db' | 'ports'>,
  lot_id: string,
  spot_id: string,
): Promise<SpotRemoval> {
  const now = app.ports.now().toISOString()
  const spot = (await findSpot(app.db, spot_id)) ?? refuse('not_found')
  const stays = await listLiveStaysWithWho(app.db, lot_id, spot_id, now)
  return {
    stays: stays.slice(0, MAX_SHOWN),
    stay_count: stays.length,
    window_count: await countWindows(app.db, lot_id, spot_id),
    assigned_to: spot.assigned_to,
    coming_assignment_count: (await listComing(app.db, lot_id, spot_id)).length,
    past_stay_count: await countPastStays(app.db, lot_id, spot_id, now),
  }
}
