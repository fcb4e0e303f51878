import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getEarningsPreviewRoute,
  getHostingRoute,
  listHostedReservationsRoute,
  listMySpotsRoute,
  pauseListingRoute,
  setListingRoute,
  setMinNoticeRoute,
} from '@openspot/contract/booking/hosting.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { updateSpot } from '../../lots/spots/spots.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { deleteAvailabilityRule, insertAvailabilityRule } from '../availability/availability.sql.ts'
import { availabilityRulesOf, stillTheirs } from '../availability/availability-checks.ts'
import { withLockedSpots } from '../availability/materialize-closures.ts'
import { minuteOf } from '../availability/moments.rules.ts'
import { previewEarnings } from './earnings-preview.ts'
import { listHostedReservations } from './hosting.sql.ts'
import { loadHosting, loadMySpots } from './my-spots.ts'
import { setListing } from './set-listing.ts'

export const hostingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listMySpotsRoute,
    handler: async (request) => ({ items: await loadMySpots(app, callerOf(request).user_id) }),
  })

  app.route({
    ...getHostingRoute,
    handler: (request) => loadHosting(app, callerOf(request).user_id, request.params.spot_id),
  })

  app.route({
    ...getEarningsPreviewRoute,
    handler: (request) => previewEarnings(app, lotOf(request), request),
  })

  app.route({
    ...listHostedReservationsRoute,
    handler: async (request) => ({
      items: await listHostedReservations(
        app.pool,
        callerOf(request).user_id,
        app.ports.now(),
        request.params.spot_id,
      ),
    }),
  })

  app.route({
    ...setMinNoticeRoute,
    handler: async (request) => {
      const { min_notice_minutes } = request.body
      const { spot_id } = request.params
      return withLockedSpots(app, lotOf(request), { spot_ids: [spot_id] }, async (tx, spots) => {
        stillTheirs(request, spots)
        await updateSpot(tx, spot_id, { min_notice_minutes }, app.ports.now())
        return { min_notice_minutes }
      })
    },
  })

  app.route({ ...setListingRoute, handler: (request) => setListing(app, request, request) })

  app.route({
    ...pauseListingRoute,
    handler: async (request) => {
      const { is_paused } = request.body
      const lot = await getLot(app.db, lotOf(request))
      const now = app.ports.now()
      return withLockedSpots(app, lot.id, { spot_ids: [request.params.spot_id] }, async (tx, spots) => {
        const spot = stillTheirs(request, spots)
        const pauses = (await availabilityRulesOf(tx, lot, spot, now)).filter((rule) => rule.is_pause)
        if (!is_paused) for (const pause of pauses) await deleteAvailabilityRule(tx, now, pause)
        else if (pauses.length === 0)
          await insertAvailabilityRule(tx, {
            id: app.ports.id(),
            lot_id: lot.id,
            spot_id: spot.id,
            kind: 'CLOSED',
            starts_at: isoOf(minuteOf(now)),
            ends_at: null,
            repeat_frequency: 'NEVER',
            weekdays: [],
            is_pause: true,
            created_by_user_id: callerOf(request).user_id,
            created_at: now.toISOString(),
          })
        return { is_paused }
      })
    },
  })
}
