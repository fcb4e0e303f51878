import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { deleteViewRoute, listSavedViewsRoute, saveViewRoute } from '@openspot/contract/people/saved-views.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { lockUser } from '../../identity/users/users.sql.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { deleteView, listViews, saveView } from './saved-views.sql.ts'

const ownerOf = (request: FastifyRequest) => ({
  lot_id: lotOf(request),
  user_id: callerOf(request).user_id,
})

export const savedViewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listSavedViewsRoute,
    handler: async (request) => ({ items: await listViews(app.db, ownerOf(request), request.query.list) }),
  })

  app.route({
    ...saveViewRoute,
    handler: async (request) => {
      const owner = ownerOf(request)
      const view = { ...request.body, name: request.body.name.trim() }
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await lockUser(tx, owner.user_id)
          return (await saveView(tx, owner, view, app.ports.now())) ?? refuse('view_limit')
        },
        audit: () => null,
        announces: [],
        view: (saved) => saved,
      })
    },
  })

  app.route({
    ...deleteViewRoute,
    handler: async (request, reply) => {
      if (!(await deleteView(app.db, ownerOf(request), request.params.view_id))) refuse('not_found')
      reply.status(204)
      return null
    },
  })
}
