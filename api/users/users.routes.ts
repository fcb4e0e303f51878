import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getMe as getMeRoute, listMyMemberships, patchUser } from '@openspot/contract/users.ts'
import { writeAudit } from '../audit.sql.ts'
import { sendLink } from '../auth/links.ts'
import { callerOf } from '../plugins/access.ts'
import { getMe, listMemberships, updateUser } from './users.sql.ts'

export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getMeRoute, handler: ({ caller }) => getMe(app.db, caller?.user_id ?? '') })

  app.route({
    ...patchUser,
    handler: async (request) => {
      const { user_id } = request.params
      const before = await getMe(app.db, user_id)
      const patch = {
        ...request.body,
        ...(request.body.email ? { email: request.body.email.toLowerCase() } : {}),
      }
      await app.db.transaction().execute(async (tx) => {
        await updateUser(tx, user_id, patch)
        if (request.granted === 'platform_admin') {
          await writeAudit(tx, request, {
            action: 'user.change',
            subject_kind: 'user',
            subject_id: user_id,
            details: { fields: Object.keys(patch) },
          })
        }
      })
      if (patch.email && patch.email !== before.email)
        await sendLink(app, user_id, patch.email, 'VERIFY_EMAIL')
      return getMe(app.db, user_id)
    },
  })

  app.route({
    ...listMyMemberships,
    handler: async (request) => ({ items: await listMemberships(app.db, callerOf(request).user_id) }),
  })
}
