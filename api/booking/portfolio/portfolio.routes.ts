import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getPortfolioRoute } from '@openspot/contract/booking/portfolio.ts'
import { attentionKinds, byUrgency } from '@openspot/core/overview/attention.ts'
import { callerOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { listPortfolio } from './portfolio.sql.ts'

export const portfolioRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPortfolioRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      const after = decodeCursor(cursor, ['text', 'uuid'])
      const now = app.ports.now()
      const rows = await listPortfolio(app.pool, callerOf(request).user_id, after, limit, now)
      const { items, next_cursor } = pageOf(rows, limit, ({ name, lot_id }) => [name, lot_id])
      return {
        items: items.map(({ paid_cents, week_ago_cents, attention, ...lot }) => ({
          ...lot,
          attention: byUrgency(attention, attentionKinds, now),
          money: paid_cents === null ? null : { paid_cents, week_ago_cents: week_ago_cents ?? 0 },
        })),
        next_cursor,
      }
    },
  })
}
