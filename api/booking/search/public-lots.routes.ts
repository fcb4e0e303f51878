import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import { refuse } from '../../errors.ts'
import { publicLot } from '../../lots/lots/lots.rules.ts'
import { findLotByPublicId, hasCameraPolicy } from '../../lots/lots/lots.sql.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { checkTimes } from '../occupancy/times.rules.ts'
import { writeOffer } from '../pricing/offer.ts'
import { offerOfLot } from './offers.ts'

export const publicLotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPublicLotRoute,
    handler: async (request) => {
      const { params, query, caller } = request
      // The public id itself grants access to the page, to anyone with the link or in front of the sign.
      const found =
        (await findLotByPublicId(app.db, params.public_id, app.ports.now())) ?? refuse('not_found')
      const { redirected_from, ...lot } = found
      const has_camera_policy = await hasCameraPolicy(app.pool, lot.id, caller?.user_id ?? null)
      const { starts_at, ends_at = null } = query
      if (starts_at === undefined) {
        if (ends_at !== null)
          refuse('request_invalid', {
            field: 'starts_at',
            message: (t) => t('apiErrors.time.startMissing'),
          })
        return { lot: publicLot(lot), offer: null, free_spots: null, redirected_from, has_camera_policy }
      }
      const now = app.ports.now()
      checkTimes({ starts_at, ends_at }, now)
      const viewer = { user_id: caller?.user_id ?? null, now }
      const { free_spots, ...offer } = await offerOfLot(app, lot, { starts_at, ends_at }, viewer)
      return {
        lot: publicLot(lot),
        offer: writeOffer(translatorOf(request), offer),
        free_spots,
        redirected_from,
        has_camera_policy,
      }
    },
  })
}
