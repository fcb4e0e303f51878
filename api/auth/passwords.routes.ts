import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { resetPassword, sendPasswordLink, setPassword } from '@openspot/contract/auth.ts'
import { refuse } from '../errors.ts'
import { callerOf } from '../plugins/access.ts'
import { count } from '../plugins/limits.ts'
import { endAll } from '../sessions/sessions.sql.ts'
import { tellWaysInChanged } from '../users/tell-ways-in.ts'
import { findByEmail, findPassword, savePassword } from './auth.sql.ts'
import { sendLink, useLink } from './links.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { beginSession, requireRecentSignIn } from './sessions.ts'

export const passwordRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...sendPasswordLink,
    handler: async (request, reply) => {
      const email = request.body.email.toLowerCase()
      const known = await findByEmail(app.db, email)
      if (known && known.account_status !== 'BANNED') await sendLink(app, known.id, email, 'RESET_PASSWORD')
      reply.status(202)
      return null
    },
  })

  app.route({
    ...resetPassword,
    handler: async (request, reply) => {
      const password_hash = await hashPassword(request.body.password)
      const user_id = await useLink(app, request, request.body.token, ['RESET_PASSWORD'])
      await app.db.transaction().execute(async (tx) => {
        await savePassword(tx, user_id, password_hash, app.ports.now().toISOString())
        await endAll(tx, user_id, app.ports.now(), null)
        await tellWaysInChanged(app, tx, user_id, 'A new password was set')
      })
      app.changes.announce(user_id)
      return beginSession(app, request, reply, user_id, { method: 'LINK' })
    },
  })

  app.route({
    ...setPassword,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const { password, current_password } = request.body
      const present = await findPassword(app.db, user_id)
      if (present !== undefined) {
        await count(app, `password ${user_id}`, { max: 10, minutes: 15 })
        if (current_password === undefined || !(await isPassword(current_password, present)))
          refuse('password_wrong', { field: 'current_password' })
      }
      const password_hash = await hashPassword(password)
      await app.db.transaction().execute(async (tx) => {
        await savePassword(tx, user_id, password_hash, app.ports.now().toISOString())
        await endAll(tx, user_id, app.ports.now(), session_id)
        await tellWaysInChanged(app, tx, user_id, 'A new password was set')
      })
      app.changes.announce(user_id)
      reply.status(204)
      return null
    },
  })
}
