import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createGroupRoute,
  deleteGroupRoute,
  getGroupRoute,
  listGroupsRoute,
  patchGroupRoute,
} from '@openspot/contract/people/groups.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import { changeGroup, dropGroup, makeGroup } from './change-group.ts'
import { findGroup, listGroups } from './groups.sql.ts'

export const groupRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const now = () => app.ports.now()

  app.route({
    ...listGroupsRoute,
    handler: async (request) => ({ items: await listGroups(app.db, lotOf(request), now()) }),
  })

  app.route({
    ...createGroupRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return makeGroup(app, request, request.body)
    },
  })

  app.route({
    ...getGroupRoute,
    handler: async (request) =>
      (await findGroup(app.db, lotOf(request), request.params.group_id, now())) ?? refuse('not_found'),
  })

  app.route({
    ...patchGroupRoute,
    handler: (request) => changeGroup(app, request, request.params.group_id, request.body),
  })

  app.route({
    ...deleteGroupRoute,
    handler: (request) => dropGroup(app, request, request.params.group_id, request.query.release ?? false),
  })
}
