import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  resetPasswordRoute,
  sendPasswordLinkRoute,
  setPasswordRoute,
} from '@openspot/contract/identity/auth.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { recordChange } from '../account-changes/account-changes.ts'
import { endAll } from '../sessions/sessions.sql.ts'
import { beginSession, requireAccount, requireRecentSignIn } from '../sessions/sessions.ts'
import { findPassword, findPasswordOwner, savePassword } from './auth.sql.ts'
import { useLink } from './open-links.ts'
import { hashPassword, isPassword, refuseWeak } from './passwords.ts'
import { requestLink } from './request-link.ts'

const whatChanged = { kind: 'PASSWORD', what: 'PASSWORD' } as const

export const passwordRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...sendPasswordLinkRoute,
    handler: async (request, reply) => {
      await requestLink(
        app.db,
        request,
        {
          for: 'RESET_PASSWORD',
          email: request.body.email.toLowerCase(),
          ...(request.body.next ? { next: request.body.next } : {}),
        },
        app.ports.now(),
      )
      reply.status(202)
      return null
    },
  })

  app.route({
    ...resetPasswordRoute,
    handler: async (request, reply) => {
      const { password, token } = request.body
      const password_hash = await hashPassword(password, app.settings.password_cost)
      const { user_id } = await useLink(app, request, token, ['RESET_PASSWORD'], async (tx, id) => {
        // A rejected password leaves the link unused.
        refuseWeak(password, await findPasswordOwner(tx, id))
        await recordChange(app, tx, id, whatChanged, request.client.time_zone)
        await savePassword(tx, id, password_hash, app.ports.now().toISOString())
        await endAll(tx, id, app.ports.now(), null)
      })
      app.changes.announce(user_id)
      return beginSession(app, request, reply, user_id, { method: 'LINK' })
    },
  })

  app.route({
    ...setPasswordRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireAccount(app, user_id)
      await requireRecentSignIn(app, session_id)
      const { password, current_password } = request.body
      refuseWeak(password, await findPasswordOwner(app.db, user_id))
      const currentPassword = await findPassword(app.db, user_id)
      if (currentPassword !== undefined) {
        await count(app, `password ${user_id}`, { max: 10, minutes: 15 })
        if (current_password === undefined || !(await isPassword(current_password, currentPassword)))
          refuse('password_wrong', { field: 'current_password' })
      }
      const password_hash = await hashPassword(password, app.settings.password_cost)
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await recordChange(app, tx, user_id, whatChanged, request.client.time_zone)
          await savePassword(tx, user_id, password_hash, app.ports.now().toISOString())
          await endAll(tx, user_id, app.ports.now(), session_id)
        },
        audit: () => null,
        announces: [user_id],
        view: () => null,
      })
    },
  })
}
