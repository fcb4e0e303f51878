import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getBotCheckRoute,
  getChallengeRoute,
  openSignInLinkRoute,
  reportBotCheckRoute,
  sendSignInLinkRoute,
  signInRoute,
  signInWithSecondFactorRoute,
  signOutRoute,
  signUpRoute,
  stopAccountChangeRoute,
} from '@openspot/contract/identity/auth.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { clearLinkCookie } from '../../plugins/link-session.ts'
import { passBotCheck, takeFailureReport, whichBotCheck } from '../bot-checks/bot-checks.ts'
import { makeChallenge } from '../bot-checks/challenges.ts'
import { beginSession, clearCookie, endSession, renewSession } from '../sessions/sessions.ts'
import { beginAttempt } from './attempts.ts'
import { findByEmail, insertGuest, savePassword } from './auth.sql.ts'
import { useLink } from './open-links.ts'
import { hashPassword, isPassword, refuseWeak, unmatchableHash } from './passwords.ts'
import { requestLink, signUpFacts } from './request-link.ts'
import { passSecondFactor } from './second-factor.ts'
import { stopChange } from './stop-change.ts'

export const authRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getChallengeRoute, handler: () => makeChallenge(app) })
  app.route({ ...getBotCheckRoute, handler: () => whichBotCheck(app) })
  app.route({
    ...reportBotCheckRoute,
    handler: (request) => takeFailureReport(app, request, request.body),
  })

  app.route({
    ...signUpRoute,
    handler: async (request, reply) => {
      const { password, bot_check, first_name, last_name, next } = request.body
      const email = request.body.email.toLowerCase()
      refuseWeak(password, { email, first_name, last_name })
      await passBotCheck(app, bot_check)
      // Do the same whether or not the address has an account: until it is verified, the caller is a guest with a
      // chosen password. Only the email that the job sends tells the difference.
      const created_at = app.ports.now().toISOString()
      const hash = await hashPassword(password, app.settings.password_cost)
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const id = await insertGuest(tx, { contact_email: email, first_name, last_name, created_at })
          await savePassword(tx, id, hash, created_at)
          const facts = signUpFacts(app, request, { first_name, last_name })
          const requested = { for: 'SIGN_UP', email, user_id: id, facts, ...(next ? { next } : {}) } as const
          await requestLink(tx, request, requested, app.ports.now())
          return id
        },
        audit: () => null,
        announces: [],
        view: (user_id) => beginSession(app, request, reply, user_id, { method: 'PASSWORD' }),
      })
    },
  })

  app.route({
    ...signInRoute,
    handler: async (request, reply) => {
      const email = request.body.email.toLowerCase()
      const known = await findByEmail(app.db, email)
      const attempt = await beginAttempt(app, request, { email, known }, request.body.bot_check)
      // Do the same work for an unknown address, so that the timing reveals nothing.
      const matches = await isPassword(
        request.body.password,
        known?.password_hash ?? (await unmatchableHash(app.settings.password_cost)),
      )
      // A GHOST cannot sign in, because a lot may have typed its address.
      if (!known || !matches || known.account_status === 'GHOST') {
        await attempt.failed()
        return refuse('sign_in_failed')
      }
      return beginSession(app, request, reply, known.id, { method: 'PASSWORD' })
    },
  })

  app.route({
    ...signInWithSecondFactorRoute,
    handler: async (request, reply) => {
      const { user_id, method } = await passSecondFactor(app, request.body.ticket, request.body.code)
      return beginSession(app, request, reply, user_id, { method, second_factor: true })
    },
  })

  app.route({
    ...sendSignInLinkRoute,
    handler: async (request, reply) => {
      await requestLink(
        app.db,
        request,
        {
          for: 'SIGN_IN',
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
    ...openSignInLinkRoute,
    handler: async (request, reply) => {
      const opened = await useLink(app, request, request.body.token, ['SIGN_IN', 'VERIFY_EMAIL', 'GUEST'])
      app.changes.announce(opened.user_id)
      if (opened.keeps_session) return renewSession(app, request, reply)
      const entered = await beginSession(app, request, reply, opened.user_id, { method: 'LINK' })
      return { ...entered, choose_password: opened.choose_password }
    },
  })

  app.route({
    ...stopAccountChangeRoute,
    handler: async (request, reply) => {
      app.changes.announce(await stopChange(app, request.body.token))
      reply.status(204)
      return null
    },
  })

  app.route({
    ...signOutRoute,
    handler: async (request, reply) => {
      await endSession(app, callerOf(request).session_id)
      clearCookie(app, reply)
      clearLinkCookie(app, reply)
      reply.status(204)
      return null
    },
  })
}
