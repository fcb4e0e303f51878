import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { decideLotTrustRoute, listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
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
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const before = await lockTrustLevel(tx, lot_id)
          if (before !== trust_level_before) refuse('lot_changed', { field: 'trust_level_before' })
          await setTrustLevel(tx, lot_id, {
            trust_level,
            trust_reason: reason,
            trust_decided_at: app.ports.now().toISOString(),
          })
          const changed = await getLot(tx, lot_id)
          if (before !== trust_level)
            await notifyOfDecision(app, tx, trust_level, { lot_id, lot_name: changed.name, reason })
          return { before, changed }
        },
        audit: ({ before }) => ({
          action: 'lot.review',
          subject_kind: 'lot',
          subject_id: lot_id,
          details: { before, after: trust_level, reason },
        }),
        announces: [lot_id],
        view: ({ changed }) => changed,
      })
    },
  })
}
