import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listFailedPlanRefundsRoute, listUnpaidPlansRoute } from '@openspot/contract/platform/unpaid-plans.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { listFailedPlanRefunds } from './failed-plan-refunds.sql.ts'
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

  app.route({
    ...listFailedPlanRefundsRoute,
    handler: async ({ query: { cursor, limit = 20 } }) => {
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const rows = await listFailedPlanRefunds(app.db, after, limit)
      return pageOf(rows, limit, ({ failed_at, id }) => [failed_at, id])
    },
  })
}
