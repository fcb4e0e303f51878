import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getPatrolShiftRoute } from '@openspot/contract/operations/patrol.ts'
import { writeReadAudit } from '../../audit.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { isVersionOf, loadShift } from './shift.ts'

export const patrolRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPatrolShiftRoute,
    handler: async (request) => {
      const { shift_id, version } = request.query
      const lot_id = lotOf(request)
      const { user_id } = callerOf(request)
      // A person with the data can look up plates without a connection, so the log says who got it. The data is also sent for a version that
      // the device made up.
      if (version === undefined || !isVersionOf(app.secrets, { lot_id, user_id, shift_id }, version))
        await writeReadAudit(app.db, request, {
          action: 'patrol.start',
          subject_kind: 'lot',
          subject_id: lot_id,
          details: { shift_id },
        })
      return loadShift(app, { lot_id, user_id, shift_id, version })
    },
  })
}
