import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listFlagsRoute, setLotFlagRoute } from '@openspot/contract/platform/flags.ts'
import { effectiveFlag, flagCatalog, flags } from '@openspot/core/flags/catalog.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { listSetFlags, setLotFlag } from './flags.sql.ts'

export const flagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const show = async () => {
    const set = await listSetFlags(app.db)
    return {
      items: flags.map((flag) => ({
        flag,
        default: flagCatalog[flag].default,
        owner: flagCatalog[flag].owner,
        environment: app.settings.flags[flag] ?? null,
        ...effectiveFlag(flag, app.settings.flags, null),
        lots: set.filter((one) => one.flag === flag),
      })),
    }
  }

  app.route({ ...listFlagsRoute, handler: show })

  app.route({
    ...setLotFlagRoute,
    handler: async (request) => {
      const { lot_id, flag } = request.params
      const { is_on } = request.body
      const reason = request.body.reason.trim()
      const { user_id } = callerOf(request)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => setLotFlag(tx, { lot_id, flag }, is_on, { reason, user_id, now: app.ports.now() }),
        audit: (before) => ({
          action: 'lot.flag',
          subject_kind: 'lot',
          subject_id: lot_id,
          details: { flag, before, after: is_on, reason },
        }),
        announces: [lot_id],
        view: show,
      })
    },
  })
}
