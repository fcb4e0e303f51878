import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { hasSecondFactor } from '../../identity/sessions/sessions.sql.ts'
import { requireRecentSignIn } from '../../identity/sessions/sessions.ts'
import { callerOf } from '../../plugins/access.ts'

/**
 * Requires two-step verification and a recent sign-in of a platform admin, for what a found session of theirs must not be enough: to
 * make another admin, to merge accounts, or to see what someone else sees.
 */
export async function requireAdminProof(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const { user_id, session_id } = callerOf(request)
  if (!(await hasSecondFactor(app.db, user_id)))
    refuse('second_factor_not_set', { message: (t) => t('apiErrors.people.adminOwnSecondFactor') })
  await requireRecentSignIn(app, session_id)
}
