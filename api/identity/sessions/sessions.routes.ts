import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  endOtherSessionsRoute,
  endSessionRoute,
  listSessionsRoute,
} from '@openspot/contract/identity/sessions.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { writeSeen } from '../../plugins/session-seen.ts'
import { endAll, listSessions } from './sessions.sql.ts'
import { endSession } from './sessions.ts'

export const sessionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listSessionsRoute,
    handler: async (request) => {
      const { user_id, session_id } = callerOf(request)
      await writeSeen(app)
      return { items: await listSessions(app.db, user_id, session_id, app.ports.now()) }
    },
  })

  app.route({
    ...endSessionRoute,
    handler: async (request, reply) => {
      await endSession(app, request.params.session_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...endOtherSessionsRoute,
    handler: async (request) => {
      const { user_id, session_id } = callerOf(request)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => endAll(tx, user_id, app.ports.now(), session_id),
        audit: () => null,
        announces: [user_id],
        view: (ended) => ({ ended }),
      })
    },
  })
}
