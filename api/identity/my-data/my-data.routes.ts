import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { eraseMe, exportMyData } from '@openspot/contract/identity/my-data.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { clearCookie, requireRecentSignIn } from '../auth/sessions.ts'
import { collect } from './export.sql.ts'

export const myDataRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...exportMyData,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const data = await app.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          // One export at a time per user, because it reads everything.
          const { rows } = await sql<{ is_ours: boolean }>`
            select pg_try_advisory_xact_lock(hashtextextended(${`export ${user_id}`}, 0)) as is_ours`.execute(
            tx,
          )
          if (!rows[0]?.is_ours) refuse('request_in_flight', { retry_after_seconds: 5 })
          return collect(tx, user_id)
        })
      reply.header('content-disposition', 'attachment; filename="openspot-my-data.json"')
      return { made_at: app.ports.now().toISOString(), data }
    },
  })

  app.route({
    ...eraseMe,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const now = app.ports.now().toISOString()
      await app.db.transaction().execute(async (tx) => {
        // A concurrent booking or bill waits for this lock and then finds no user.
        await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
        const { rows: open } = await sql<{ kind: string; id: string; lot_name: string }>`
          select k.kind, k.id, k.lot_id, l.name as lot_name from what_keeps(${user_id}, ${now}) k join lots l on l.id = k.lot_id
          order by l.name, k.kind, k.id`.execute(tx)
        if (open.length > 0) refuse('account_in_use', { details: { open } })
        await sql`select forget_person(${user_id}, ${now})`.execute(tx)
        await writeAudit(tx, request, { action: 'user.erase', subject_kind: 'user', subject_id: user_id })
      })
      app.changes.announce(user_id)
      clearCookie(app, reply)
      reply.status(204)
      return null
    },
  })
}
