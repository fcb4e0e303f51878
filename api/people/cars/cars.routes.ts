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
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { acceptProposal } from './accept-proposal.ts'
import { closeNote, listProposals, lockNote } from './car-notes.sql.ts'
import { carColumns, plateColumns } from './cars.rules.ts'
import { countLiveReservations, deleteCar, insertCar, listCars, lockCar, updateCar } from './cars.sql.ts'
import { listOverlaps } from './overlaps.sql.ts'

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
        ...plateColumns(request.body.plate, request.body.region ?? ''),
        user_id: callerOf(request).user_id,
        created_at: now.toISOString(),
      }
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => insertCar(tx, car),
        audit: () => null,
        announces: [],
        view: (created) => created,
      })
    },
  })

  app.route({
    ...patchCarRoute,
    handler: async (request) => {
      const now = app.ports.now()
      const patch = carColumns(request.body, now)
      refuseNoChange(patch)
      const by = { user_id: callerOf(request).user_id, now }
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const { before, after } = await updateCar(tx, request.params.car_id, patch, by)
          const isRenamed =
            before.plate_normalized !== after.plate_normalized || before.region !== after.region
          return { ...after, overlaps: isRenamed ? await listOverlaps(tx, after.id, now) : [] }
        },
        audit: () => null,
        announces: [],
        view: (changed) => changed,
      })
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
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockNote(tx, { id: request.params.car_note_id, user_id }),
        write: (tx, note) => closeNote(tx, note, 'DISMISSED', now),
        audit: () => null,
        announces: (_, { lot_id }) => [lot_id],
        view: () => null,
      })
    },
  })

  app.route({
    ...deleteCarRoute,
    handler: async (request, reply) => {
      const { car_id } = request.params
      const now = app.ports.now()
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await lockCar(tx, car_id)
          if ((await countLiveReservations(tx, { car_id }, now)) > 0) refuse('car_in_use')
          await deleteCar(tx, car_id, now)
        },
        audit: () => null,
        announces: [],
        view: () => null,
      })
    },
  })
}
