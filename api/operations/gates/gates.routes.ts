import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  allowMemberGatesRoute,
  checkGateRoute,
  createGateRoute,
  deleteGateRoute,
  listGatesRoute,
  listStaffGatesRoute,
  patchGateRoute,
} from '@openspot/contract/operations/gates.ts'
import { gatesPerLot } from '@openspot/core/gates/limits.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { lockLimit } from '../../limits.sql.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { difference, makeChange, nothingToLock } from '../../make-change.ts'
import { readName, refuseTaken } from '../../names.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { refuseIfChanged } from '../../read-before.ts'
import { lotOfGate } from './gate-lot.ts'
import { checkDevice, hasPositionSensor, refuseUnsafeGate } from './gate-settings.rules.ts'
import {
  countGates,
  insertGate,
  listGates,
  listStaffGates,
  lockGate,
  sealFor,
  setMemberGates,
  updateGate,
} from './gates.sql.ts'

export const gateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const list = async (request: FastifyRequest, gate_id?: string) => {
    const lot = await getLot(app.db, lotOf(request))
    const now = app.ports.now()
    const today = isoOf(startOfLocalDay(lot.time_zone, minuteOf(now)))
    const of = { lot_id: lot.id, user_id: callerOf(request).user_id, now, today }
    return listStaffGates(app.pool, gate_id === undefined ? of : { ...of, gate_id })
  }
  const one = async (request: FastifyRequest, gate_id: string) =>
    (await list(request, gate_id))[0] ?? refuse('not_found')

  app.route({
    ...listGatesRoute,
    handler: async (request) => ({
      items: await listGates(app.pool, {
        lot_id: lotOf(request),
        user_id: callerOf(request).user_id,
        now: app.ports.now(),
      }),
    }),
  })

  app.route({ ...listStaffGatesRoute, handler: async (request) => ({ items: await list(request) }) })

  app.route({
    ...createGateRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { password, device, ...settings } = request.body
      const name = readName(settings.name, 80)
      refuseUnsafeGate(settings)
      checkDevice(app.settings, device)
      const id = app.ports.id()
      const now = app.ports.now().toISOString()
      reply.status(201)
      return refuseTaken('gates_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockLimit(tx, 'gates', lot_id),
          write: async (tx) => {
            if ((await countGates(tx, lot_id)) >= gatesPerLot) refuse('gate_limit')
            await insertGate(tx, {
              ...settings,
              id,
              lot_id,
              name,
              driver: device.driver,
              device: JSON.stringify(device),
              has_position_sensor: hasPositionSensor(device),
              device_password: sealed(app, password ?? null),
              created_at: now,
              changed_at: now,
            })
          },
          audit: () => ({ action: 'gate.create', ...subjectOf(id), details: { name, device } }),
          announces: [lot_id],
          view: () => one(request, id),
        }),
      )
    },
  })

  app.route({
    ...patchGateRoute,
    handler: async (request) => {
      const { before: read, ...body } = request.body
      refuseNoChange(body)
      const lot_id = lotOfGate(request)
      const { gate_id } = request.params
      const { password, device, name, ...settings } = body
      if (device) checkDevice(app.settings, device)
      return refuseTaken('gates_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockGate(tx, lot_id, gate_id),
          write: async (tx, before) => {
            refuseIfChanged('gate_changed', read, before)
            refuseUnsafeGate({ ...before, ...settings })
            const set = {
              ...settings,
              ...(name === undefined ? {} : { name: readName(name, 80) }),
              ...(device
                ? {
                    driver: device.driver,
                    device: JSON.stringify(device),
                    has_position_sensor: hasPositionSensor(device),
                  }
                : {}),
              ...(password === undefined ? {} : { device_password: sealed(app, password) }),
              // Another device is somewhere else, and nothing is known of it.
              ...(device
                ? { position: 'UNKNOWN' as const, is_reachable: null, checked_at: null, faults: [] }
                : {}),
              changed_at: app.ports.now().toISOString(),
            }
            await updateGate(tx, lot_id, gate_id, set)
          },
          audit: (_, before) => ({
            action: 'gate.change',
            ...subjectOf(gate_id),
            details: {
              ...difference(before, settings),
              ...(device ? { device_before: before.device, device } : {}),
              ...(name === undefined ? {} : { name_before: before.name, name }),
              is_password_changed: password !== undefined,
            },
          }),
          announces: [lot_id],
          view: () => one(request, gate_id),
        }),
      )
    },
  })

  app.route({
    ...deleteGateRoute,
    handler: async (request, reply) => {
      const lot_id = lotOfGate(request)
      const { gate_id } = request.params
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockGate(tx, lot_id, gate_id),
        write: (tx) => {
          const now = app.ports.now().toISOString()
          return updateGate(tx, lot_id, gate_id, { deleted_at: now, device_password: null, changed_at: now })
        },
        audit: (_, { name }) => ({ action: 'gate.delete', ...subjectOf(gate_id), details: { name } }),
        announces: [lot_id],
        view: () => null,
      })
    },
  })

  app.route({
    ...allowMemberGatesRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { user_id } = request.params
      const { is_allowed } = request.body
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const of = { lot_id, user_id, is_allowed, now: app.ports.now() }
          if (!(await setMemberGates(tx, of))) refuse('membership_not_possible')
        },
        audit: () => ({
          action: 'gate.allow_member',
          subject_kind: 'user',
          subject_id: user_id,
          details: { is_allowed },
        }),
        announces: [],
        view: () => ({ is_allowed }),
      })
    },
  })

  app.route({
    ...checkGateRoute,
    handler: async (request) => {
      const lot_id = lotOfGate(request)
      await app.gates.check(request.params.gate_id)
      app.changes.announce(lot_id)
      return one(request, request.params.gate_id)
    },
  })
}

const sealed = (app: Pick<FastifyInstance, 'secrets' | 'ports'>, password: string | null): string | null =>
  password === null ? null : app.secrets.seal(sealFor, password, app.ports.random(12))

const subjectOf = (subject_id: string) => ({ subject_kind: 'gate', subject_id })
