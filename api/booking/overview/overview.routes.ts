import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLotOverviewRoute } from '@openspot/contract/booking/overview.ts'
import { attentionKinds, byUrgency } from '@openspot/core/overview/attention.ts'
import { lotOf } from '../../plugins/access.ts'
import { getLotOverview } from './overview.sql.ts'

export const overviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLotOverviewRoute,
    handler: async (request) => {
      const now = app.ports.now()
      const is_admin = request.granted !== 'patroller'
      const { paid_cents, week_ago_cents, week_ago_day_cents, attention, ...overview } = await getLotOverview(
        app.pool,
        lotOf(request),
        is_admin,
        now,
      )
      return {
        at: now.toISOString(),
        ...overview,
        attention: byUrgency(attention, attentionKinds, now),
        money: is_admin ? { paid_cents, week_ago_cents, week_ago_day_cents } : null,
      }
    },
  })
}
