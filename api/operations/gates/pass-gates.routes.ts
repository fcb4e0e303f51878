import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getPassGateOpenRoute,
  listPassGatesRoute,
  openPassGateRoute,
} from '@openspot/contract/operations/pass-gates.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { findOpen } from './gate-opens.sql.ts'
import { listGates } from './gates.sql.ts'
import { requestOpen } from './request-open.ts'

/** The gates of a reservation: for its driver, and for who opened the link in a guest's email or text. */
export const passGateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listPassGatesRoute,
    handler: async (request) => ({
      items: await listGates(app.pool, {
        lot_id: lotOf(request),
        user_id: driverOf(request),
        now: app.ports.now(),
        only_reservation_id: request.params.reservation_id,
      }),
    }),
  })

  app.route({
    ...openPassGateRoute,
    handler: async (request, reply) => {
      const { reservation_id, gate_id } = request.params
      const lot_id = lotOf(request)
      const user_id = driverOf(request)
      const open_id = await requestOpen(app, request, {
        lot_id,
        gate_id,
        user_id,
        only_reservation_id: reservation_id,
        note: null,
        idempotency_key: keyOf(request) ?? app.ports.id(),
      })
      reply.status(202)
      return (await findOpen(app.pool, { gate_id, user_id, open_id })) ?? refuse('not_found')
    },
  })

  app.route({
    ...getPassGateOpenRoute,
    handler: async (request) => {
      const { reservation_id, gate_id } = request.params
      const of = { lot_id: lotOf(request), user_id: driverOf(request), now: app.ports.now(), gate_id }
      const [gate] = await listGates(app.pool, { ...of, only_reservation_id: reservation_id })
      if (!gate) return refuse('not_found')
      const { open_id } = request.query
      // The driver may have opened it otherwise, which is not this link's to know.
      if (open_id === undefined) return refuse('gate_not_requested')
      return (await findOpen(app.pool, { ...of, open_id })) ?? refuse('gate_not_requested')
    },
  })
}

/** Returns whose reservation it is: a link opens by what its driver may do. */
const driverOf = (request: FastifyRequest): string => request.linked?.user_id ?? callerOf(request).user_id

/**
 * Returns the key of the request, so that a repeated one sends no second pulse. Keys of people are kept with their answers; a link has
 * nobody to keep them for, so its keys are the gate's only, and never those of the driver.
 */
function keyOf(request: FastifyRequest): string | null {
  if (!request.linked) return request.idempotency_key
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? `link ${key.slice(0, 200)}` : null
}
