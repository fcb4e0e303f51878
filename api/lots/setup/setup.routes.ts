import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLotSetupRoute, getUsedSectionsRoute } from '@openspot/contract/lots/lot-setup.ts'
import { lotOf } from '../../plugins/access.ts'
import { getSetup } from './setup.sql.ts'
import { listUsedSections } from './used-sections.sql.ts'

export const setupRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLotSetupRoute,
    handler: (request) => getSetup(app.pool, lotOf(request), app.ports.now()),
  })
  app.route({
    ...getUsedSectionsRoute,
    handler: async (request) => ({ sections: await listUsedSections(app.pool, lotOf(request)) }),
  })
}
