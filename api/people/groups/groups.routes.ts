import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups as listGroupsRoute,
  patchGroup,
} from '@openspot/contract/people/groups.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import { changeGroup, dropGroup, makeGroup } from './change-group.ts'
import { findGroup, listGroups } from './groups.sql.ts'

export const groupRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const now = () => app.ports.now().toISOString()

  app.route({
    ...listGroupsRoute,
    handler: async (request) => ({ items: await listGroups(app.db, lotOf(request), now()) }),
  })

  app.route({
    ...createGroup,
    handler: async (request, reply) => {
      reply.status(201)
      return makeGroup(app, request, request.body)
    },
  })

  app.route({
    ...getGroup,
    handler: async (request) =>
      (await findGroup(app.db, lotOf(request), request.params.group_id, now())) ?? refuse('not_found'),
  })

  app.route({
    ...patchGroup,
    handler: (request) => changeGroup(app, request, request.params.group_id, request.body),
  })

  app.route({
    ...deleteGroup,
    handler: (request) => dropGroup(app, request, request.params.group_id, request.query.release ?? false),
  })
}
