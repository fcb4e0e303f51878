import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getGateOpenRoute,
  holdGateOpenRoute,
  listGateOpensRoute,
  openGateRoute,
  releaseGateRoute,
} from '@openspot/contract/operations/gates.ts'
import { longestHoldOpenHours } from '@openspot/core/gates/limits.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { lotOfGate } from './gate-lot.ts'
import { findOpen, listOpens } from './gate-opens.sql.ts'
import { listGates, lockHold, replaceHold, updateGate } from './gates.sql.ts'
import { requestOpen } from './request-open.ts'

export const gateOpenRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const gateFor = async (request: FastifyRequest, gate_id: string) => {
    const of = { lot_id: lotOf(request), user_id: callerOf(request).user_id, now: app.ports.now(), gate_id }
    return (await listGates(app.pool, of))[0] ?? refuse('not_found')
  }

  app.route({
    ...openGateRoute,
    handler: async (request, reply) => {
      const lot_id = lotOfGate(request)
      const { user_id } = callerOf(request)
      const { gate_id } = request.params
      const note = request.body.note?.trim() || null
      const open_id = await requestOpen(app, request, {
        lot_id,
        gate_id,
        user_id,
        only_reservation_id: null,
        note,
        idempotency_key: request.idempotency_key ?? '',
      })
      reply.status(202)
      return (await findOpen(app.pool, { gate_id, user_id, open_id })) ?? refuse('not_found')
    },
  })

  app.route({
    ...getGateOpenRoute,
    handler: async (request) => {
      lotOfGate(request)
      const { gate_id } = request.params
      const { open_id = null } = request.query
      const isStaff = request.granted !== 'resource_owner' && request.granted !== 'member'
      // Staff see the requests of others, but only by their ID.
      const user_id = isStaff && open_id !== null ? null : callerOf(request).user_id
      return (await findOpen(app.pool, { gate_id, user_id, open_id })) ?? refuse('gate_not_requested')
    },
  })

  app.route({
    ...listGateOpensRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      return listOpens(app.pool, {
        lot_id: lotOfGate(request),
        gate_id: request.params.gate_id,
        now: app.ports.now(),
        cursor,
        limit,
      })
    },
  })

  app.route({
    ...holdGateOpenRoute,
    handler: async (request) => {
      const lot_id = lotOfGate(request)
      const { gate_id } = request.params
      const { note } = request.body
      // As it is stored, and compared when the hold ends.
      const until = new Date(request.body.until).toISOString()
      const now = app.ports.now()
      const latest = new Date(now.getTime() + longestHoldOpenHours * 3_600_000)
      if (Date.parse(until) <= now.getTime() || Date.parse(until) > latest.getTime()) {
        refuse('request_invalid', {
          field: 'until',
          message: (t) => t('apiErrors.gates.holdTooLong', { hours: longestHoldOpenHours }),
        })
      }
      if (!(await gateFor(request, gate_id)).can_hold_open) refuse('gate_cannot_hold')
      const before = await makeChange(app, request, {
        lock: (tx) => lockHold(tx, lot_id, gate_id),
        write: async (tx, hold) => {
          const held_open_by_user_id = callerOf(request).user_id
          await updateGate(tx, lot_id, gate_id, { held_open_until: until, held_open_by_user_id })
          return hold
        },
        audit: () => ({ action: 'gate.hold_open', ...subjectOf(gate_id), details: { until, note } }),
        // Those who watch are told once the gate has answered.
        announces: [],
        view: (hold) => hold,
      })
      if ((await app.gates.holdOpen(gate_id, new Date(until))) === 'NOT_SENT') {
        return makeChange(app, request, {
          lock: nothingToLock,
          // An extension that did not reach the gate leaves the hold that it has, which someone must still end.
          write: (tx) => replaceHold(tx, lot_id, gate_id, until, before),
          audit: () => ({ action: 'gate.hold_open_failed', ...subjectOf(gate_id), details: { until } }),
          // Who looked meanwhile saw the gate held open.
          announces: [lot_id],
          view: () => refuse('gate_unreachable'),
        })
      }
      app.changes.announce(lot_id)
      return gateFor(request, gate_id)
    },
  })

  app.route({
    ...releaseGateRoute,
    handler: async (request) => {
      const lot_id = lotOfGate(request)
      const { gate_id } = request.params
      if ((await app.gates.release(gate_id)) === 'NOT_SENT') refuse('gate_unreachable')
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => updateGate(tx, lot_id, gate_id, { held_open_until: null, held_open_by_user_id: null }),
        audit: () => ({ action: 'gate.release', ...subjectOf(gate_id) }),
        announces: [lot_id],
        view: () => gateFor(request, gate_id),
      })
    },
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'gate', subject_id })
