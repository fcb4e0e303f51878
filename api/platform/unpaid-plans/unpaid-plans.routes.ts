import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listUnpaidPlansRoute } from '@openspot/contract/platform/unpaid-plans.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { listUnpaidPlans, sumUnpaidPlans } from './unpaid-plans.sql.ts'

export const unpaidPlanRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listUnpaidPlansRoute,
    handler: async ({ query: { cursor, limit = 20, stopped = null } }) => {
      const after = decodeCursor(cursor, ['instant', 'uuid', 'currency'])
      const [rows, totals] = await Promise.all([
        listUnpaidPlans(app.db, stopped, after, limit),
        sumUnpaidPlans(app.db, stopped),
      ])
      const page = pageOf(rows, limit, ({ unpaid_since, lot, currency }) => [unpaid_since, lot.id, currency])
      return { ...page, totals }
    },
  })
}
