import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
  getSpotAvailabilityRoute,
  listLotClosuresRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { lotOf } from '../../plugins/access.ts'
import { toAvailability } from './availability.rules.ts'
import { listClosures } from './availability.sql.ts'
import { changeAvailabilityRule, createAvailabilityRule, dropAvailabilityRule } from './availability-rules.ts'
import { closeLot } from './closures.ts'
import { freeBusy } from './free-busy.ts'

export const availabilityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getSpotAvailabilityRoute,
    handler: (request) => freeBusy(app, request, request),
  })

  app.route({
    ...createSpotAvailabilityRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return createAvailabilityRule(app, request, request)
    },
  })

  app.route({
    ...updateAvailabilityRoute,
    handler: (request) => changeAvailabilityRule(app, request, request),
  })

  app.route({
    ...deleteAvailabilityRoute,
    handler: async (request, reply) => {
      await dropAvailabilityRule(app, request, request.params.availability_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...listLotClosuresRoute,
    handler: async (request) => {
      const closures = await listClosures(app.db, lotOf(request), app.ports.now().toISOString())
      return { items: closures.map(toAvailability) }
    },
  })

  app.route({
    ...createLotClosureRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return closeLot(app, request, request)
    },
  })
}
