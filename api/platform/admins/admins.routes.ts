import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getSetupRoute,
  grantAdminRoute,
  revokeAdminRoute,
  setUpRoute,
} from '@openspot/contract/platform/admins.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { requireAccount } from '../../identity/sessions/sessions.ts'
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
      await decide(app, request, request.params.user_id, request.body.reason, true, checkGrant)
      return toUser(app.db, request.params.user_id, app.ports.now())
    },
  })

  app.route({
    ...revokeAdminRoute,
    handler: async (request) => {
      const { user_id } = request.params
      if (user_id === callerOf(request).user_id)
        refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminOwn') })
      await requireAdminProof(app, request)
      await decide(app, request, user_id, request.body.reason, false, (facts) => {
        if (!facts.is_admin) refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminNot') })
        if (facts.email !== null && app.settings.admin_emails.includes(facts.email))
          refuse('admin_not_possible', { message: (t) => t('apiErrors.people.adminBySetting') })
      })
      // Streams that were opened as an admin end at once.
      app.changes.announce(user_id)
      return toUser(app.db, user_id, app.ports.now())
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
      await app.db.transaction().execute(async (tx) => {
        // Someone else may become the first meanwhile.
        await lockAdmins(tx)
        if (!(await needsAdmin(tx))) refuse('setup_closed')
        await setAdmin(tx, user_id, true)
        await writeAudit(tx, request, {
          action: 'user.grant_admin',
          subject_kind: 'user',
          subject_id: user_id,
          details: { reason: 'setup' },
        })
      })
      return reply.code(204).send(null)
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

async function decide(
  app: FastifyInstance,
  request: FastifyRequest,
  user_id: string,
  reason: string,
  is_admin: boolean,
  check: (facts: AdminFacts) => void,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    check(await lockAdminFacts(tx, user_id))
    await setAdmin(tx, user_id, is_admin)
    await writeAudit(tx, request, {
      action: is_admin ? 'user.grant_admin' : 'user.revoke_admin',
      subject_kind: 'user',
      subject_id: user_id,
      details: { reason: reason.trim() },
    })
    await notifyOfAdmin(app, tx, is_admin ? 'ADMIN_ADDED' : 'ADMIN_REMOVED', user_id, reason.trim())
  })
}
