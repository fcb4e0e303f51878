import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  decideRatingRoute,
  getMyRatingRoute,
  listRatingsRoute,
  listReportedRatingsRoute,
  listStaffRatingsRoute,
  rateReservationRoute,
  replyToRatingRoute,
  reportRatingRoute,
} from '@openspot/contract/lots/ratings.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { findLotByPublicId, getLotViewer } from '../lots/lots.sql.ts'
import {
  decideRating,
  findRateUntil,
  findRatingOf,
  findReported,
  getStaffRating,
  insertRating,
  insertReport,
  listRatings,
  listReported,
  listStaffRatings,
  lockRating,
  setReply,
} from './ratings.sql.ts'

const keyOf = ({ created_at, id }: { created_at: string; id: string }) => [created_at, id]
const afterOf = (cursor: string | undefined) => decodeCursor(cursor, ['instant', 'uuid'])

/** Ratings of lots by drivers who parked there: given once, answered by the lot, moderated by the platform. */
export const ratingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listRatingsRoute,
    handler: async ({ params, query: { cursor, limit = 20 }, caller }) => {
      const lot = (await findLotByPublicId(app.db, params.public_id, app.ports.now())) ?? refuse('not_found')
      const { is_outside } = await getLotViewer(app.pool, lot, caller?.user_id ?? null)
      const after = afterOf(cursor)
      return pageOf(is_outside ? [] : await listRatings(app.pool, lot.id, limit, after), limit, keyOf)
    },
  })

  app.route({
    ...listStaffRatingsRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      return pageOf(await listStaffRatings(app.pool, lotOf(request), limit, afterOf(cursor)), limit, keyOf)
    },
  })

  app.route({
    ...replyToRatingRoute,
    handler: async (request) => {
      const { rating_id } = request.params
      const of = {
        lot_id: lotOf(request),
        rating_id,
        user_id: callerOf(request).user_id,
        now: app.ports.now(),
      }
      const reply = request.body.reply?.trim() ?? null
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => (await setReply(tx, { ...of, reply })) ?? refuse('not_found'),
        audit: (before) => ({
          action: 'rating.reply',
          subject_kind: 'rating',
          subject_id: rating_id,
          details: { before: before.reply, after: reply },
        }),
        announces: [],
        view: () => getStaffRating(app.pool, rating_id),
      })
    },
  })

  app.route({
    ...getMyRatingRoute,
    handler: async ({ params: { reservation_id } }) => {
      const rating = await findRatingOf(app.pool, reservation_id)
      const rate_until = rating ? null : await findRateUntil(app.pool, reservation_id, app.ports.now())
      return { rating, rate_until }
    },
  })

  app.route({
    ...rateReservationRoute,
    handler: async (request, reply) => {
      const { reservation_id } = request.params
      const { stars, text } = request.body
      const rating = {
        id: app.ports.id(),
        lot_id: lotOf(request),
        reservation_id,
        user_id: callerOf(request).user_id,
        stars,
        text: text?.trim() || null,
        created_at: app.ports.now().toISOString(),
      }
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => insertRating(tx, rating),
        audit: () => null,
        announces: [],
        view: async () => (await findRatingOf(app.pool, reservation_id)) ?? refuse('not_found'),
      })
    },
  })

  app.route({
    ...reportRatingRoute,
    handler: async (request, reply) => {
      const { rating_id } = request.params
      const of = { rating_id, user_id: callerOf(request).user_id, now: app.ports.now() }
      const reason = request.body.reason.trim()
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => (await insertReport(tx, { ...of, reason })) || refuse('not_found'),
        audit: () => null,
        announces: [],
        view: () => null,
      })
    },
  })

  app.route({
    ...listReportedRatingsRoute,
    handler: async ({ query: { cursor, limit = 20, is_hidden = false } }) =>
      pageOf(await listReported(app.pool, is_hidden, limit, afterOf(cursor)), limit, keyOf),
  })

  app.route({
    ...decideRatingRoute,
    handler: async (request) => {
      const { rating_id } = request.params
      const { is_hidden, reason } = request.body
      const by = { reason: reason.trim(), user_id: callerOf(request).user_id }
      return makeChange(app, request, {
        lock: (tx) => lockRating(tx, rating_id),
        write: (tx) => decideRating(tx, rating_id, is_hidden ? by : null, app.ports.now()),
        audit: (_, { lot_id }) => ({
          action: is_hidden ? 'rating.hide' : 'rating.show',
          subject_kind: 'rating',
          subject_id: rating_id,
          lot_id,
          details: { reason: by.reason },
        }),
        announces: [],
        view: async () => (await findReported(app.pool, rating_id)) ?? refuse('not_found'),
      })
    },
  })
}
