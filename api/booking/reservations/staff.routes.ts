import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeByStaffRoute,
  changeCarByStaffRoute,
  previewStaffChangeRoute,
} from '@openspot/contract/booking/staff-changes.ts'
import {
  cancelByStaffRoute,
  createByStaffRoute,
  giveNoticeRoute,
  replaceByStaffRoute,
  sendToDriverRoute,
} from '@openspot/contract/booking/staff-reservations.ts'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { lotOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { cancelForStaff } from './cancel.ts'
import { endWithNotice } from './notice.ts'
import { replace } from './replace.ts'
import { getReservation } from './reservations.sql.ts'
import { lockAwaiting, queueToAccept } from './send-again.sql.ts'
import { createForSomebody } from './staff.ts'
import { changeCarForDriver } from './staff-car.ts'
import { changeForDriver, previewStaffChange } from './staff-change.ts'

const staffView = { money: true, driver: true }

/** How often all staff together may send a reservation again. The driver's address has limits of its own. */
const SENT_AGAIN = { max: 3, minutes: 60 }

/** The routes with which staff manage reservations, and hosts those on their own spots. */
export const staffReservationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...createByStaffRoute,
    handler: async (request, reply) => {
      const { body } = request
      const id = await createForSomebody(app, request, { ...body, ends_at: body.ends_at ?? null })
      reply.status(201)
      return getReservation(app.db, id, staffView, app.ports.now())
    },
  })

  app.route({ ...replaceByStaffRoute, handler: (request) => replace(app, request, request.body) })

  app.route({
    ...previewStaffChangeRoute,
    handler: (request) => previewStaffChange(app, request, request.params.reservation_id, request.query),
  })

  app.route({
    ...changeByStaffRoute,
    handler: (request) => changeForDriver(app, request, request.params.reservation_id, request.body),
  })

  app.route({
    ...changeCarByStaffRoute,
    handler: async (request) => {
      const { reservation_id } = request.params
      await changeCarForDriver(app, request, reservation_id, request.body)
      return getReservation(app.db, reservation_id, staffView, app.ports.now())
    },
  })

  app.route({
    ...cancelByStaffRoute,
    handler: async (request) => {
      const { reservation_id } = request.params
      const { refund_cents, reason } = request.body
      await cancelForStaff(app, request, reservation_id, { refund_cents, reason })
      return getReservation(app.db, reservation_id, staffView, app.ports.now())
    },
  })

  app.route({
    ...sendToDriverRoute,
    handler: async (request, reply) => {
      const { reservation_id } = request.params
      await count(app, `send again ${reservation_id}`, SENT_AGAIN)
      reply.status(202)
      return makeChange(app, request, {
        lock: (tx) => lockAwaiting(tx, reservation_id),
        write: async (tx, { is_awaiting }) => {
          if (!is_awaiting) refuse('reservation_not_open')
          await queueToAccept(tx, { reservation_id, about: app.ports.id() })
        },
        audit: () => ({
          action: 'reservation.send',
          subject_kind: 'reservation',
          subject_id: reservation_id,
        }),
        announces: [lotOf(request)],
        view: () => null,
      })
    },
  })

  app.route({
    ...giveNoticeRoute,
    handler: async (request) => {
      const { reservation_id } = request.params
      await endWithNotice(app, request, reservation_id, request.body)
      const view = request.granted === 'host' ? { money: false, driver: true, host: true } : staffView
      return getReservation(app.db, reservation_id, view, app.ports.now())
    },
  })
}
