import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listNotificationsRoute, readNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { callerOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { countUnread, listOwnNotifications, markRead } from './notifications.sql.ts'

export const notificationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listNotificationsRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      const { user_id } = callerOf(request)
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const rows = await listOwnNotifications(app.db, user_id, after, limit)
      const unread = await countUnread(app.db, user_id)
      return { ...pageOf(rows, limit, (row) => [row.created_at, row.id]), unread }
    },
  })

  app.route({
    ...readNotificationsRoute,
    handler: async (request, reply) => {
      await markRead(app.db, callerOf(request).user_id, app.ports.now())
      reply.status(204)
      return null
    },
  })
}
