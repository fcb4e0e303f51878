import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPlateLookupsRoute, lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { refuse } from '../../errors.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { resultOf, rightsOfPlate } from './look-up.ts'
import { findReservationsAround, insertPlateLookup, listPlateLookups } from './plates.sql.ts'

/** How far back a device without a connection may ask, in hours. */
const hoursBack = 48

/** Returns a plate for comparison. Throws `request_invalid` if nothing that a plate can have is left. */
function plateOf(raw: string): string {
  const plate = normalizePlate(raw)
  if (!/^[A-Z0-9]{1,15}$/.test(plate))
    refuse('request_invalid', { field: 'plate', message: (t) => t('apiErrors.plates.unreadable') })
  return plate
}

export const plateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  /** The moment asked about: now, or up to 48 hours ago. */
  function momentOf(requested: string | undefined, now: Date): Date {
    if (requested === undefined) return now
    const at = new Date(requested)
    const message = { field: 'looked_up_at' }
    if (at > now) refuse('request_invalid', { ...message, message: (t) => t('apiErrors.time.notPast') })
    if (now.getTime() - at.getTime() > hoursBack * 3_600_000)
      refuse('request_invalid', {
        ...message,
        message: (t) => t('apiErrors.plates.tooLongAgo', { hours: hoursBack }),
      })
    return at
  }

  app.route({
    ...lookUpPlateRoute,
    handler: async (request, reply) => {
      const { plate, region = '', reason, note } = request.body
      const now = app.ports.now()
      const at = momentOf(request.body.looked_up_at, now)
      const asked = {
        lot_id: lotOf(request),
        plate_normalized: plateOf(plate),
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
      const id = app.ports.id()
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
        plate: plate === undefined ? null : plateOf(plate),
        user_id,
        cursor,
        limit,
        now: app.ports.now(),
      })
    },
  })
}
