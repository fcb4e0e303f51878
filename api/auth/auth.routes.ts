import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getBotCheck,
  getChallenge,
  openSignInLink,
  sendSignInLink,
  signIn,
  signInWithSecondFactor,
  signOut,
  signUp,
} from '@openspot/contract/auth.ts'
import { passBotCheck, whichBotCheck } from '../bot-checks/bot-checks.ts'
import { makeChallenge } from '../bot-checks/challenges.ts'
import { refuse } from '../errors.ts'
import { callerOf } from '../plugins/access.ts'
import { count, triesIn } from '../plugins/limits.ts'
import { hashToken } from '../plugins/session.ts'
import { passSecondFactor } from '../second-factors/sign-in.ts'
import { findByEmail, insertUserWithPassword } from './auth.sql.ts'
import { sendLink, useLink } from './links.ts'
import { hashPassword, isPassword, unmatchableHash } from './passwords.ts'
import { beginSession, clearCookie, endSession } from './sessions.ts'

/** After so many failures for one account in an hour a bot check is asked for. */
const failuresUntilCheck = 3
const hour = 60

export const authRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getChallenge, handler: () => makeChallenge(app) })
  app.route({ ...getBotCheck, handler: () => whichBotCheck(app) })

  app.route({
    ...signUp,
    handler: async (request, reply) => {
      const { password, bot_check, first_name, last_name } = request.body
      const email = request.body.email.toLowerCase()
      await passBotCheck(app, bot_check)
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
      return beginSession(app, request, reply, user_id, { method: 'PASSWORD' })
    },
  })

  app.route({
    ...signIn,
    handler: async (request, reply) => {
      const email = request.body.email.toLowerCase()
      // Buckets are kept for a day: they name nobody.
      const of = hashToken(email).toString('base64url')
      await count(app, `sign-in ${of}`, { max: 10, minutes: 15 })
      if ((await triesIn(app, `sign-in failed ${of}`, hour)) >= failuresUntilCheck) {
        const { bot_check } = request.body
        if (bot_check === undefined) return refuse('bot_check_required', { field: 'bot_check' })
        await passBotCheck(app, bot_check)
      }
      const known = await findByEmail(app.db, email)
      // The same work for an unknown address, so that the time taken tells nothing.
      const matches = await isPassword(
        request.body.password,
        known?.password_hash ?? (await unmatchableHash()),
      )
      if (!known || !matches) {
        await count(app, `sign-in failed ${of}`, { max: Number.MAX_SAFE_INTEGER, minutes: hour })
        return refuse('sign_in_failed')
      }
      return beginSession(app, request, reply, known.id, { method: 'PASSWORD' })
    },
  })

  app.route({
    ...signInWithSecondFactor,
    handler: async (request, reply) => {
      const { user_id, method } = await passSecondFactor(app, request.body.ticket, request.body.code)
      return beginSession(app, request, reply, user_id, { method, second_factor: true })
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
    handler: async (request, reply) => {
      const user_id = await useLink(app, request, request.body.token, ['SIGN_IN', 'VERIFY_EMAIL', 'GUEST'])
      return beginSession(app, request, reply, user_id, { method: 'LINK' })
    },
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
