import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  beginAccountViewRoute,
  endAccountViewRoute,
  getAccountViewRoute,
  viewCookie,
} from '@openspot/contract/platform/account-views.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { notifyOfAccount } from '../accounts/notify-account.ts'
import { getReachable } from '../accounts/reachable.sql.ts'
import { getAdmin } from '../admins/admins.sql.ts'
import { requireAdminProof } from '../admins/require-proof.ts'
import { endView, findView, insertView, mayView } from './account-views.sql.ts'

const MINUTES = 30

export const accountViewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const cookieOptions = { path: '/', secure: app.secure_cookies, sameSite: 'lax' } as const
  const showHint = (reply: FastifyReply) =>
    reply.setCookie(viewCookie, '1', { ...cookieOptions, maxAge: MINUTES * 60 })

  const end = async (tx: Tx, request: FastifyRequest, is_expired: boolean): Promise<void> => {
    const ended = await endView(tx, callerOf(request).session_id, app.ports.now())
    if (!ended) return
    await writeAudit(tx, request, {
      action: 'user.view_end',
      subject_kind: 'user',
      subject_id: ended.user_id,
      details: { is_expired },
    })
  }

  app.route({
    ...beginAccountViewRoute,
    handler: async (request, reply) => {
      const { user_id } = request.params
      const { user_id: admin_user_id, session_id } = callerOf(request)
      const reason = request.body.reason.trim()
      await requireAdminProof(app, request)
      if (!(await mayView(app.db, admin_user_id, user_id))) refuse('view_not_possible')
      const now = app.ports.now()
      const view = {
        session_id,
        admin_user_id,
        user_id,
        reason,
        begins_at: now.toISOString(),
        ends_at: new Date(now.getTime() + MINUTES * 60_000).toISOString(),
      }
      await app.db.transaction().execute(async (tx) => {
        // One whose time is over may not have been recorded as ended yet.
        await end(tx, request, true)
        await insertView(tx, view)
        await writeAudit(tx, request, {
          action: 'user.view_begin',
          subject_kind: 'user',
          subject_id: user_id,
          details: { reason, ends_at: view.ends_at },
        })
        const admin = await getAdmin(tx, admin_user_id)
        const person = await getReachable(tx, user_id)
        const name = [admin.first_name, admin.last_name].filter(Boolean).join(' ')
        if (person) await notifyOfAccount(app, tx, 'ACCOUNT_VIEWED', person, { reason, name })
      })
      // Streams that were opened as the admin end at once.
      app.changes.announce(admin_user_id)
      const begun = await findView(app.db, session_id, now)
      showHint(reply)
      return reply.code(201).send(begun ?? refuse('view_not_possible'))
    },
  })

  app.route({
    ...getAccountViewRoute,
    handler: async (request) => {
      const { session_id, viewer_user_id } = callerOf(request)
      return { view: viewer_user_id === null ? null : await findView(app.db, session_id, app.ports.now()) }
    },
  })

  app.route({
    ...endAccountViewRoute,
    handler: async (request, reply) => {
      await app.db.transaction().execute((tx) => end(tx, request, false))
      app.changes.announce(callerOf(request).user_id)
      reply.clearCookie(viewCookie, cookieOptions)
      return reply.code(204).send(null)
    },
  })
}
