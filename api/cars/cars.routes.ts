import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createCar, deleteCar as deleteCarRoute, listMyCars, patchCar } from '@openspot/contract/cars.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { refuse } from '../errors.ts'
import { callerOf } from '../plugins/access.ts'
import { deleteCar, insertCar, listCars, updateCar } from './cars.sql.ts'

const mostCars = 20

export const carRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listMyCars,
    handler: async (request) => ({ items: await listCars(app.db, callerOf(request).user_id) }),
  })

  app.route({
    ...createCar,
    handler: async (request, reply) => {
      const { user_id } = callerOf(request)
      if ((await listCars(app.db, user_id)).length >= mostCars) {
        refuse('request_invalid', { message: `You can keep ${mostCars} cars. Remove one first.` })
      }
      const { plate, region, ...rest } = request.body
      reply.status(201)
      return insertCar(app.db, {
        ...rest,
        user_id,
        ...plateFields(plate),
        region: (region ?? '').toUpperCase(),
        created_at: app.ports.now().toISOString(),
      })
    },
  })

  app.route({
    ...patchCar,
    handler: ({ params, body }) => {
      const { plate, region, ...rest } = body
      const patch = {
        ...rest,
        ...(plate === undefined ? {} : plateFields(plate)),
        ...(region === undefined ? {} : { region: region.toUpperCase() }),
      }
      if (Object.keys(patch).length === 0) refuse('request_invalid', { message: 'Say what is to change.' })
      return updateCar(app.db, params.car_id, patch)
    },
  })

  app.route({
    ...deleteCarRoute,
    handler: async ({ params }, reply) => {
      if (!(await deleteCar(app.db, params.car_id, app.ports.now().toISOString()))) refuse('car_in_use')
      reply.status(204)
      return null
    },
  })
}

function plateFields(plate: string): { plate: string; plate_normalized: string } {
  const plate_normalized = normalizePlate(plate)
  if (!/^[A-Z0-9]{1,15}$/.test(plate_normalized)) {
    refuse('request_invalid', { field: 'plate', message: 'A plate has letters and digits, fifteen at most.' })
  }
  return { plate: plate.trim(), plate_normalized }
}
