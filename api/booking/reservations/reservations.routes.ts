import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getAcceptanceRoute } from '@openspot/contract/booking/acceptances.ts'
import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
  updateReservationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  bookInstantlyRoute,
  confirmReservationRoute,
  getCheckoutRoute,
  getReservationExplanationRoute,
  getReservationRoute,
  listParkHistoryRoute,
} from '@openspot/contract/booking/reservations.ts'
import { isOneOf, spotFeatures } from '@openspot/core/enums.ts'
import { networkPrefixOf } from '@openspot/core/net/network.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { retryPayment } from '../../money/payments/payments.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { underLateKey } from '../../plugins/late-key.ts'
import { readerOf, translatorOf } from '../../plugins/locale.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { holdersOf } from '../page-holds/visitor.ts'
import { checkAcceptance, previewAcceptance } from './accept-elsewhere.ts'
import { book, payFor } from './book.ts'
import { cancel } from './cancel.ts'
import { change, changeCar } from './change.ts'
import { previewOwnChange } from './change-elsewhere.ts'
import { checkOut } from './checkout.ts'
import { exitOf } from './exit.ts'
import { getExplanation } from './explanation.sql.ts'
import { acceptFree } from './hold.sql.ts'
import { readQuoteToken } from './quote-token.ts'
import { getReservation, getReservationWithParts, listReservations, type View } from './reservations.sql.ts'

export const reservationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getCheckoutRoute,
    handler: (request) => {
      const { spot_id, lot_id, starts_at, ends_at, type, features } = request.query
      if ((spot_id === undefined) === (lot_id === undefined)) {
        refuse('request_invalid', { field: 'spot_id', message: (t) => t('apiErrors.reservations.spotOrLot') })
      }
      return checkOut(app, translatorOf(request), callerOf(request).user_id, {
        lot_id: lotOf(request),
        spot_id: spot_id ?? null,
        preferences: { type: type ?? null, features: readFeatures(features) },
        starts_at,
        ends_at: ends_at ?? null,
        page_holders: holdersOf(app, request),
      })
    },
  })

  app.route({
    ...bookInstantlyRoute,
    config: { ...bookInstantlyRoute.config, takes_key_itself: true },
    handler: (request, reply) =>
      underLateKey(app, request, reply, async (key) => {
        const { spot_id, starts_at, quote_token, car_id, payment_method_id, return_path } = request.body
        const { ends_at = null, allows_another = false, allows_vehicle_elsewhere = false } = request.body
        const { user_id, session_id } = payerOf(request)
        const quoted = readQuoteToken(app.secrets, quote_token, user_id, app.ports.now())
        const same =
          quoted.spot_id === spot_id &&
          Date.parse(quoted.starts_at) === Date.parse(starts_at) &&
          (quoted.ends_at === null
            ? ends_at === null
            : ends_at !== null && Date.parse(quoted.ends_at) === Date.parse(ends_at))
        if (!same) {
          refuse('request_invalid', {
            field: 'quote_token',
            message: (t) => t('apiErrors.reservations.quoteOfOther'),
          })
        }
        reply.status(201)
        return book(app, {
          quoted,
          user_id,
          session_id,
          car_id: car_id ?? null,
          payment_method_id: payment_method_id ?? null,
          return_path: return_path ?? null,
          key,
          network: networkPrefixOf(request.ip),
          page_holders: holdersOf(app, request),
          allows_another,
          allows_vehicle_elsewhere,
          reader: readerOf(request),
        })
      }),
  })

  app.route({
    ...confirmReservationRoute,
    handler: async (request) => {
      const { reservation_id } = request.params
      const { payment_method_id, return_path, allows_vehicle_elsewhere = false } = request.body
      const { user_id, session_id } = payerOf(request)
      await checkAcceptance(app, reservation_id, {
        pays: payment_method_id !== undefined,
        isAllowed: allows_vehicle_elsewhere,
      })
      if (payment_method_id !== undefined) {
        await retryPayment(app.pool, app.ports, { reservation_id, payment_method_id, user_id, session_id })
      } else await acceptFree(app.pool, app.ports.now(), reservation_id, session_id)
      return payFor(app, reservation_id, { return_path: return_path ?? null, reader: readerOf(request) })
    },
  })

  app.route({
    ...getAcceptanceRoute,
    handler: (request) => previewAcceptance(app, request.params.reservation_id),
  })

  app.route({
    ...previewChangeRoute,
    handler: (request) =>
      previewOwnChange(app, translatorOf(request), request.params.reservation_id, request.query),
  })

  app.route({
    ...editReservationRoute,
    handler: (request) => {
      const { reservation_id, difference_cents, payment_method_id, return_path, ...more } = request.body
      const { allows_vehicle_elsewhere = false, ...requested } = more
      return change(app, reservation_id, {
        requested,
        difference_cents,
        ...payerOf(request),
        payment_method_id: payment_method_id ?? null,
        return_path: return_path ?? null,
        idempotency_key: request.idempotency_key,
        allows_vehicle_elsewhere,
        reader: readerOf(request),
      })
    },
  })

  app.route({
    ...updateReservationRoute,
    handler: async (request) => {
      const { reservation_id } = request.params
      const { car_id, difference_cents, ...requested } = request.body
      const { user_id, session_id } = payerOf(request)
      if (requested.starts_at !== undefined || requested.ends_at !== undefined) {
        const order = { requested, difference_cents: difference_cents ?? 0, user_id, session_id }
        await change(app, reservation_id, {
          ...order,
          payment_method_id: null,
          return_path: null,
          idempotency_key: null,
          allows_vehicle_elsewhere: false,
          reader: readerOf(request),
        })
      }
      if (car_id !== undefined) await changeCar(app, reservation_id, car_id, user_id)
      return getReservation(app.db, reservation_id, viewOf(request), app.ports.now())
    },
  })

  app.route({
    ...getReservationExplanationRoute,
    handler: (request) =>
      getExplanation(app.pool, request.params.reservation_id, request.granted !== 'resource_owner'),
  })

  app.route({
    ...getReservationRoute,
    handler: (request) => {
      const view = viewOf(request)
      // The other spots of a parking are no business of a host.
      const get = view.host ? getReservation : getReservationWithParts
      const contact = view.driver && view.money
      return get(app.db, request.params.reservation_id, { ...view, contact }, app.ports.now())
    },
  })

  app.route({
    ...listParkHistoryRoute,
    handler: async (request) => {
      const { lot_id, cursor, limit = 20, ...filter } = request.query
      const of = lot_id === undefined ? { user_id: callerOf(request).user_id } : { lot_id: lotOf(request) }
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const view = viewOf(request)
      // Who sees no amounts doesn't learn who paid either.
      if (!view.money && (filter.payment !== undefined || filter.range_of === 'PAYMENT')) refuse('forbidden')
      const rows = await listReservations(app.db, of, filter, after, limit, view, app.ports.now())
      return pageOf(rows, limit, (row) => [row.starts_at, row.id])
    },
  })

  app.route({
    ...getCancellationRoute,
    handler: ({ params, granted }) =>
      exitOf(app, params.reservation_id, granted === 'resource_owner' ? 'DRIVER' : 'STAFF'),
  })

  app.route({
    ...cancelReservationRoute,
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

/** The caller, and the session that proves their consent to a payment. */
function payerOf(request: FastifyRequest) {
  const { user_id, session_id } = callerOf(request)
  return { user_id, session_id }
}

/** Parses comma-separated features. */
function readFeatures(text: string | undefined): string[] {
  const words = (text ?? '').split(',').filter((word) => word !== '')
  const unknown = words.find((word) => !isOneOf(spotFeatures, word))
  if (unknown !== undefined)
    refuse('request_invalid', {
      field: 'features',
      message: (t) => t('apiErrors.reservations.featureUnknown', { feature: unknown }),
    })
  return words
}

/** Drivers see their own reservation with prices. Staff see its driver; patrollers and hosts see no prices. */
function viewOf(request: FastifyRequest): View {
  const isOwn = request.granted === 'resource_owner' || request.granted === 'user[own]'
  const host = request.granted === 'host' || request.granted === 'former_host'
  return {
    money: request.granted !== 'patroller' && !host,
    driver: !isOwn,
    host,
    is_host: request.is_host && !isOwn,
    ...(isOwn ? { reader: readerOf(request) } : {}),
  }
}
