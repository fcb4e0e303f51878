import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getCalendarFileRoute } from '@openspot/contract/booking/reservations.ts'
import { refuse } from '../../errors.ts'
import { answerCalendar } from './answer.ts'
import { makeCalendarFile } from './calendar-file.ts'

export const calendarRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getCalendarFileRoute,
    handler: async ({ params }, reply) => {
      const file = await makeCalendarFile(app, params.reservation_id, app.ports.now())
      return answerCalendar(reply, file ?? refuse('not_found'))
    },
  })
}
