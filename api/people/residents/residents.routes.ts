import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listResidentsRoute } from '@openspot/contract/people/resident-imports.ts'
import { lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { listResidents } from './residents-list.sql.ts'

export const residentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listResidentsRoute,
    handler: async (request) => {
      const { cursor, limit = 20, q, is_current } = request.query
      const after = decodeCursor(cursor, ['text', 'uuid'])
      const rows = await listResidents(app.pool, {
        lot_id: lotOf(request),
        q,
        is_current,
        after,
        limit: limit + 1,
      })
      const { items, next_cursor } = pageOf(rows, limit, ({ sort_key, id }) => [sort_key, id])
      return { items: items.map(({ sort_key: _sort, ...resident }) => resident), next_cursor }
    },
  })
}
