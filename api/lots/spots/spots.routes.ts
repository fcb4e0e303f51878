import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  deleteSpotRoute,
  getSpotCalendarRoute,
  getSpotOccupiedRoute,
  getSpotRoute,
  updateSpotRoute,
} from '@openspot/contract/lots/spots.ts'
import { readOf } from '../../plugins/access.ts'
import { isStaff } from '../../plugins/staff.ts'
import { spotOccupied, staffCalendar } from './calendar.ts'
import { changeSpot, dropSpot } from './change-spot.ts'
import { toSpot } from './spots.rules.ts'
import { readSpot } from './spots.sql.ts'

export const spotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getSpotRoute,
    config: { ...getSpotRoute.config, reads: readSpot },
    handler: async (request) => toSpot(readOf(request, readSpot), isStaff(request)),
  })

  app.route({
    ...updateSpotRoute,
    handler: (request) => changeSpot(app, request, request),
  })

  app.route({
    ...deleteSpotRoute,
    handler: async (request, reply) => {
      await dropSpot(app, request, request.params.spot_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...getSpotOccupiedRoute,
    handler: (request) => spotOccupied(app, request, request),
  })

  app.route({
    ...getSpotCalendarRoute,
    handler: (request) => staffCalendar(app, request, request),
  })
}
