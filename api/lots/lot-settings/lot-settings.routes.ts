import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { getTimeZoneRoute } from '@openspot/contract/lots/time-zones.ts'
import { lotOf } from '../../plugins/access.ts'
import { changeLot } from './change-lot.ts'
import { createLot } from './create-lot.ts'
import { roleOf, staffLot } from './settings.rules.ts'
import { getSettings } from './settings.sql.ts'
import { timeZonesNear } from './time-zone-at.ts'

export const lotSettingsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...createLotRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return createLot(app, request, request.body)
    },
  })

  app.route({
    ...getTimeZoneRoute,
    handler: (request) => timeZonesNear(request.query, app.ports.now()),
  })

  app.route({
    ...getLotRoute,
    handler: async (request) => staffLot(await getSettings(app.db, lotOf(request)), roleOf(request)),
  })

  app.route({
    ...updateLotRoute,
    handler: (request) => changeLot(app, request, request),
  })
}
