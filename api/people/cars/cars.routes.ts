import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  acceptCarProposalRoute,
  createCarRoute,
  deleteCarRoute,
  dismissCarProposalRoute,
  listMyCarProposalsRoute,
  listMyCarsRoute,
  patchCarRoute,
} from '@openspot/contract/people/cars.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { acceptProposal } from './accept-proposal.ts'
import { closeNote, listProposals, lockNote } from './car-notes.sql.ts'
import { carColumns, plateColumns } from './cars.rules.ts'
import { countLiveReservations, deleteCar, insertCar, listCars, lockCar, updateCar } from './cars.sql.ts'

export const carRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listMyCarsRoute,
    handler: async (request) => ({ items: await listCars(app.db, callerOf(request).user_id) }),
  })

  app.route({
    ...createCarRoute,
    handler: async (request, reply) => {
      const now = app.ports.now()
      const car = {
        ...carColumns(request.body, now),
        ...plateColumns(request.body.plate),
        user_id: callerOf(request).user_id,
        created_at: now.toISOString(),
      }
      reply.status(201)
      return app.db.transaction().execute((tx) => insertCar(tx, car))
    },
  })

  app.route({
    ...patchCarRoute,
    handler: async (request) => {
      const now = app.ports.now()
      const patch = carColumns(request.body, now)
      refuseNoChange(patch)
      const by = { user_id: callerOf(request).user_id, now }
      const { after } = await app.db
        .transaction()
        .execute((tx) => updateCar(tx, request.params.car_id, patch, by))
      return after
    },
  })

  app.route({
    ...listMyCarProposalsRoute,
    handler: async (request) => ({ items: await listProposals(app.db, callerOf(request).user_id) }),
  })

  app.route({
    ...acceptCarProposalRoute,
    handler: async (request) => {
      const { user_id } = callerOf(request)
      const { lot_id, car } = await acceptProposal(app, user_id, request.params.car_note_id)
      app.changes.announce(lot_id)
      return car
    },
  })

  app.route({
    ...dismissCarProposalRoute,
    handler: async (request, reply) => {
      const { user_id } = callerOf(request)
      const now = app.ports.now()
      const lot_id = await app.db.transaction().execute(async (tx) => {
        const note = await lockNote(tx, { id: request.params.car_note_id, user_id })
        if (!note) return refuse('not_found')
        await closeNote(tx, note, 'DISMISSED', now)
        return note.lot_id
      })
      app.changes.announce(lot_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...deleteCarRoute,
    handler: async ({ params: { car_id } }, reply) => {
      const now = app.ports.now()
      await app.db.transaction().execute(async (tx) => {
        await lockCar(tx, car_id)
        if ((await countLiveReservations(tx, { car_id }, now)) > 0) refuse('car_in_use')
        await deleteCar(tx, car_id, now)
      })
      reply.status(204)
      return null
    },
  })
}
