import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getChallenge,
  openSignInLink,
  sendSignInLink,
  signIn,
  signOut,
  signUp,
  startGuest,
} from '@openspot/contract/auth.ts'
import { refuse } from '../errors.ts'
import { callerOf } from '../plugins/access.ts'
import { count } from '../plugins/limits.ts'
import { findByEmail, insertGuest, insertUserWithPassword } from './auth.sql.ts'
import { makeChallenge, spendChallenge } from './challenges.ts'
import { sendLink, useLink } from './links.ts'
import { hashPassword, isPassword, unmatchableHash } from './passwords.ts'
import { beginSession, clearCookie, endSession } from './sessions.ts'

export const authRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getChallenge, handler: () => makeChallenge(app) })

  app.route({
    ...signUp,
    handler: async (request, reply) => {
      const { password, altcha, first_name, last_name } = request.body
      const email = request.body.email.toLowerCase()
      await spendChallenge(app, altcha)
      const known = await findByEmail(app.db, email)
      if (known) {
        // Somebody a lot already knows: only who reads their mail may take the account over.
        if (known.account_status === 'GHOST') {
          await sendLink(app, known.id, email, 'SIGN_IN')
          refuse('email_taken', {
            field: 'email',
            message:
              'This e-mail is already known from a lot. We have sent a link to it: open it to take the account over.',
          })
        }
        refuse('email_taken', { field: 'email' })
      }
      const created_at = app.ports.now().toISOString()
      const hash = await hashPassword(password)
      const user_id = await insertUserWithPassword(app.db, { email, first_name, last_name, created_at }, hash)
      await sendLink(app, user_id, email, 'VERIFY_EMAIL')
      reply.status(201)
      return beginSession(app, request, reply, user_id)
    },
  })

  app.route({
    ...startGuest,
    handler: async (request, reply) => {
      const { altcha, first_name, last_name } = request.body
      await spendChallenge(app, altcha)
      const contact_email = request.body.email.toLowerCase()
      const created_at = app.ports.now().toISOString()
      const user_id = await insertGuest(app.db, { contact_email, first_name, last_name, created_at })
      reply.status(201)
      return beginSession(app, request, reply, user_id)
    },
  })

  app.route({
    ...signIn,
    handler: async (request, reply) => {
      const email = request.body.email.toLowerCase()
      await count(app, `sign-in ${email}`, { max: 10, minutes: 15 })
      const known = await findByEmail(app.db, email)
      // The same work for an unknown address, so that the time taken tells nothing.
      const matches = await isPassword(
        request.body.password,
        known?.password_hash ?? (await unmatchableHash()),
      )
      if (!known || !matches) return refuse('sign_in_failed')
      return beginSession(app, request, reply, known.id)
    },
  })

  app.route({
    ...sendSignInLink,
    handler: async (request, reply) => {
      const email = request.body.email.toLowerCase()
      const known = await findByEmail(app.db, email)
      if (known && known.account_status !== 'BANNED') await sendLink(app, known.id, email, 'SIGN_IN')
      reply.status(202)
      return null
    },
  })

  app.route({
    ...openSignInLink,
    handler: async (request, reply) =>
      beginSession(app, request, reply, await useLink(app, request.body.token)),
  })

  app.route({
    ...signOut,
    handler: async (request, reply) => {
      await endSession(app, callerOf(request).session_id)
      clearCookie(app, reply)
      reply.status(204)
      return null
    },
  })
}
