import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createPassLinkRoute,
  deletePassLinksRoute,
  getSharedPassRoute,
} from '@openspot/contract/booking/shared-passes.ts'
import { refuse } from '../../errors.ts'
import { readerOf } from '../../plugins/locale.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { getReservation } from '../reservations/reservations.sql.ts'
import { deletePassLinks, findSharedPass, insertPassLink } from './shared-passes.sql.ts'

export const sharedPassRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...createPassLinkRoute,
    handler: async ({ params }, reply) => {
      const token = secretWord(app.ports, 40)
      if (!(await insertPassLink(app.pool, params.reservation_id, hashToken(token), app.ports.now())))
        refuse('reservation_not_open')
      reply.status(201)
      return { url: `${app.settings.public_url}/pass/${token}` }
    },
  })

  app.route({
    ...deletePassLinksRoute,
    handler: async ({ params }, reply) => {
      await deletePassLinks(app.pool, params.reservation_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...getSharedPassRoute,
    handler: async (request) => {
      const { params } = request
      const now = app.ports.now()
      const reservation_id =
        (await findSharedPass(app.pool, hashToken(params.pass_token), now)) ?? refuse('not_found')
      const { status, is_ended, starts_at, ends_at, lot, spot, spot_id } = await getReservation(
        app.db,
        reservation_id,
        { money: false, driver: false, reader: readerOf(request) },
        now,
      )
      return { status, is_ended, starts_at, ends_at, lot, spot, spot_id }
    },
  })
}
