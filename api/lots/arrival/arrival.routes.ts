import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Arrival, getArrivalRoute, getSharedArrivalRoute } from '@openspot/contract/lots/arrival.ts'
import { isEnded } from '@openspot/core/reservations/states.ts'
import { findSharedPass } from '../../booking/shared-passes/shared-passes.sql.ts'
import { refuse } from '../../errors.ts'
import { hashToken } from '../../plugins/session.ts'
import { findMap } from '../maps/maps.sql.ts'
import { findDestination } from './arrival.sql.ts'

export const arrivalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const arrivalOf = async (reservation_id: string): Promise<Arrival> => {
    const found = (await findDestination(app.pool, reservation_id)) ?? refuse('not_found')
    if (isEnded(found, app.ports.now().toISOString())) return { map: null, spots: [] }
    const map = found.map_id === null ? undefined : await findMap(app.db, found.lot_id, found.map_id)
    // The picture of a private lot is for its members; the outlines are enough to find the spot.
    const shown = map && found.is_private ? { ...map, picture: null } : map
    return { map: shown ?? null, spots: found.spots ?? [] }
  }

  app.route({
    ...getArrivalRoute,
    handler: ({ params }) => arrivalOf(params.reservation_id),
  })

  app.route({
    ...getSharedArrivalRoute,
    handler: async ({ params }) =>
      arrivalOf(
        (await findSharedPass(app.pool, hashToken(params.pass_token), app.ports.now())) ??
          refuse('not_found'),
      ),
  })
}
