import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  banUserRoute,
  getPlatformUserRoute,
  listPlatformLotsRoute,
  listPlatformUsersRoute,
  unbanUserRoute,
} from '@openspot/contract/platform/platform.ts'
import type { AuditAction } from '@openspot/core/audit/actions.ts'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { endAll } from '../../identity/sessions/sessions.sql.ts'
import { callerOf } from '../../plugins/access.ts'
import { listLots, listUsers, setBanned, setUnbanned, toUser } from './platform.sql.ts'

export const consoleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const show = (user_id: string) => toUser(app.db, user_id, app.ports.now())
  const noteOf = (action: AuditAction, user_id: string, reason: string) => ({
    action,
    subject_kind: 'user',
    subject_id: user_id,
    details: { reason },
  })

  app.route({ ...listPlatformUsersRoute, handler: ({ query }) => listUsers(app.db, query) })
  app.route({ ...getPlatformUserRoute, handler: ({ params }) => show(params.user_id) })
  app.route({ ...listPlatformLotsRoute, handler: ({ query }) => listLots(app.db, query) })

  app.route({
    ...banUserRoute,
    handler: async (request) => {
      const { user_id } = request.params
      const caller = callerOf(request)
      if (user_id === caller.user_id)
        refuse('ban_not_possible', { message: (t) => t('apiErrors.people.ownAccount') })
      const reason = request.body.reason.trim()
      const now = app.ports.now()
      await app.db.transaction().execute(async (tx) => {
        const ban = {
          banned_at: now.toISOString(),
          ban_reason: reason,
          banned_by_user_id: caller.user_id,
        }
        if (!(await setBanned(tx, user_id, ban)))
          refuse('ban_not_possible', { message: (t) => t('apiErrors.people.alreadyClosed') })
        await endAll(tx, user_id, now, null)
        await writeAudit(tx, request, noteOf('user.ban', user_id, reason))
      })
      // Open streams end at once.
      app.changes.announce(user_id)
      return show(user_id)
    },
  })

  app.route({
    ...unbanUserRoute,
    handler: async (request) => {
      const { user_id } = request.params
      const reason = request.body.reason.trim()
      await app.db.transaction().execute(async (tx) => {
        if (!(await setUnbanned(tx, user_id)))
          refuse('ban_not_possible', { message: (t) => t('apiErrors.people.notClosed') })
        await writeAudit(tx, request, noteOf('user.unban', user_id, reason))
      })
      return show(user_id)
    },
  })
}
