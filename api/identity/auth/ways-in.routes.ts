import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { callerOf } from '../../plugins/access.ts'
import { listPasskeys } from '../passkeys/passkeys.sql.ts'
import { readSecondFactor } from '../second-factors/second-factors.sql.ts'
import { findPasswordChange } from './auth.sql.ts'

export const waysInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getWaysInRoute,
    handler: async (request) => {
      const { user_id } = callerOf(request)
      return {
        password_changed_at: await findPasswordChange(app.db, user_id),
        passkeys: await listPasskeys(app.db, user_id),
        second_factor: await readSecondFactor(app.db, user_id),
      }
    },
  })
}
