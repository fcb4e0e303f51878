import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { searchStaffRoute } from '@openspot/contract/booking/staff-search.ts'
import { typedCode } from '@openspot/core/reservations/short-code.ts'
import { callerOf } from '../../plugins/access.ts'
import { searchStaff } from './staff-search.sql.ts'

export const staffSearchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...searchStaffRoute,
    handler: async (request) => {
      const { user_id, roles } = callerOf(request)
      const q = request.query.q.trim()
      // Spaces only, which no name contains.
      if (q.length < 2) return { lots: [], spots: [], people: [], reservations: [], users: [] }
      return searchStaff(
        app.pool,
        {
          user_id,
          is_platform_admin: roles.includes('OPENSPOT_ADMIN'),
          q,
          code: typedCode(q),
          lot_id: request.query.lot_id ?? null,
        },
        app.ports.now(),
      )
    },
  })
}
