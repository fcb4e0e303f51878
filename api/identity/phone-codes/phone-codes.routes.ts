import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  sendMyPhoneCodeRoute,
  sendPhoneCodeRoute,
  signInWithPhoneRoute,
  verifyMyPhoneRoute,
} from '@openspot/contract/identity/phone-codes.ts'
import { refuse } from '../../errors.ts'
import { phoneOf } from '../../phones.ts'
import { callerOf } from '../../plugins/access.ts'
import { recordChange } from '../account-changes/account-changes.ts'
import { lockClaim, proveIn } from '../auth/claims.sql.ts'
import { giveVerified, isPhoneTaken, lockVerified } from '../auth/verified-person.sql.ts'
import { passBotCheck } from '../bot-checks/bot-checks.ts'
import { beginSession, requireAccount, requireRecentSignIn } from '../sessions/sessions.ts'
import { getMe, lockUser } from '../users/users.sql.ts'
import { tellOfPhoneSignIn } from './new-device.ts'
import { sendPhoneCode, takePhoneCode } from './phone-codes.ts'

export const phoneCodeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...sendPhoneCodeRoute,
    handler: async (request, reply) => {
      const { bot_check, country } = request.body
      const phone = phoneOf(request.body.phone, country, 'phone')
      await passBotCheck(app, bot_check)
      reply.status(202)
      return sendPhoneCode(app, request, { phone, purpose: 'SIGN_IN', user_id: null })
    },
  })

  app.route({
    ...signInWithPhoneRoute,
    handler: async (request, reply) => {
      const now = app.ports.now()
      const of = { purpose: 'SIGN_IN', user_id: null } as const
      const user_id = await takePhoneCode(app, request.body, of, async (tx, phone) => {
        await proveIn(tx, request.caller?.session_id ?? null)
        const verified = { email: null, phone, first_name: null, last_name: null }
        const found = await lockVerified(tx, verified, undefined, now)
        // Opening the session refuses a banned person, who gets nothing.
        if (found.user?.account_status === 'BANNED') return found.user_id
        await giveVerified(tx, found, verified, now)
        return found.user_id
      })
      app.changes.announce(user_id)
      const entered = await beginSession(app, request, reply, user_id, { method: 'PHONE' })
      await tellOfPhoneSignIn(app, request, entered.user)
      return entered
    },
  })

  app.route({
    ...sendMyPhoneCodeRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireAccount(app, user_id)
      await requireRecentSignIn(app, session_id)
      const phone = phoneOf(request.body.phone, request.body.country, 'phone')
      reply.status(202)
      return sendPhoneCode(app, request, { phone, purpose: 'PROVE_NUMBER', user_id })
    },
  })

  app.route({
    ...verifyMyPhoneRoute,
    handler: async (request) => {
      const { user_id, session_id } = callerOf(request)
      await requireAccount(app, user_id)
      await requireRecentSignIn(app, session_id)
      const now = app.ports.now()
      const of = { purpose: 'PROVE_NUMBER', user_id } as const
      await takePhoneCode(app, request.body, of, async (tx, phone) => {
        const { byId, ghosts } = await lockClaim(tx, [user_id], { phone })
        await lockUser(tx, user_id)
        if (await isPhoneTaken(tx, phone, user_id)) return refuse('phone_taken', { field: 'phone' })
        if ((await getMe(tx, user_id)).phone !== phone)
          await recordChange(app, tx, user_id, { kind: 'PHONE', what: 'PHONE' }, request.client.time_zone)
        return giveVerified(tx, { user_id, user: byId(user_id), ghosts }, { email: null, phone }, now)
      })
      app.changes.announce(user_id)
      return getMe(app.db, user_id)
    },
  })
}
