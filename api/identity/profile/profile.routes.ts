import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getMeRoute,
  getMyHomeRoute,
  getUserRoute,
  listMyMembershipsRoute,
  patchUserRoute,
} from '@openspot/contract/identity/users.ts'
import { homePath } from '@openspot/core/memberships/home-path.ts'
import { countryOf } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { phoneOf } from '../../phones.ts'
import { callerOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { recordChange } from '../account-changes/account-changes.ts'
import { requestLink } from '../auth/request-link.ts'
import { requireRecentSignIn } from '../sessions/sessions.ts'
import { getHomeFacts, getMe, listMemberships, lockUser, updateUser } from '../users/users.sql.ts'

export const profileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getMeRoute, handler: ({ caller }) => getMe(app.db, caller?.user_id ?? '') })
  app.route({
    ...getMyHomeRoute,
    handler: async (request) => ({
      path: homePath(await getHomeFacts(app.pool, callerOf(request).user_id, app.ports.now())),
    }),
  })
  app.route({ ...getUserRoute, handler: ({ params }) => getMe(app.db, params.user_id) })

  app.route({
    ...patchUserRoute,
    handler: async (request) => {
      const { user_id } = request.params
      const { email: givenEmail, phone, ...plain } = request.body
      const before = await getMe(app.db, user_id)
      // A new address takes effect only after it is verified.
      const email = givenEmail?.toLowerCase()
      const newEmail = email !== undefined && email !== before.email ? email : null
      if (newEmail !== null && before.account_status === 'GHOST')
        refuse('forbidden', {
          field: 'email',
          message: (t) => t('apiErrors.identity.guestAddress'),
        })
      const country = countryOf(localeOf(translatorOf(request)))
      const newPhone = typeof phone === 'string' ? phoneOf(phone, country, 'phone') : phone
      const isPhoneNew = newPhone !== undefined && newPhone !== before.phone
      // A person who finds or steals a session must not be able to take over the account. A guest has none.
      if (newEmail !== null || (isPhoneNew && before.account_status !== 'GHOST'))
        await requireRecentSignIn(app, callerOf(request).session_id)
      if (newEmail !== null) await count(app, `change e-mail ${user_id}`, { max: 5, minutes: 60 })
      const zone = request.client.time_zone
      const patch = { ...plain, ...(newPhone === undefined ? {} : { phone: newPhone }) }
      return makeChange(app, request, {
        // Against a concurrent change, because the values to restore are read in it.
        lock: (tx) => lockUser(tx, user_id),
        write: async (tx) => {
          if (isPhoneNew) await recordChange(app, tx, user_id, { kind: 'PHONE', what: 'PHONE' }, zone)
          if (newEmail !== null) {
            const changed = { kind: 'EMAIL', what: 'EMAIL_REQUESTED', new_email: newEmail } as const
            await recordChange(app, tx, user_id, changed, zone)
            await requestLink(tx, request, { for: 'NEW_EMAIL', email: newEmail, user_id }, app.ports.now())
          }
          await updateUser(tx, user_id, patch)
        },
        audit: () =>
          request.granted === 'platform_admin'
            ? {
                action: 'user.change',
                subject_kind: 'user',
                subject_id: user_id,
                details: { fields: Object.keys(request.body) },
              }
            : null,
        announces: [],
        view: () => getMe(app.db, user_id),
      })
    },
  })

  app.route({
    ...listMyMembershipsRoute,
    handler: async (request) => ({ items: await listMemberships(app.db, callerOf(request).user_id) }),
  })
}
