import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { eraseMeRoute, exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { clearCookie, requireRecentSignIn } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.sql.ts'
import { forgetPerson, listObstacles } from './erase.sql.ts'
import { collect, tryLockExport } from './export.sql.ts'

export const myDataRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...exportMyDataRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const data = await app.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          // One export at a time per user, because it reads everything.
          if (!(await tryLockExport(tx, user_id))) refuse('request_in_flight', { retry_after_seconds: 5 })
          return collect(tx, user_id)
        })
      reply.header('content-disposition', 'attachment; filename="openspot-my-data.json"')
      return { made_at: app.ports.now().toISOString(), data }
    },
  })

  app.route({
    ...eraseMeRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const now = app.ports.now()
      await app.db.transaction().execute(async (tx) => {
        // A concurrent booking or bill waits for this lock and then finds no user.
        await lockUser(tx, user_id)
        const open = await listObstacles(tx, user_id, now)
        if (open.length > 0) refuse('account_in_use', { details: { open } })
        await forgetPerson(tx, user_id, now)
        await writeAudit(tx, request, { action: 'user.erase', subject_kind: 'user', subject_id: user_id })
      })
      app.changes.announce(user_id)
      clearCookie(app, reply)
      reply.status(204)
      return null
    },
  })
}
