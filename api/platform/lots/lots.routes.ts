import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { decideLotTrustRoute, listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { getLot, listLots, lockTrustLevel, setTrustLevel } from './lots.sql.ts'
import { notifyOfDecision } from './notify-review.ts'

export const platformLotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listPlatformLotsRoute, handler: ({ query }) => listLots(app.db, query) })

  app.route({
    ...decideLotTrustRoute,
    handler: async (request) => {
      const { lot_id } = request.params
      const { trust_level, trust_level_before } = request.body
      const reason = request.body.reason.trim()
      const lot = await app.db.transaction().execute(async (tx) => {
        const before = await lockTrustLevel(tx, lot_id)
        if (before !== trust_level_before) refuse('lot_changed', { field: 'trust_level_before' })
        await setTrustLevel(tx, lot_id, {
          trust_level,
          trust_reason: reason,
          trust_decided_at: app.ports.now().toISOString(),
        })
        await writeAudit(tx, request, {
          action: 'lot.review',
          subject_kind: 'lot',
          subject_id: lot_id,
          details: { before, after: trust_level, reason },
        })
        const changed = await getLot(tx, lot_id)
        if (before !== trust_level)
          await notifyOfDecision(app, tx, trust_level, { lot_id, lot_name: changed.name, reason })
        return changed
      })
      app.changes.announce(lot_id)
      return lot
    },
  })
}
