import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createProblemRoute,
  getProblemRoute,
  listMyProblemsRoute,
  listProblemsRoute,
  moveFromProblemRoute,
  type Problem,
  refundProblemRoute,
  setProblemFindingRoute,
  updateProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { inLatin, plateEntry } from '@openspot/core/plates/plate-entry.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { getReservationState } from '../../booking/reservations/reservation-state.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { attachPhotos } from '../photos/photos.sql.ts'
import { choicesOf, isUnderWay } from './choices.ts'
import { notifyProblemStaff, notifyReporter } from './notify-problem.ts'
import {
  findPartyOf,
  findProblem,
  insertPreviousPlate,
  insertProblem,
  listProblems,
  listProblemsOf,
  lockProblem,
  type ProblemRow,
  toFacts,
  toStaffProblem,
  updateProblem,
} from './problems.sql.ts'
import { recordFinding } from './record-finding.ts'
import { moveFromProblem, refundProblem } from './resolve-own.ts'

export const problemRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const rowOf = async (problem_id: string, db: Tx | typeof app.pool = app.pool) =>
    (await findProblem(db, problem_id, app.ports.now())) ?? refuse('not_found')

  async function toProblem(row: ProblemRow): Promise<Problem> {
    const found = await choicesOf(app, row)
    return {
      ...toFacts(row),
      choices: found?.choices ?? null,
      is_for_staff: row.status === 'OPEN' && found === null,
    }
  }

  /**
   * The reservation that a report is about: the reporter's own, or one on their spot. Only a driver can find a spot taken, which
   * needs a current reservation.
   */
  async function reservationOf(request: FastifyRequest, reservation_id: string | undefined, kind: string) {
    const field = 'reservation_id'
    if (reservation_id === undefined) {
      if (kind !== 'SPOT_TAKEN') return null
      return refuse('request_invalid', { field, message: (t) => t('apiErrors.problems.reservationMissing') })
    }
    const unknown = () =>
      refuse('request_invalid', { field, message: (t) => t('apiErrors.problems.reservationUnknown') })
    const { user_id } = callerOf(request)
    const party = await findPartyOf(app.pool, { reservation_id, user_id, lot_id: lotOf(request) })
    if (party === undefined || (party === 'HOST' && kind === 'SPOT_TAKEN')) return unknown()
    const state = await getReservationState(app.pool, reservation_id)
    if (kind === 'SPOT_TAKEN' && !isUnderWay(state, app.ports.now())) return refuse('reservation_not_open')
    return state
  }

  app.route({
    ...createProblemRoute,
    handler: async (request, reply) => {
      const { kind, text, other_plate, other_region = '', photo_ids = [] } = request.body
      const lot_id = lotOf(request)
      const { user_id } = callerOf(request)
      const reservation = await reservationOf(request, request.body.reservation_id, kind)
      const said = text?.trim() || null
      if (kind === 'OTHER' && said === null)
        refuse('request_invalid', { field: 'text', message: (t) => t('apiErrors.problems.textMissing') })
      const now = app.ports.now().toISOString()
      const id = app.ports.id()
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const written = await insertProblem(tx, {
            id,
            lot_id,
            user_id,
            reservation_id: reservation?.id ?? null,
            spot_id: reservation?.spot_id ?? null,
            kind,
            text: said,
            other_plate: plateOf(other_plate ?? null),
            other_region: other_region.trim().toUpperCase(),
            created_at: now,
            changed_at: now,
          })
          if (written !== id) return written
          const attached = await attachPhotos(tx, { lot_id, user_id, photo_ids, to: { problem_id: id } })
          if (attached !== photo_ids.length)
            refuse('request_invalid', {
              field: 'photo_ids',
              message: (t) => t('apiErrors.photos.unknown'),
            })
          await notifyProblemStaff(app, tx, await rowOf(id, tx))
          return id
        },
        audit: () => null,
        announces: [lot_id],
        view: async (problem_id) => toProblem(await rowOf(problem_id)),
      })
    },
  })

  app.route({
    ...listProblemsRoute,
    handler: (request) => {
      const { status = null, cursor, limit = 20 } = request.query
      return listProblems(app.pool, { lot_id: lotOf(request), status, cursor, limit, now: app.ports.now() })
    },
  })

  app.route({
    ...listMyProblemsRoute,
    handler: async (request) => ({
      items: await listProblemsOf(app.pool, {
        user_id: callerOf(request).user_id,
        reservation_id: request.query.reservation_id ?? null,
        now: app.ports.now(),
      }),
    }),
  })

  app.route({
    ...getProblemRoute,
    handler: async (request) => {
      const row = await rowOf(request.params.problem_id)
      // Staff may be the reporter too.
      return {
        mine: row.reporter_id === callerOf(request).user_id ? await toProblem(row) : null,
        staff: request.granted === 'resource_owner' ? null : toStaffProblem(row),
      }
    },
  })

  app.route({
    ...moveFromProblemRoute,
    handler: async (request) => {
      const { problem_id } = request.params
      const { spot_id, gate_id } = request.body
      const gate_open_id = await moveFromProblem(app, request, problem_id, { spot_id, gate_id })
      return { problem: await toProblem(await rowOf(problem_id)), gate_open_id }
    },
  })

  app.route({
    ...refundProblemRoute,
    handler: async (request) => {
      const { problem_id } = request.params
      await refundProblem(app, request, problem_id, request.body.refund_cents)
      return toProblem(await rowOf(problem_id))
    },
  })

  app.route({
    ...setProblemFindingRoute,
    handler: async (request) => {
      const { problem_id } = request.params
      const by = { user_id: callerOf(request).user_id, now: app.ports.now() }
      const { finding, note = null } = request.body
      return makeChange(app, request, {
        lock: (tx) => lockProblem(tx, problem_id),
        write: (tx, before) => recordFinding(tx, before, request.body, by),
        audit: (isRecorded) =>
          isRecorded
            ? { action: 'problem.finding', ...subjectOf(problem_id), details: { finding, note } }
            : null,
        announces: [lotOf(request)],
        view: async () => toStaffProblem(await rowOf(problem_id)),
      })
    },
  })

  app.route({
    ...updateProblemRoute,
    handler: async (request) => {
      refuseNoChange(request.body)
      const { problem_id } = request.params
      const { status, answer, other_plate, other_region } = request.body
      if (status !== undefined && answer === undefined)
        refuse('request_invalid', { field: 'answer', message: (t) => t('apiErrors.problems.answerMissing') })
      if (status === undefined && answer !== undefined)
        refuse('request_invalid', { field: 'status', message: (t) => t('apiErrors.problems.statusMissing') })
      const now = app.ports.now().toISOString()
      const { user_id } = callerOf(request)
      return makeChange(app, request, {
        lock: (tx) => lockProblem(tx, problem_id),
        write: async (tx, before) => {
          const plate = {
            other_plate: other_plate === undefined ? before.other_plate : plateOf(other_plate),
            other_region: other_region?.trim().toUpperCase() ?? before.other_region,
          }
          if (plate.other_plate !== before.other_plate || plate.other_region !== before.other_region) {
            await insertPreviousPlate(tx, {
              lot_id: before.lot_id,
              problem_id,
              other_plate: before.other_plate,
              other_region: before.other_region,
              replaced_at: now,
              replaced_by_user_id: user_id,
            })
          }
          if (status !== undefined && before.status !== 'OPEN') refuse('problem_settled')
          await updateProblem(tx, problem_id, {
            ...plate,
            ...(status === undefined
              ? {}
              : {
                  status,
                  resolution: status === 'RESOLVED' ? 'SETTLED' : null,
                  answer: answer ?? null,
                  resolved_at: now,
                  resolved_by_user_id: user_id,
                }),
            changed_at: now,
          })
          if (status !== undefined) await notifyReporter(app, tx, await rowOf(problem_id, tx))
          return plate
        },
        audit: (plate) => ({
          action: 'problem.update',
          ...subjectOf(problem_id),
          details: { ...plate, status: status ?? null, answer: answer ?? null },
        }),
        announces: [lotOf(request)],
        view: async () => toStaffProblem(await rowOf(problem_id)),
      })
    },
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'problem', subject_id })

/** Returns a plate as it is stored: letters and digits in upper case. Null if there are none. Throws `request_invalid` for a picture. */
function plateOf(plate: string | null): string | null {
  if (plate === null) return null
  const { problem } = plateEntry(plate, '')
  if (problem?.kind === 'SIGN') {
    const { character } = problem
    refuse('request_invalid', {
      field: 'other_plate',
      message: (t) => t('apiErrors.plates.sign', { character }),
    })
  }
  return normalizePlate(inLatin(plate)) || null
}
