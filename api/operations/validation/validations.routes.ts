import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getPublicOptionRoute,
  getReservationValidationRoute,
  listLotOptionsRoute,
  listValidationsRoute,
  removeIntendedOptionRoute,
  setIntendedOptionRoute,
  validateReservationRoute,
} from '@openspot/contract/operations/validation.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { validations } from './history.sql.ts'
import {
  deleteIntent,
  findPublicOption,
  listLotOptions,
  listOptionsForReservation,
  readReservationValidation,
  setIntent,
} from './options.sql.ts'
import { refuseUnknownOption, validate } from './validate.ts'

/** Reasons that time alone removes, or that concern validating rather than choosing. */
const laterReasons = ['NOT_STARTED', 'NOT_PAID', 'NOTHING_LEFT', 'BUDGET_SPENT', 'CAP_REACHED'] as const

export const validationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  /** The option with this public ID if it belongs to the lot of the call. An unknown one and another lot's look the same. */
  const optionOf = async (request: FastifyRequest, public_option_id: string) => {
    const option = await findPublicOption(app.pool, public_option_id, app.ports.now())
    return option?.lot.id === lotOf(request) ? option : refuseUnknownOption()
  }
  const read = (request: FastifyRequest, reservation_id: string, option_id?: string) =>
    readReservationValidation(app.pool, {
      lot_id: lotOf(request),
      reservation_id,
      now: app.ports.now(),
      ...(option_id === undefined ? {} : { option_id }),
    })

  app.route({
    ...listLotOptionsRoute,
    handler: async (request) => ({
      items: await listLotOptions(app.pool, lotOf(request), app.ports.now()),
    }),
  })

  app.route({
    ...getPublicOptionRoute,
    handler: async ({ params }) =>
      (await findPublicOption(app.pool, params.public_option_id, app.ports.now())) ?? refuseUnknownOption(),
  })

  app.route({
    ...getReservationValidationRoute,
    handler: async (request) => {
      const { reservation_id } = request.params
      const { public_option_id } = request.query
      if (public_option_id === undefined) return read(request, reservation_id)
      return read(request, reservation_id, (await optionOf(request, public_option_id)).option_id)
    },
  })

  app.route({
    ...setIntendedOptionRoute,
    handler: async (request) => {
      const { reservation_id, public_option_id } = request.params
      const { option_id } = await optionOf(request, public_option_id)
      const lot_id = lotOf(request)
      const now = app.ports.now()
      const [option] = await listOptionsForReservation(app.pool, { lot_id, reservation_id, option_id, now })
      const reason = option?.refusal ?? null
      if (reason !== null && !laterReasons.some((each) => each === reason)) {
        refuse('validation_refused', { details: { reason } })
      }
      const paid = await read(request, reservation_id)
      await setIntent(app.db, { lot_id, reservation_id: paid.reservation_id, option_id, now })
      return read(request, reservation_id)
    },
  })

  app.route({
    ...removeIntendedOptionRoute,
    handler: async (request, reply) => {
      const paid = await read(request, request.params.reservation_id)
      await deleteIntent(app.db, lotOf(request), paid.reservation_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...validateReservationRoute,
    handler: async (request) => {
      const { reservation_id, public_option_id } = request.params
      const { option_id, partner_name } = await optionOf(request, public_option_id)
      const isDriver = request.granted === 'resource_owner'
      const lot_id = lotOf(request)
      const by_user_id = callerOf(request).user_id
      const source = isDriver ? ('DRIVER' as const) : ('STAFF' as const)
      const of = { lot_id, reservation_id, option_id, partner_name, source, by_user_id }
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => validate(app, tx, of),
        audit: ({ isNew }) =>
          isDriver || !isNew
            ? null
            : {
                action: 'reservation.validate',
                subject_kind: 'reservation',
                subject_id: reservation_id,
                details: { option_id, partner: partner_name },
              },
        announces: [lot_id],
        view: () => read(request, reservation_id),
      })
    },
  })

  app.route({
    ...listValidationsRoute,
    handler: (request) =>
      validations(app.pool, { ...request.query, lot_id: lotOf(request), now: app.ports.now() }),
  })
}
