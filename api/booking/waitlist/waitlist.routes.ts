import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  joinWaitlistRoute,
  leaveWaitlistRoute,
  listLotWaitlistRoute,
  listMyWaitlistRoute,
} from '@openspot/contract/booking/waitlist.ts'
import { refuse } from '../../errors.ts'
import { findOwnCar } from '../../people/cars/cars.sql.ts'
import { isFlagOn } from '../../platform/flags/read-flag.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { listCandidates } from '../allocation/candidates.sql.ts'
import { findSeats } from '../allocation/spot-allocation.ts'
import { checkTimes, snapTimes } from '../occupancy/times.rules.ts'
import { getTerms } from '../pricing/terms.sql.ts'
import { endReservation } from '../reservations/hold.sql.ts'
import { ownEntry } from './entry-offers.ts'
import { getEntry, insertEntry, leave, listLotWaitlist, listOwnEntries } from './waitlist.sql.ts'

export const waitlistRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...joinWaitlistRoute,
    handler: async (request, reply) => {
      const { starts_at, ends_at, type, features, car_id } = request.body
      const { user_id } = callerOf(request)
      const lot_id = lotOf(request)
      const now = app.ports.now()
      checkTimes({ starts_at, ends_at }, now)
      if (!(await isFlagOn(app.db, app.settings, 'waitlist', lot_id))) refuse('waitlist_off')
      if (car_id !== undefined && !(await findOwnCar(app.db, user_id, car_id))) {
        refuse('request_invalid', {
          field: 'car_id',
          message: (t) => t('apiErrors.reservations.notYourCar'),
        })
      }
      const terms = await getTerms(app.pool, { lot_id, user_id, starts_at, ends_at, now })
      const times = snapTimes({ starts_at, ends_at }, terms.lot)
      const preferences = { type: type ?? null, features: features ?? [] }
      const seats = await findSeats(
        app,
        terms,
        await listCandidates(app.pool, lot_id, times, preferences, now),
        times,
        preferences,
        now,
      )
      if (seats.spots.length > 0) {
        refuse('change_not_possible', {
          message: (t) => t('apiErrors.reservations.spotFree'),
        })
      }
      if (seats.refusal)
        refuse('rules_refuse', { message: seats.refusal.message, details: { rule: seats.refusal.rule } })
      const entry = {
        id: app.ports.id(),
        lot_id,
        user_id,
        car_id: car_id ?? null,
        starts_at: times.starts_at,
        ends_at: times.ends_at ?? ends_at,
      }
      const isNew = await insertEntry(
        app.pool,
        { ...entry, type: preferences.type, features: preferences.features },
        now,
      )
      if (!isNew) refuse('already_waiting')
      reply.status(201)
      return ownEntry(app, (await getEntry(app.pool, entry.id, now)) ?? refuse('not_found'), now)
    },
  })

  app.route({
    ...listLotWaitlistRoute,
    handler: (request) => {
      const { cursor, limit = 50 } = request.query
      return listLotWaitlist(app.pool, { lot_id: lotOf(request), cursor, limit, now: app.ports.now() })
    },
  })

  app.route({
    ...listMyWaitlistRoute,
    handler: async (request) => {
      const now = app.ports.now()
      const rows = await listOwnEntries(app.pool, callerOf(request).user_id, now)
      return { items: await Promise.all(rows.map((row) => ownEntry(app, row, now))) }
    },
  })

  app.route({
    ...leaveWaitlistRoute,
    handler: async (request, reply) => {
      const now = app.ports.now()
      const reservation_id = await leave(app.pool, request.params.entry_id, now)
      if (reservation_id !== null) {
        const ended = await endReservation(app.pool, now, {
          reservation_id,
          to: 'CANCELED',
          reason: null,
          refund_cents: 0,
          user_id: null,
        })
        app.changes.announce(ended.lot_id)
      }
      reply.status(204)
      return null
    },
  })
}
