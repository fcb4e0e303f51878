import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  addMemberRoute,
  allowStaffReservationsRoute,
  dropJoinCodeRoute,
  getJoinCodeRoute,
  getLotUserRoute,
  joinByCodeRoute,
  listMembersRoute,
  patchMembershipRoute,
  requestToJoinRoute,
  rotateJoinCodeRoute,
} from '@openspot/contract/people/memberships.ts'
import type { FastifyRequest } from 'fastify'
import { writeReadAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { findLotByPublicId } from '../../lots/lots/lots.sql.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { listCarsIn } from '../cars/lot-cars.sql.ts'
import { changeMembership } from './change.ts'
import { askToJoin, joinByCode, offerMembership, requestToJoin } from './join.ts'
import { drawJoinCode, getJoinCode, setJoinCode } from './join-codes.sql.ts'
import { accountOf, endOf, findLotPerson, findMember, listMembers, toMember } from './members.sql.ts'
import { setStaffReservations } from './staff-reservations.sql.ts'

export const membershipRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...patchMembershipRoute, handler: (request) => changeMembership(app, request, request) })

  app.route({
    ...allowStaffReservationsRoute,
    handler: async (request) => {
      const { user_id, session_id } = callerOf(request)
      const { is_allowed } = request.body
      const by = { user_id, lot_id: lotOf(request), session_id }
      await setStaffReservations(app.pool, by, is_allowed, app.ports.now())
      return { is_allowed }
    },
  })

  app.route({
    ...addMemberRoute,
    handler: async (request, reply) => {
      const { user_id } = request.body
      reply.status(201)
      if (user_id === undefined || user_id.toLowerCase() === callerOf(request).user_id) {
        return requestToJoin(app, request, request)
      }
      if (request.granted === 'user') refuse('forbidden', { field: 'user_id' })
      const { params, body } = request
      return offerMembership(app, request, { params, body: { ...body, user_id } })
    },
  })

  app.route({
    ...requestToJoinRoute,
    handler: async (request, reply) => {
      const { public_id } = request.params
      const lot = (await findLotByPublicId(app.db, public_id, app.ports.now())) ?? refuse('not_found')
      reply.status(201)
      return askToJoin(app, lot.id, callerOf(request).user_id)
    },
  })

  app.route({
    ...joinByCodeRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return joinByCode(app, callerOf(request).user_id, request.body.code)
    },
  })

  app.route({ ...getJoinCodeRoute, handler: (request) => getJoinCode(app.db, lotOf(request)) })

  app.route({
    ...rotateJoinCodeRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return setCode(request, drawJoinCode(app.ports))
    },
  })

  app.route({
    ...dropJoinCodeRoute,
    handler: async (request, reply) => {
      await setCode(request, null)
      reply.status(204)
      return null
    },
  })

  async function setCode(request: FastifyRequest, code: string | null) {
    const lot_id = lotOf(request)
    return makeChange(app, request, {
      lock: nothingToLock,
      write: (tx) => setJoinCode(tx, lot_id, code, app.ports.now()),
      audit: () => ({
        // The code admits people to the lot, so readers of the audit log must not see it.
        action: `join_code.${code === null ? 'drop' : 'turn'}` as const,
        subject_kind: 'lot',
        subject_id: lot_id,
      }),
      announces: [],
      view: () => getJoinCode(app.db, lot_id),
    })
  }

  app.route({
    ...listMembersRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { cursor, limit = 20, is_export, ...filter } = request.query
      const is_redacted = request.granted === 'patroller'
      if (is_redacted) {
        // Patrollers may not filter by fields that they cannot see.
        const [field] = Object.entries(filter).flatMap(([name, value]) =>
          name === 'q' || value === undefined || value === 'name' ? [] : [name],
        )
        if (field !== undefined) refuse('forbidden', { field })
        Object.assign(filter, { status: 'ACTIVE' })
      }
      const after = decodeCursor(cursor, [filter.sort === 'newest' ? 'instant' : 'text', 'uuid'])
      if (is_export && after === null) {
        const action = {
          action: 'members.export' as const,
          subject_kind: 'lot',
          subject_id: lot_id,
          details: { filter },
        }
        await writeReadAudit(app.db, request, action)
      }
      const now = app.ports.now()
      const rows = await listMembers(app.db, lot_id, filter, after, limit, is_redacted, now)
      const { items, next_cursor } = pageOf(rows, limit, (row) => endOf(filter.sort, row))
      return { items: items.map((row) => toMember(row, is_redacted)), next_cursor }
    },
  })

  app.route({
    ...getLotUserRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { user_id } = request.params
      const now = app.ports.now()
      const person = (await findLotPerson(app.db, lot_id, user_id, now)) ?? refuse('not_found')
      const cars = await listCarsIn(app.db, lot_id, user_id, now)
      const { name, email, phone, reservations, live_reservations } = person
      if (request.granted === 'patroller') return { user_id, name, cars }
      const row = await findMember(app.db, lot_id, user_id, now)
      const membership = row ? toMember(row, false) : null
      return {
        user_id,
        name,
        cars,
        membership,
        email,
        phone,
        ...accountOf(person),
        reservations,
        live_reservations,
      }
    },
  })
}
