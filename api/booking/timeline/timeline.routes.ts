import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getTimelineRoute, TIMELINE_DAYS, TIMELINE_SPOTS } from '@openspot/contract/booking/timeline.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { containing } from '@openspot/db/like.ts'
import { lotOf } from '../../plugins/access.ts'
import { readRange } from '../availability/moments.rules.ts'
import { getTimeline } from './timeline.sql.ts'

/** The timeline of a lot: spots by time (docs/decisions/0027-overview-timeline.md). */
export const timelineRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getTimelineRoute,
    handler: async (request) => {
      const { zone_id, q, offset = 0, limit = TIMELINE_SPOTS } = request.query
      const { from, to } = readRange(request.query, TIMELINE_DAYS)
      const now = app.ports.now()
      const found = await getTimeline(app.pool, {
        lot_id: lotOf(request),
        starts_at: isoOf(from),
        ends_at: isoOf(to),
        zone_id: zone_id ?? null,
        label: q === undefined ? null : containing(q),
        offset,
        limit,
        seesMoney: request.granted !== 'patroller',
        now,
      })
      return { at: now.toISOString(), ...found }
    },
  })
}
