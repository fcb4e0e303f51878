import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPlateLookupsRoute, lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import { actionId } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { resultOf, rightsOfPlate } from './look-up.ts'
import { findReservationsAround, insertPlateLookup, listPlateLookups } from './plates.sql.ts'
import { readPlate, readSeenAt } from './read-plate.ts'

export const plateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...lookUpPlateRoute,
    handler: async (request, reply) => {
      const { plate, region = '', reason, note } = request.body
      const now = app.ports.now()
      const at = readSeenAt(request.body.looked_up_at, now, 'looked_up_at')
      const asked = {
        lot_id: lotOf(request),
        plate_normalized: readPlate(plate, region),
        region: region.trim().toUpperCase(),
        at,
      }
      const said = note?.trim() || null
      if (reason === 'OTHER' && said === null)
        refuse('request_invalid', { field: 'note', message: (t) => t('apiErrors.plates.noteMissing') })
      const [rights, { ended, next }] = await Promise.all([
        rightsOfPlate(app.pool, asked, now),
        findReservationsAround(app.pool, asked),
      ])
      const shown = {
        plate: asked.plate_normalized,
        region: asked.region,
        looked_up_at: at.toISOString(),
        result: resultOf(rights),
      }
      // The same for a repeated request, so that an interrupted one is logged once.
      const id = actionId(request)
      // Nobody learns anything before it is logged.
      await insertPlateLookup(app.db, {
        id,
        lot_id: asked.lot_id,
        user_id: callerOf(request).user_id,
        ...shown,
        reason,
        note: said,
        match: rights[0]?.match ?? null,
        spot_label: rights[0]?.spot_label ?? null,
        created_at: now.toISOString(),
      })
      reply.status(201)
      return { id, ...shown, rights, ended, next }
    },
  })

  app.route({
    ...listPlateLookupsRoute,
    handler: (request) => {
      const { cursor, limit = 20, plate, user_id = null } = request.query
      return listPlateLookups(app.pool, {
        lot_id: lotOf(request),
        plate: plate === undefined ? null : readPlate(plate),
        user_id,
        cursor,
        limit,
        now: app.ports.now(),
      })
    },
  })
}
