import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getEarningsEstimateRoute } from '@openspot/contract/lots/earnings-estimate.ts'
import { cellsAround } from '@openspot/core/geo/cells.ts'
import { DEFAULT_PLATFORM_SHARE_BPS } from '@openspot/core/lots/setup.ts'
import { listPlans } from '../../money/subscriptions/subscriptions.sql.ts'
import { findMedianEarnings } from './earnings-estimate.sql.ts'

const RADIUS_METERS = 3000
const MONTHS = 3

export const earningsEstimateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getEarningsEstimateRoute,
    handler: async ({ query }, reply) => {
      // Rounded, so that nobody isolates one lot by moving the point by a few meters.
      const [lat, lng] = [Math.round(query.lat * 100) / 100, Math.round(query.lng * 100) / 100]
      const now = app.ports.now()
      const month = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
      const [from_at, until_at] = [month(MONTHS).toISOString(), month(0).toISOString()]
      const around = { cells: cellsAround(lat, lng, RADIUS_METERS), lat, lng, radius_m: RADIUS_METERS }
      const found = await findMedianEarnings(app.pool, around, { from_at, until_at })
      const plans = await listPlans(app.db, found?.currency ?? 'USD')
      reply.header('cache-control', 'public, max-age=3600')
      return {
        estimate: found ? { ...found, from_on: from_at.slice(0, 10), until_on: until_at.slice(0, 10) } : null,
        platform_share_bps: DEFAULT_PLATFORM_SHARE_BPS,
        plans: plans.flatMap(({ max_spots, month_cents }) =>
          month_cents === null ? [] : [{ max_spots, month_cents }],
        ),
        radius_m: RADIUS_METERS,
      }
    },
  })
}
