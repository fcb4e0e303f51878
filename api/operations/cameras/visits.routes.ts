import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  endPlateVisitRoute,
  getPlateReadImageRoute,
  listPlateReadsRoute,
  listPlateVisitsRoute,
} from '@openspot/contract/operations/visits.ts'
import { writeReadAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { answerPicture } from '../../lots/files/answer-picture.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { findImage, insertStaffRead, listReads } from './reads.sql.ts'
import { rebuildVisits } from './rebuild-visits.ts'
import { listVisits, lockVisit } from './visits.sql.ts'

export const visitRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listPlateReadsRoute,
    handler: (request) => {
      const { cursor, limit = 20, camera_id = null, visit_id = null } = request.query
      return listReads(app.pool, { lot_id: lotOf(request), camera_id, visit_id, cursor, limit })
    },
  })

  app.route({
    ...getPlateReadImageRoute,
    handler: async (request, reply) => {
      const { read_id } = request.params
      const bytes = (await findImage(app.db, lotOf(request), read_id)) ?? refuse('not_found')
      await writeReadAudit(app.db, request, {
        action: 'plate_read.view_image',
        subject_kind: 'plate_read',
        subject_id: read_id,
      })
      return answerPicture(reply, { bytes, is_private: true })
    },
  })

  app.route({
    ...listPlateVisitsRoute,
    handler: (request) => {
      const { cursor, limit = 20, show = 'ALL' } = request.query
      const now = app.ports.now()
      return listVisits(app.pool, { lot_id: lotOf(request), visit_id: null, show, now, cursor, limit })
    },
  })

  app.route({
    ...endPlateVisitRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { visit_id } = request.params
      const now = app.ports.now()
      const of = { lot_id, visit_id, show: 'ALL' as const, now, cursor: undefined, limit: 1 }
      return makeChange(app, request, {
        lock: (tx) => lockVisit(tx, lot_id, visit_id),
        write: async (tx, { visit_key, plate, region, exited_at }) => {
          if (exited_at !== null) refuse('visit_ended')
          await insertStaffRead(tx, {
            id: app.ports.id(),
            lot_id,
            user_id: callerOf(request).user_id,
            plate,
            region,
            visit_key,
            now,
          })
          await rebuildVisits(tx, app.ports, { lot_id, visit_key, now })
        },
        audit: (_, { plate }) => ({
          action: 'plate_visit.end',
          subject_kind: 'plate_visit',
          subject_id: visit_id,
          details: { plate },
        }),
        announces: [lot_id],
        view: async () => (await listVisits(app.pool, of)).items[0] ?? refuse('not_found'),
      })
    },
  })
}
