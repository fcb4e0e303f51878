import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  beginAccountViewRoute,
  endAccountViewRoute,
  getAccountViewRoute,
  viewCookie,
} from '@openspot/contract/platform/account-views.ts'
import type { FastifyReply } from 'fastify'
import type { Action } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { notifyOfAccount } from '../accounts/notify-account.ts'
import { getReachable } from '../accounts/reachable.sql.ts'
import { getAdmin } from '../admins/admins.sql.ts'
import { requireAdminProof } from '../admins/require-proof.ts'
import { type EndedView, endView, findView, insertView, mayView } from './account-views.sql.ts'

const MINUTES = 30

export const accountViewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const cookieOptions = { path: '/', secure: app.secure_cookies, sameSite: 'lax' } as const
  const showHint = (reply: FastifyReply) =>
    reply.setCookie(viewCookie, '1', { ...cookieOptions, maxAge: MINUTES * 60 })

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
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          // One whose time is over may not have been recorded as ended yet.
          const ended = await endView(tx, session_id, app.ports.now())
          await insertView(tx, view)
          const admin = await getAdmin(tx, admin_user_id)
          const person = await getReachable(tx, user_id)
          const name = [admin.first_name, admin.last_name].filter(Boolean).join(' ')
          if (person) await notifyOfAccount(app, tx, 'ACCOUNT_VIEWED', person, { reason, name })
          return ended
        },
        audit: (ended) => [
          ...entriesOfEnd(ended, true),
          {
            action: 'user.view_begin',
            subject_kind: 'user',
            subject_id: user_id,
            details: { reason, ends_at: view.ends_at },
          },
        ],
        // Streams that were opened as the admin end at once.
        announces: [admin_user_id],
        view: async () => {
          const begun = (await findView(app.db, session_id, now)) ?? refuse('view_not_possible')
          showHint(reply)
          return begun
        },
      })
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
      const { user_id, session_id } = callerOf(request)
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => endView(tx, session_id, app.ports.now()),
        audit: (ended) => entriesOfEnd(ended, false),
        announces: [user_id],
        view: () => {
          reply.clearCookie(viewCookie, cookieOptions)
          return null
        },
      })
    },
  })
}

const entriesOfEnd = (ended: EndedView | undefined, is_expired: boolean): Action[] =>
  ended
    ? [
        {
          action: 'user.view_end',
          subject_kind: 'user',
          subject_id: ended.user_id,
          details: { is_expired },
        },
      ]
    : []
