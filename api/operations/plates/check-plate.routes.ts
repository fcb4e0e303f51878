import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { checkPlateRoute } from '@openspot/contract/operations/plates.ts'
import { CHECKS_OF_PLATE_PER_HOUR } from '@openspot/core/plates/limits.ts'
import { refuse } from '../../errors.ts'
import { passBotCheck } from '../../identity/bot-checks/bot-checks.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { lotOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { resultOf, rightsOfPlate } from './look-up.ts'
import { insertPlateLookup } from './plates.sql.ts'
import { readPlate } from './read-plate.ts'

export const checkPlateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...checkPlateRoute,
    handler: async (request, reply) => {
      const { plate, region = '', bot_check } = request.body
      const lot_id = lotOf(request)
      const lot = await getLot(app.db, lot_id)
      if (lot.is_private || !lot.is_plate_check_public) refuse('not_found')
      if (request.caller === null) {
        if (bot_check === undefined) return refuse('bot_check_required', { field: 'bot_check' })
        await passBotCheck(app, bot_check)
      }
      const now = app.ports.now()
      const asked = {
        lot_id,
        plate_normalized: readPlate(plate, region),
        region: region.trim().toUpperCase(),
        at: now,
      }
      // Otherwise someone with many addresses could follow one vehicle by the minute.
      await count(app, `plate-check ${lot_id} ${asked.plate_normalized}`, {
        max: CHECKS_OF_PLATE_PER_HOUR,
        minutes: 60,
      })
      const rights = await rightsOfPlate(app.pool, asked, now)
      const result = resultOf(rights)
      await insertPlateLookup(app.db, {
        id: app.ports.id(),
        lot_id,
        user_id: null,
        plate: asked.plate_normalized,
        region: asked.region,
        reason: 'PUBLIC_CHECK',
        note: null,
        looked_up_at: now.toISOString(),
        result,
        match: rights[0]?.match ?? null,
        spot_label: rights[0]?.spot_label ?? null,
        created_at: now.toISOString(),
      })
      reply.status(201)
      return { may_park: result === 'MAY_PARK' }
    },
  })
}
