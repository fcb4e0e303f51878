import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  listDifferencesRoute,
  listReconciliationRunsRoute,
  resolveDifferenceRoute,
  runReconciliationRoute,
} from '@openspot/contract/money/reconciliation.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import {
  beginRun,
  findDifference,
  hasLot,
  listDifferences,
  listRuns,
  queueRun,
  resolveDifference,
} from './reconciliation.sql.ts'

const cursorKinds = ['instant', 'uuid'] as const

/** The routes with which platform admins view and settle reconciliation differences. */
export const reconciliationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listReconciliationRunsRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      const rows = await listRuns(app.pool, decodeCursor(cursor, cursorKinds), limit)
      return pageOf(rows, limit, (row) => [row.started_at, row.id])
    },
  })

  app.route({
    ...runReconciliationRoute,
    handler: async (request, reply) => {
      reply.status(202)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const begun = await beginRun(tx, app.ports.now())
          await queueRun(tx, begun.id)
          return begun
        },
        audit: ({ id }) => ({
          action: 'reconciliation.run',
          subject_kind: 'reconciliation_run',
          subject_id: id,
        }),
        announces: [],
        view: (run) => run,
      })
    },
  })

  app.route({
    ...listDifferencesRoute,
    handler: async (request) => {
      const { status = null, kind = null, cursor, limit = 20 } = request.query
      const after = decodeCursor(cursor, cursorKinds)
      const rows = await listDifferences(app.pool, { status, kind }, after, limit)
      return pageOf(rows, limit, (row) => [row.found_at, row.id])
    },
  })

  app.route({
    ...resolveDifferenceRoute,
    handler: async (request) => {
      const { difference_id } = request.params
      const { note, book = false, lot_id = null } = request.body
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          if (lot_id !== null && !(await hasLot(tx, lot_id)))
            refuse('request_invalid', { field: 'lot_id', message: (t) => t('apiErrors.lot.unknown') })
          const settled = await resolveDifference(tx, app.ports.now(), {
            difference_id,
            user_id: callerOf(request).user_id,
            note,
            book,
            lot_id,
          })
          if (settled.outcome === 'unknown') refuse('not_found')
          if (settled.outcome === 'not_open') refuse('difference_not_open')
          if (settled.outcome === 'not_bookable') refuse('difference_not_bookable', { field: 'book' })
          if (settled.outcome === 'lot_needed') {
            refuse('request_invalid', {
              field: 'lot_id',
              message: (t) => t('apiErrors.payments.lotMissing'),
            })
          }
          return settled
        },
        audit: (settled) => ({
          action: 'reconciliation.resolve',
          subject_kind: 'reconciliation_difference',
          subject_id: difference_id,
          details: { note, booked_cents: settled.booked, lot_id: settled.lot_id },
        }),
        announces: [],
        view: async () => (await findDifference(app.pool, difference_id)) ?? refuse('not_found'),
      })
    },
  })
}
