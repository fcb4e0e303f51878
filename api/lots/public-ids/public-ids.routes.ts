import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPublicIdsRoute, rotatePublicIdRoute } from '@openspot/contract/lots/public-ids.ts'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { secretWord } from '../../ports.ts'
import { lockSettings } from '../lot-settings/settings.sql.ts'
import { listPublicIds, replacePublicId } from './public-ids.sql.ts'

const dayMs = 86_400_000

export const publicIdRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listPublicIdsRoute,
    handler: (request) => listPublicIds(app.db, lotOf(request), app.ports.now()),
  })

  app.route({
    ...rotatePublicIdRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { grace_days = 0, public_id } = request.body
      const now = app.ports.now()
      const leads_until = new Date(now.getTime() + grace_days * dayMs).toISOString()
      const next = secretWord(app.ports)
      return makeChange(app, request, {
        lock: (tx) => lockSettings(tx, lot_id),
        write: async (tx, { public_id: old }) => {
          if (public_id !== undefined && public_id !== old)
            refuse('public_id_changed', { field: 'public_id' })
          const { user_id } = callerOf(request)
          await replacePublicId(tx, { lot_id, old, next, now, leads_until, user_id })
          return listPublicIds(tx, lot_id, now)
        },
        audit: (_, { public_id: old }) => ({
          action: 'lot.rotate_public_id',
          subject_kind: 'lot',
          subject_id: lot_id,
          details: { before: { public_id: old }, after: { public_id: next }, grace_days },
        }),
        announces: [lot_id],
        view: (ids) => ids,
      })
    },
  })
}
