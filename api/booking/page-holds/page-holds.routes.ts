import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getPageHoldRoute,
  placePageHoldRoute,
  releasePageHoldRoute,
} from '@openspot/contract/booking/page-holds.ts'
import { networkPrefixOf } from '@openspot/core/net/network.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import { releaseHold } from './page-holds.sql.ts'
import { openHoldOf, place } from './place.ts'
import { holdersOf, newHoldersOf } from './visitor.ts'

export const pageHoldRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...placePageHoldRoute,
    handler: (request, reply) => {
      const { spot_id, lot_id, type, features, starts_at, ends_at, page_id, renews } = request.body
      if ((spot_id === undefined) === (lot_id === undefined)) {
        refuse('request_invalid', { field: 'spot_id', message: (t) => t('apiErrors.reservations.spotOrLot') })
      }
      return place(app, {
        lot_id: lotOf(request),
        spot_id: spot_id ?? null,
        preferences: { type: type ?? null, features: features ?? [] },
        starts_at,
        ends_at: ends_at ?? null,
        page_id,
        renews: renews ?? false,
        holders: newHoldersOf(app, request, reply),
        user_id: request.caller?.user_id ?? null,
        network: networkPrefixOf(request.ip),
      })
    },
  })

  app.route({
    ...getPageHoldRoute,
    handler: async (request) => ({
      hold: await openHoldOf(app, lotOf(request), holdersOf(app, request), request.caller?.user_id ?? null),
    }),
  })

  app.route({
    ...releasePageHoldRoute,
    handler: async (request, reply) => {
      const lots = await releaseHold(
        app.pool,
        app.ports.now(),
        holdersOf(app, request),
        request.params.page_id,
      )
      for (const lot_id of lots) app.changes.announce(lot_id)
      reply.status(204)
      return null
    },
  })
}
