import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  deleteSpotRoute,
  getSpotCalendarRoute,
  getSpotOccupiedRoute,
  getSpotRoute,
  updateSpotRoute,
} from '@openspot/contract/lots/spots.ts'
import { isStaff } from '../../booking/availability/staff.sql.ts'
import { refuse } from '../../errors.ts'
import { spotOccupied, staffCalendar } from './calendar.ts'
import { changeSpot, dropSpot } from './change-spot.ts'
import { toSpot } from './spots.rules.ts'
import { findSpot } from './spots.sql.ts'

export const spotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getSpotRoute,
    handler: async (request) => {
      const spot = (await findSpot(app.db, request.params.spot_id)) ?? refuse('not_found')
      return toSpot(spot, await isStaff(app.db, request))
    },
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
