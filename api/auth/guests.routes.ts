import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { claimAccount, sendGuestLink, startGuest } from '@openspot/contract/auth.ts'
import { passBotCheck } from '../bot-checks/bot-checks.ts'
import { refuse } from '../errors.ts'
import { callerOf } from '../plugins/access.ts'
import { count } from '../plugins/limits.ts'
import { hashToken } from '../plugins/session.ts'
import { findByEmail, findGuest, insertGuest, savePassword } from './auth.sql.ts'
import { lockClaim, mergeGhosts, setEmailProven } from './claims.sql.ts'
import { sendLink } from './links.ts'
import { hashPassword } from './passwords.ts'
import { beginSession } from './sessions.ts'

export const guestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...startGuest,
    handler: async (request, reply) => {
      const { bot_check, first_name, last_name } = request.body
      await passBotCheck(app, bot_check)
      const contact_email = request.body.email.toLowerCase()
      const created_at = app.ports.now().toISOString()
      const user_id = await insertGuest(app.db, { contact_email, first_name, last_name, created_at })
      reply.status(201)
      return beginSession(app, request, reply, user_id, { method: 'GUEST' })
    },
  })

  app.route({
    ...sendGuestLink,
    handler: async (request, reply) => {
      await passBotCheck(app, request.body.bot_check)
      const email = request.body.email.toLowerCase()
      await count(app, `guest-link ${hashToken(email).toString('base64url')}`, { max: 3, minutes: 60 })
      const guest = await findGuest(app.db, email)
      if (guest) await sendLink(app, guest.id, email, 'GUEST')
      reply.status(202)
      return null
    },
  })

  app.route({
    ...claimAccount,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      const { password } = request.body
      const password_hash = password === undefined ? null : await hashPassword(password)
      const { account_status, contact_email: email } = await app.db
        .selectFrom('users')
        .select(['account_status', 'contact_email'])
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow()
      if (account_status !== 'GHOST' || email === null) return refuse('nothing_to_claim')
      const { method } = await app.db
        .selectFrom('sessions')
        .select('method')
        .where('id', '=', session_id)
        .executeTakeFirstOrThrow()
      // Who only typed an address has not shown that it is theirs.
      if (method !== 'LINK') {
        await count(app, `guest-link ${hashToken(email).toString('base64url')}`, { max: 3, minutes: 60 })
        await sendLink(app, user_id, email, 'GUEST')
        return refuse('claim_needs_link')
      }
      const now = app.ports.now().toISOString()
      const known = await findByEmail(app.db, email)
      const into = known && known.account_status !== 'GHOST' ? known.id : user_id
      await app.db.transaction().execute(async (tx) => {
        const { user, ghosts } = await lockClaim(tx, into, { email })
        // Claimed or forgotten in another window meanwhile.
        if (!user || (into === user_id ? user.account_status !== 'GHOST' : user.account_status !== 'ACTIVE'))
          return refuse(user?.account_status === 'BANNED' ? 'account_banned' : 'session_ended')
        await mergeGhosts(tx, ghosts, into, now)
        await setEmailProven(tx, into, email, now)
        if (into === user_id && password_hash !== null) await savePassword(tx, user_id, password_hash, now)
      })
      return beginSession(app, request, reply, into, { method: 'LINK' })
    },
  })
}
