import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createLotCarRoute,
  deleteLotCarRoute,
  getLotCarRoute,
  listLotCarsRoute,
  patchLotCarRoute,
} from '@openspot/contract/people/cars.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { findLotCar, listLotCars } from './lot-cars.sql.ts'
import { addCar, correctCar, removeCar } from './record-car.ts'

export const lotCarRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const read = async (lot_id: string, car_id: string) =>
    (await findLotCar(app.db, lot_id, car_id, app.ports.now())) ?? refuse('not_found')

  app.route({
    ...listLotCarsRoute,
    handler: async (request) => {
      const { cursor, limit = 20, ...filter } = request.query
      const after = decodeCursor(cursor, ['text', 'uuid'])
      const now = app.ports.now()
      const rows = await listLotCars(app.db, lotOf(request), filter, after, limit, now)
      return pageOf(rows, limit, (row) => [row.plate_normalized, row.id])
    },
  })

  app.route({ ...getLotCarRoute, handler: (request) => read(lotOf(request), request.params.car_id) })

  app.route({
    ...createLotCarRoute,
    handler: async (request, reply) => {
      const id = await addCar(app, request, request.params.user_id, request.body)
      app.changes.announce(lotOf(request))
      reply.status(201)
      return read(lotOf(request), id)
    },
  })

  app.route({
    ...patchLotCarRoute,
    handler: async (request) => {
      const { car_id } = request.params
      const { reason: _reason, ...patch } = request.body
      refuseNoChange(patch)
      await correctCar(app, request, car_id, request.body)
      app.changes.announce(lotOf(request))
      return read(lotOf(request), car_id)
    },
  })

  app.route({
    ...deleteLotCarRoute,
    handler: async (request, reply) => {
      await removeCar(app, request, request.params.car_id)
      app.changes.announce(lotOf(request))
      reply.status(204)
      return null
    },
  })
}
