import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  bookInstantly,
  cancelReservation,
  confirmReservation,
  getCancellation,
  getCheckout,
  getReservation as getReservationRoute,
  listParkHistory,
} from '@openspot/contract/reservations.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { offerOf } from '../lots/lots.rules.ts'
import { getLot } from '../lots/lots.sql.ts'
import { decodeCursor, pageOf } from '../paging.ts'
import { callerOf, lotOf } from '../plugins/access.ts'
import { listOfferedSpots } from '../search/search.sql.ts'
import { book, payFor } from './book.ts'
import { cancel, cancellationOf } from './cancel.ts'
import { quoteGoodForMinutes, readQuoteToken, writeQuoteToken } from './quote-token.ts'
import { getReservation, listReservations, type View } from './reservations.sql.ts'
import { checkStay, snapStay } from './stay.rules.ts'

export const reservationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getCheckout,
    handler: async (request) => {
      const { spot_id, starts_at, ends_at } = request.query
      const now = app.ports.now()
      checkStay({ starts_at, ends_at }, now)
      const lot = await getLot(app.db, lotOf(request))
      const stay = snapStay({ starts_at, ends_at }, lot)
      const spots = await listOfferedSpots(app, lot.id, minutesOf(stay.starts_at), minutesOf(stay.ends_at))
      const offer = offerOf(lot, stay.starts_at, stay.ends_at)
      const expires_at = new Date(now.getTime() + quoteGoodForMinutes * 60_000).toISOString()
      const cancel_until_at = new Date(
        Date.parse(stay.starts_at) + lot.cancel_until_minutes_after_start * 60_000,
      ).toISOString()
      return {
        ...offer,
        ...stay,
        cancel_until_at,
        is_free: spots.find((spot) => spot.id === spot_id)?.is_free ?? false,
        quote_expires_at: offer.price && expires_at,
        quote_token:
          offer.price &&
          writeQuoteToken(app.secrets, {
            user_id: callerOf(request).user_id,
            lot_id: lot.id,
            spot_id,
            ...stay,
            terms_version: lot.terms_version,
            total_cents: offer.price.total_cents,
            lines: offer.price.lines,
            expires_at,
          }),
      }
    },
  })

  app.route({
    ...bookInstantly,
    handler: async (request, reply) => {
      const { spot_id, starts_at, ends_at, quote_token, car_id, payment_method_id, return_path } =
        request.body
      const { user_id } = callerOf(request)
      const quoted = readQuoteToken(app.secrets, quote_token, user_id, app.ports.now())
      const same =
        quoted.spot_id === spot_id &&
        Date.parse(quoted.starts_at) === Date.parse(starts_at) &&
        Date.parse(quoted.ends_at) === Date.parse(ends_at)
      if (!same) {
        refuse('request_invalid', {
          field: 'quote_token',
          message: 'The price was quoted for another spot or time.',
        })
      }
      reply.status(201)
      return book(app, {
        quoted,
        user_id,
        car_id: car_id ?? null,
        payment_method_id: payment_method_id ?? null,
        return_path: return_path ?? null,
        idempotency_key: request.idempotency_key,
      })
    },
  })

  app.route({
    ...confirmReservation,
    handler: async (request) => {
      const { reservation_id } = request.params
      const { payment_method_id, return_path } = request.body
      if (payment_method_id !== undefined) {
        const { user_id } = callerOf(request)
        await app.pool.query('select try_again($1, $2, $3, $4, $5)', [
          app.ports.now().toISOString(),
          reservation_id,
          app.ports.id(),
          payment_method_id,
          user_id,
        ])
      }
      return payFor(app, reservation_id, return_path ?? null)
    },
  })

  app.route({
    ...getReservationRoute,
    handler: (request) =>
      getReservation(app.db, request.params.reservation_id, viewOf(request), app.ports.now()),
  })

  app.route({
    ...listParkHistory,
    handler: async (request) => {
      const { lot_id, when, cursor, limit = 20 } = request.query
      const of = lot_id === undefined ? { user_id: callerOf(request).user_id } : { lot_id: lotOf(request) }
      const after = decodeCursor(cursor, ['string', 'string'])
      const rows = await listReservations(app.db, of, when, after, limit, viewOf(request), app.ports.now())
      return pageOf(rows, limit, (row) => [row.starts_at, row.id])
    },
  })

  app.route({ ...getCancellation, handler: ({ params }) => cancellationOf(app, params.reservation_id) })

  app.route({
    ...cancelReservation,
    handler: async (request) => {
      const { reservation_id } = request.params
      const { refund_cents, reason } = request.body
      await cancel(app, reservation_id, {
        refund_cents,
        reason: reason ?? null,
        user_id: callerOf(request).user_id,
      })
      return getReservation(app.db, reservation_id, viewOf(request), app.ports.now())
    },
  })
}

/** Drivers see their own stay with its money; staff see who is on it, and patrollers no money. */
function viewOf(request: FastifyRequest): View {
  const isOwn = request.granted === 'owner' || request.granted === 'user[own]'
  return { money: request.granted !== 'patroller', driver: !isOwn }
}
