import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLot as getLotRoute, getPublicLot } from '@openspot/contract/lots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { refuse } from '../errors.ts'
import { lotOf } from '../plugins/access.ts'
import { checkStay, snapStay } from '../reservations/stay.rules.ts'
import { countFree } from '../search/search.sql.ts'
import { offerOf, publicLot } from './lots.rules.ts'
import { findLotByPublicId, getLot } from './lots.sql.ts'

export const lotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPublicLot,
    handler: async ({ params, query }) => {
      // The public id is itself the key to the page: whoever has the link or stands before the sign may read it.
      const lot = (await findLotByPublicId(app.db, params.public_id)) ?? refuse('not_found')
      const { starts_at, ends_at } = query
      if (starts_at === undefined || ends_at === undefined)
        return { lot: publicLot(lot), offer: null, free_spots: null }
      checkStay({ starts_at, ends_at }, app.ports.now())
      const stay = snapStay({ starts_at, ends_at }, lot)
      const free = await countFree(app, [
        { lot_id: lot.id, from_min: minutesOf(stay.starts_at), to_min: minutesOf(stay.ends_at) },
      ])
      return {
        lot: publicLot(lot),
        offer: offerOf(lot, stay.starts_at, stay.ends_at),
        free_spots: free.get(lot.id) ?? 0,
      }
    },
  })

  app.route({
    ...getLotRoute,
    handler: async (request) => {
      const lot = await getLot(app.db, lotOf(request))
      return {
        ...publicLot(lot),
        is_private: lot.is_private,
        platform_share_bps: lot.platform_share_bps,
        terms_version: lot.terms_version,
      }
    },
  })
}
