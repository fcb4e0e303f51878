import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { eraseMeRoute, exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { clearCookie, requireRecentSignIn } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.sql.ts'
import { forgetPerson, listObstacles } from './erase.sql.ts'
import { exportData } from './export-data.ts'

export const myDataRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...exportMyDataRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const data = await exportData(app.db, user_id)
      reply.header('content-disposition', 'attachment; filename="openspot-my-data.json"')
      return { made_at: app.ports.now().toISOString(), data }
    },
  })

  app.route({
    ...eraseMeRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const now = app.ports.now()
      reply.status(204)
      return makeChange(app, request, {
        // A concurrent booking or bill waits for this lock and then finds no user.
        lock: (tx) => lockUser(tx, user_id),
        write: async (tx) => {
          const open = await listObstacles(tx, user_id, now)
          if (open.length > 0) refuse('account_in_use', { details: { open } })
          await forgetPerson(tx, user_id, now)
        },
        audit: () => ({ action: 'user.erase', subject_kind: 'user', subject_id: user_id }),
        announces: [user_id],
        view: () => {
          clearCookie(app, reply)
          return null
        },
      })
    },
  })
}
