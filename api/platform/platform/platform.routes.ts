import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  banUserRoute,
  getPlatformUserRoute,
  listPlatformUsersRoute,
  unbanUserRoute,
} from '@openspot/contract/platform/platform.ts'
import type { AccountNoticeKind } from '@openspot/core/accounts/enums.ts'
import type { AuditAction } from '@openspot/core/audit/actions.ts'
import type { Tx } from '@openspot/db/database.ts'
import { refuse } from '../../errors.ts'
import { endAll } from '../../identity/sessions/sessions.sql.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { notifyOfAccount } from '../accounts/notify-account.ts'
import { getReachable } from '../accounts/reachable.sql.ts'
import { listUsers, setBanned, setUnbanned, toUser } from './platform.sql.ts'

export const consoleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const show = (user_id: string) => toUser(app.db, user_id, app.ports.now())
  const noteOf = (action: AuditAction, user_id: string, reason: string) => ({
    action,
    subject_kind: 'user',
    subject_id: user_id,
    details: { reason },
  })

  /** The person learns by email what they can't read in the product. */
  const notify = async (tx: Tx, kind: AccountNoticeKind, user_id: string, reason: string) => {
    const person = await getReachable(tx, user_id)
    if (person) await notifyOfAccount(app, tx, kind, person, { reason })
  }

  app.route({ ...listPlatformUsersRoute, handler: ({ query }) => listUsers(app.db, query) })
  app.route({ ...getPlatformUserRoute, handler: ({ params }) => show(params.user_id) })

  app.route({
    ...banUserRoute,
    handler: async (request) => {
      const { user_id } = request.params
      const caller = callerOf(request)
      if (user_id === caller.user_id)
        refuse('ban_not_possible', { message: (t) => t('apiErrors.people.ownAccount') })
      const reason = request.body.reason.trim()
      const now = app.ports.now()
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const ban = {
            banned_at: now.toISOString(),
            ban_reason: reason,
            banned_by_user_id: caller.user_id,
          }
          if (!(await setBanned(tx, user_id, ban)))
            refuse('ban_not_possible', { message: (t) => t('apiErrors.people.alreadyClosed') })
          await endAll(tx, user_id, now, null)
          await notify(tx, 'ACCOUNT_BANNED', user_id, reason)
        },
        audit: () => noteOf('user.ban', user_id, reason),
        // Open streams end at once.
        announces: [user_id],
        view: () => show(user_id),
      })
    },
  })

  app.route({
    ...unbanUserRoute,
    handler: async (request) => {
      const { user_id } = request.params
      const reason = request.body.reason.trim()
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          if (!(await setUnbanned(tx, user_id)))
            refuse('ban_not_possible', { message: (t) => t('apiErrors.people.notClosed') })
          await notify(tx, 'ACCOUNT_RESTORED', user_id, reason)
        },
        audit: () => noteOf('user.unban', user_id, reason),
        announces: [],
        view: () => show(user_id),
      })
    },
  })
}
