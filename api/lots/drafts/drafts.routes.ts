import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  deleteLotDraftRoute,
  getLotDraftRoute,
  saveLotDraftRoute,
} from '@openspot/contract/lots/lot-drafts.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { deleteDrafts, findDraft, saveDraft } from './drafts.sql.ts'

export const draftRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLotDraftRoute,
    handler: async (request) =>
      (await findDraft(app.db, callerOf(request).user_id)) ?? { draft: null, changed_at: null },
  })

  app.route({
    ...saveLotDraftRoute,
    handler: async (request) => {
      const now = app.ports.now()
      const { user_id } = callerOf(request)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => saveDraft(tx, user_id, request.body, now),
        audit: () => null,
        announces: [],
        view: () => ({ draft: request.body, changed_at: now.toISOString() }),
      })
    },
  })

  app.route({
    ...deleteLotDraftRoute,
    handler: async (request, reply) => {
      await deleteDrafts(app.db, callerOf(request).user_id)
      reply.status(204)
      return null
    },
  })
}
