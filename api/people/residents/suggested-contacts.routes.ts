import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  dismissSuggestedContactRoute,
  listSuggestedContactsRoute,
} from '@openspot/contract/people/suggested-contacts.ts'
import { callerOf } from '../../plugins/access.ts'
import { dismissSuggestedContact, listSuggestedContacts } from './suggested-contacts.sql.ts'

export const suggestedContactRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listSuggestedContactsRoute,
    handler: async (request) => ({ items: await listSuggestedContacts(app.pool, callerOf(request).user_id) }),
  })

  app.route({
    ...dismissSuggestedContactRoute,
    handler: async (request, reply) => {
      await dismissSuggestedContact(app.db, callerOf(request).user_id, request.body)
      reply.status(204)
      return null
    },
  })
}
