import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPlatformBalancesRoute } from '@openspot/contract/platform/balances.ts'
import { decodeCursor, encodeCursor } from '../../plugins/paging.ts'
import { listPlatformBalances } from './balances.sql.ts'

export const platformBalanceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listPlatformBalancesRoute,
    handler: async ({ query: { cursor, limit = 20, ...filter } }) => {
      // The amounts change while someone reads, so there is no row after which to continue.
      const [skipped] = decodeCursor(cursor, ['integer']) ?? [0]
      const rows = await listPlatformBalances(app.pool, app.ports.now(), filter, skipped, limit)
      return {
        items: rows.slice(0, limit),
        next_cursor: rows.length > limit ? encodeCursor([skipped + limit]) : null,
      }
    },
  })
}
