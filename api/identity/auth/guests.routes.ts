import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { claimAccountRoute, sendGuestLinkRoute, startGuestRoute } from '@openspot/contract/identity/auth.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { hasTexts } from '../../messaging.ts'
import { phoneOf } from '../../phones.ts'
import { callerOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { hashToken } from '../../plugins/session.ts'
import { passBotCheck } from '../bot-checks/bot-checks.ts'
import { beginSession, isRecent } from '../sessions/sessions.ts'
import { findPassword, findPasswordOwner, getGuest, insertGuest, savePassword } from './auth.sql.ts'
import { lockClaim, mergeGhosts, setEmailProven } from './claims.sql.ts'
import { hashPassword, refuseWeak } from './passwords.ts'
import { requestLink, signUpFacts } from './request-link.ts'

export const guestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...startGuestRoute,
    handler: async (request, reply) => {
      const { bot_check, first_name, last_name } = request.body
      const address = guestAddress(app, request.body)
      await passBotCheck(app, bot_check)
      const created_at = app.ports.now().toISOString()
      const user_id = await insertGuest(app.db, { ...address, first_name, last_name, created_at })
      reply.status(201)
      return beginSession(app, request, reply, user_id, { method: 'GUEST' })
    },
  })

  app.route({
    ...sendGuestLinkRoute,
    handler: async (request, reply) => {
      await passBotCheck(app, request.body.bot_check)
      const email = request.body.email.toLowerCase()
      await count(app, `guest-link ${hashToken(email).toString('base64url')}`, { max: 3, minutes: 60 })
      await requestLink(app.db, request, { for: 'GUEST', email }, app.ports.now())
      reply.status(202)
      return null
    },
  })

  app.route({
    ...claimAccountRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      const { password, next } = request.body
      if (password !== undefined) refuseWeak(password, await findPasswordOwner(app.db, user_id))
      const password_hash =
        password === undefined ? null : await hashPassword(password, app.settings.password_cost)
      const guest = await getGuest(app.db, user_id)
      const email = guest.contact_email
      if (guest.account_status !== 'GHOST' || email === null) return refuse('nothing_to_claim')
      // A guest who only typed an address has not verified it, and one who verified it long ago may have lost it since.
      if (guest.contact_verified_at === null || !(await isRecent(app, session_id))) {
        await count(app, `guest-link ${hashToken(email).toString('base64url')}`, { max: 3, minutes: 60 })
        const hasSignedUp = (await findPassword(app.db, user_id)) !== undefined
        await requestLink(
          app.db,
          request,
          hasSignedUp
            ? {
                for: 'SIGN_UP',
                email,
                user_id,
                facts: signUpFacts(app, request, guest),
                ...(next ? { next } : {}),
              }
            : { for: 'GUEST', email },
          app.ports.now(),
        )
        return refuse('claim_needs_link')
      }
      const now = app.ports.now()
      return makeChange(app, request, {
        lock: (tx) => lockClaim(tx, [user_id], { email }),
        write: async (tx, { owner, byId, ghosts }) => {
          // The guest was claimed or erased in another window in the meantime.
          if (byId(user_id)?.account_status !== 'GHOST') return refuse('session_ended')
          if (owner?.account_status === 'BANNED') return refuse('account_banned')
          if (owner) {
            await setEmailProven(tx, owner.id, email, now)
            await mergeGhosts(tx, ghosts, owner.id, now)
            return owner.id
          }
          await mergeGhosts(tx, ghosts, user_id, now)
          await setEmailProven(tx, user_id, email, now)
          if (password_hash !== null) await savePassword(tx, user_id, password_hash, now.toISOString())
          return user_id
        },
        audit: () => null,
        // The sessions of the guest end, and a first verification ends those of the account: open streams check their access again.
        announces: (into) => [user_id, into],
        view: (into) => beginSession(app, request, reply, into, { method: 'LINK' }),
      })
    },
  })
}

/** Returns what messages to a guest go to: an email address, or without one a phone number. */
function guestAddress(
  app: FastifyInstance,
  { email, phone, country }: { email?: string; phone?: string; country?: string },
): { contact_email: string | null; phone: string | null } {
  if (email !== undefined) return { contact_email: email.toLowerCase(), phone: null }
  if (phone === undefined)
    return refuse('request_invalid', {
      field: 'email',
      message: (t) => t('apiErrors.identity.guestNeedsAddress'),
    })
  if (!hasTexts(app)) return refuse('texts_unavailable')
  return { contact_email: null, phone: phoneOf(phone, country ?? 'US', 'phone') }
}
