import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createLotCar,
  deleteLotCar,
  getLotCar,
  listLotCars as listLotCarsRoute,
  patchLotCar,
} from '@openspot/contract/cars.ts'
import { writeAudit } from '../audit.sql.ts'
import { refuse, refuseNoChange } from '../errors.ts'
import { decodeCursor, pageOf } from '../paging.ts'
import { callerOf, lotOf } from '../plugins/access.ts'
import { isMember } from '../spots/spots.sql.ts'
import { carColumns, plateColumns } from './cars.rules.ts'
import { countLiveStays, insertCar, lockCar, updateCar } from './cars.sql.ts'
import { findLotCar, listLotCars, removeFromLot } from './lot-cars.sql.ts'

export const lotCarRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const read = async (lot_id: string, car_id: string) =>
    (await findLotCar(app.db, lot_id, car_id, app.ports.now().toISOString())) ?? refuse('not_found')

  app.route({
    ...listLotCarsRoute,
    handler: async (request) => {
      const { cursor, limit = 20, ...filter } = request.query
      const after = decodeCursor(cursor, ['string', 'string'])
      const now = app.ports.now().toISOString()
      const rows = await listLotCars(app.db, lotOf(request), filter, after, limit, now)
      return pageOf(rows, limit, (row) => [row.plate_normalized, row.id])
    },
  })

  app.route({ ...getLotCar, handler: (request) => read(lotOf(request), request.params.car_id) })

  app.route({
    ...createLotCar,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { user_id } = request.params
      const now = app.ports.now()
      const columns = { ...carColumns(request.body, now), ...plateColumns(request.body.plate) }
      const car = await app.db.transaction().execute(async (tx) => {
        // Cars are not put on strangers.
        if (!(await isMember(tx, lot_id, user_id))) refuse('not_found')
        const made = await insertCar(tx, { ...columns, user_id, created_at: now.toISOString() })
        const details = { user_id, after: made }
        await writeAudit(tx, request, { action: 'car.create', ...subjectOf(made.id), details })
        return made
      })
      app.changes.announce(lot_id)
      reply.status(201)
      return read(lot_id, car.id)
    },
  })

  app.route({
    ...patchLotCar,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { car_id } = request.params
      const now = app.ports.now()
      const patch = carColumns(request.body, now)
      refuseNoChange(patch)
      const by = { user_id: callerOf(request).user_id, now: now.toISOString() }
      await app.db.transaction().execute(async (tx) => {
        if (!(await findLotCar(tx, lot_id, car_id, by.now))) refuse('not_found')
        const details = await updateCar(tx, car_id, patch, by)
        await writeAudit(tx, request, { action: 'car.change', ...subjectOf(car_id), details })
      })
      app.changes.announce(lot_id)
      return read(lot_id, car_id)
    },
  })

  app.route({
    ...deleteLotCar,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { car_id } = request.params
      const { user_id } = callerOf(request)
      const now = app.ports.now().toISOString()
      await app.db.transaction().execute(async (tx) => {
        await lockCar(tx, car_id)
        const car = (await findLotCar(tx, lot_id, car_id, now)) ?? refuse('not_found')
        if ((await countLiveStays(tx, { car_id, lot_id }, now)) > 0) refuse('car_in_use')
        await removeFromLot(tx, { lot_id, car_id, user_id, now })
        const { plate, region } = car
        const details = { before: { user_id: car.user_id, plate, region } }
        await writeAudit(tx, request, { action: 'car.remove', ...subjectOf(car_id), details })
      })
      app.changes.announce(lot_id)
      reply.status(204)
      return null
    },
  })
}

const subjectOf = (id: string) => ({ subject_kind: 'car', subject_id: id })
