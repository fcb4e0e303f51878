import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  listSavedLotsRoute,
  removeSavedLotRoute,
  saveLotRoute,
} from '@openspot/contract/people/saved-lots.ts'
import { averageStars } from '@openspot/core/lots/ratings.ts'
import { coverUrl, logoUrl } from '../../lots/files/picture.rules.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { readerOf } from '../../plugins/locale.ts'
import { listSavedLots, removeSavedLot, saveLot } from './saved-lots.sql.ts'

export const savedLotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listSavedLotsRoute,
    handler: async (request) => {
      const rows = await listSavedLots(app.db, callerOf(request).user_id, readerOf(request))
      const items = rows.map(({ logo_file_id, photo_ids, rating_stars, ...lot }) => ({
        ...lot,
        logo_url: logo_file_id && logoUrl(lot.public_id, logo_file_id),
        cover_photo_url: coverUrl({ public_id: lot.public_id, photo_ids }),
        rating_average: averageStars(lot.rating_count, rating_stars),
      }))
      return { items }
    },
  })

  app.route({
    ...saveLotRoute,
    handler: async (request, reply) => {
      const { user_id } = callerOf(request)
      await saveLot(app.db, { user_id, lot_id: lotOf(request), now: app.ports.now() })
      reply.status(204)
      return null
    },
  })

  app.route({
    ...removeSavedLotRoute,
    handler: async (request, reply) => {
      await removeSavedLot(app.db, callerOf(request).user_id, request.params.lot_id)
      reply.status(204)
      return null
    },
  })
}
