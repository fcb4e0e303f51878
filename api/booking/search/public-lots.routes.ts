import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import { effectiveFlag } from '@openspot/core/flags/catalog.ts'
import { lotName } from '@openspot/core/lots/texts.ts'
import { refuse } from '../../errors.ts'
import { lotPhoto } from '../../lots/files/picture.rules.ts'
import { privateLot, publicLot } from '../../lots/lots/lots.rules.ts'
import { findLotByPublicId, getLotViewer } from '../../lots/lots/lots.sql.ts'
import { readerOf, translatorOf } from '../../plugins/locale.ts'
import { checkTimes } from '../occupancy/times.rules.ts'
import { getBookingLimits } from '../pricing/booking-limits.sql.ts'
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
      const reader = readerOf(request)
      const user_id = caller?.user_id ?? null
      const [viewed, limits] = await Promise.all([
        getLotViewer(app.pool, lot, user_id),
        getBookingLimits(app.pool, lot.id, user_id),
      ])
      const { is_outside, waitlist_flag, photos, ...standing } = viewed
      const page = {
        lot: is_outside ? privateLot(lot, reader) : publicLot(lot, reader),
        redirected_from: redirected_from && lotName(redirected_from, reader),
        photos: is_outside ? [] : photos.map((photo) => lotPhoto(lot, photo)),
        is_members_only: is_outside,
        booking_limits: is_outside ? null : limits,
        has_waitlist: effectiveFlag('waitlist', app.settings.flags, waitlist_flag).is_on,
        ...standing,
      }
      const { starts_at, ends_at = null } = query
      if (starts_at === undefined) {
        if (ends_at !== null)
          refuse('request_invalid', {
            field: 'starts_at',
            message: (t) => t('apiErrors.time.startMissing'),
          })
        return { ...page, offer: null, free_spots: null }
      }
      if (is_outside) return { ...page, offer: null, free_spots: null }
      const now = app.ports.now()
      checkTimes({ starts_at, ends_at }, now)
      const viewer = { user_id, now }
      const { free_spots, type: _type, ...offer } = await offerOfLot(app, lot, { starts_at, ends_at }, viewer)
      return { ...page, offer: writeOffer(translatorOf(request), offer), free_spots }
    },
  })
}
