import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createMyCalendarFeedRoute,
  deleteMyCalendarFeedRoute,
  getMyCalendarFeedRoute,
  readCalendarFeedRoute,
} from '@openspot/contract/booking/calendar-feeds.ts'
import { address } from '@openspot/contract/call.ts'
import { writeCalendar } from '@openspot/core/icalendar/icalendar.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { answerCalendar } from './answer.ts'
import { listCalendarReservations } from './calendar.sql.ts'
import { eventOf } from './calendar-file.ts'
import { deleteFeed, findFeed, readFeed, replaceFeed } from './feeds.sql.ts'

/** How long a reservation stays in the calendar after its end. */
const PAST_DAYS = 30
/** Calendar apps read a few times a day. */
const readLimit = { max: 60, minutes: 60 }

export const calendarFeedRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getMyCalendarFeedRoute,
    handler: async (request) => ({ feed: await findFeed(app.pool, callerOf(request).user_id) }),
  })

  app.route({
    ...createMyCalendarFeedRoute,
    handler: async (request, reply) => {
      const feed_token = secretWord(app.ports, 40)
      const { user_id } = callerOf(request)
      if (!(await replaceFeed(app.pool, user_id, hashToken(feed_token), app.ports.now())))
        refuse('forbidden', { message: (t) => t('apiErrors.reservations.calendarNeedsProof') })
      reply.status(201)
      return { url: `${app.settings.public_url}${address(readCalendarFeedRoute, { feed_token })}` }
    },
  })

  app.route({
    ...deleteMyCalendarFeedRoute,
    handler: async (request, reply) => {
      await deleteFeed(app.pool, callerOf(request).user_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...readCalendarFeedRoute,
    handler: async ({ params }, reply) => {
      const now = app.ports.now()
      const feed = (await readFeed(app.pool, hashToken(params.feed_token), now)) ?? refuse('not_found')
      await count(app, `calendar-feed ${feed.user_id}`, readLimit)
      const since = new Date(now.getTime() - PAST_DAYS * 86_400_000)
      const reservations = await listCalendarReservations(app.pool, feed.user_id, since)
      const name = translatorFor(feed.language)('calendar.name')
      const events = reservations.map((one) => eventOf(one, app.settings))
      return answerCalendar(reply, {
        file_name: 'openspot.ics',
        text: writeCalendar(events, { now: now.toISOString(), name }),
      })
    },
  })
}
