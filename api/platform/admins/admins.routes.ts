import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getSetupRoute,
  grantAdminRoute,
  revokeAdminRoute,
  setUpRoute,
} from '@openspot/contract/platform/admins.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { requireAccount } from '../../identity/sessions/sessions.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { toUser } from '../platform/platform.sql.ts'
import { type AdminFacts, lockAdminFacts, lockAdmins, needsAdmin, setAdmin } from './admins.sql.ts'
import { notifyOfAdmin } from './notify-admins.ts'
import { requireAdminProof } from './require-proof.ts'
import { isSetupToken } from './setup-token.ts'

export const adminRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...grantAdminRoute,
    handler: async (request) => {
      await requireAdminProof(app, request)
      return decide(app, request, { is_admin: true, check: checkGrant, announces: [] })
    },
  })

  app.route({
    ...revokeAdminRoute,
    handler: async (request) => {
      const { user_id } = request.params
      if (user_id === callerOf(request).user_id)
        refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminOwn') })
      await requireAdminProof(app, request)
      return decide(app, request, {
        is_admin: false,
        check: (facts) => {
          if (!facts.is_admin)
            refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminNot') })
          if (facts.email !== null && app.settings.admin_emails.includes(facts.email))
            refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminBySetting') })
        },
        // Streams that were opened as an admin end at once.
        announces: [user_id],
      })
    },
  })

  app.route({
    ...getSetupRoute,
    handler: async () => ({ is_open: await needsAdmin(app.db) }),
  })

  app.route({
    ...setUpRoute,
    handler: async (request, reply) => {
      const { user_id } = callerOf(request)
      if (!(await needsAdmin(app.db))) refuse('setup_closed')
      if (!isSetupToken(app.secrets, request.body.token)) refuse('setup_token_wrong', { field: 'token' })
      await requireAccount(app, user_id)
      reply.status(204)
      return makeChange(app, request, {
        lock: async (tx) => {
          // Someone else may become the first meanwhile.
          await lockAdmins(tx)
          return null
        },
        write: async (tx) => {
          if (!(await needsAdmin(tx))) refuse('setup_closed')
          await setAdmin(tx, user_id, true)
        },
        audit: () => ({
          action: 'user.grant_admin',
          subject_kind: 'user',
          subject_id: user_id,
          details: { reason: 'setup' },
        }),
        announces: [],
        view: () => null,
      })
    },
  })
}

function checkGrant(facts: AdminFacts): void {
  if (facts.is_admin) refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminAlready') })
  if (!facts.has_account)
    refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminNeedsAccount') })
  if (!facts.has_second_factor)
    refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminNeedsSecondFactor') })
}

/** Makes a user a platform admin, or ends it. */
function decide(
  app: FastifyInstance,
  request: FastifyRequest<{ Params: { user_id: string }; Body: { reason: string } }>,
  {
    is_admin,
    check,
    announces,
  }: { is_admin: boolean; check: (facts: AdminFacts) => void; announces: string[] },
) {
  const { user_id } = request.params
  const reason = request.body.reason.trim()
  return makeChange(app, request, {
    lock: (tx) => lockAdminFacts(tx, user_id),
    write: async (tx, facts) => {
      check(facts)
      await setAdmin(tx, user_id, is_admin)
      await notifyOfAdmin(app, tx, is_admin ? 'ADMIN_ADDED' : 'ADMIN_REMOVED', user_id, reason)
    },
    audit: () => ({
      action: is_admin ? 'user.grant_admin' : 'user.revoke_admin',
      subject_kind: 'user',
      subject_id: user_id,
      details: { reason },
    }),
    announces,
    view: () => toUser(app.db, user_id, app.ports.now()),
  })
}
