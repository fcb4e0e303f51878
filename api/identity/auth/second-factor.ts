import { signInMethods } from '@openspot/core/enums.ts'
import type { SignInMethod } from '@openspot/db/types.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { secondFactorBlockedEmail } from '../../platform/emails/identity-email-templates.ts'
import { count } from '../../plugins/limits.ts'
import { takeCode } from '../second-factors/codes.ts'
import {
  countWrongCode,
  findSecondFactor,
  unblockSecondFactor,
} from '../second-factors/second-factors.sql.ts'
import { readTicket, spendTicket } from '../tickets/tickets.ts'
import { findEmail, findTokensValidAfter } from './auth.sql.ts'
import { writeLink } from './links.ts'

/** The number of consecutive wrong codes after which codes are blocked until an emailed link is opened. */
const maxWrongCodes = 100

/**
 * Consumes the ticket of the first step and the code of the second one. Returns the user and the method. Throws
 * `link_not_usable`, `session_ended`, `second_factor_blocked`, and `second_factor_failed`.
 */
export async function passSecondFactor(
  app: FastifyInstance,
  ticket: string,
  code: string,
): Promise<{ user_id: string; method: SignInMethod }> {
  const claims = readTicket(app, 'second factor', ticket)
  const method = signInMethods.find((word) => word === claims?.['method'])
  const user_id = claims?.['user_id']
  if (!method || !user_id)
    return refuse('link_not_usable', { message: (t) => t('apiErrors.identity.tookTooLong') })
  await count(app, `second-factor ${user_id}`, { max: 10, minutes: 15 })
  const user = await findTokensValidAfter(app.db, user_id)
  // All sessions were ended since the first step.
  if (!user || (user.tokens_valid_after ?? '') > (claims['made_at'] ?? '')) return refuse('session_ended')
  // While codes are blocked, even a correct one is rejected, so that guessing cannot continue.
  if ((await findSecondFactor(app.db, user_id))?.blocked_at)
    refuse('second_factor_blocked', { field: 'code' })
  if (!(await takeCode(app, user_id, code))) {
    await recordWrongCode(app, user_id)
    refuse('second_factor_failed', { field: 'code' })
  }
  await unblockSecondFactor(app.db, user_id)
  if (!(await spendTicket(app, ticket))) refuse('session_ended')
  return { user_id, method }
}

/** Counts a wrong code. The last allowed one blocks codes and emails the owner. */
async function recordWrongCode(app: FastifyInstance, user_id: string): Promise<void> {
  const now = app.ports.now()
  await app.db.transaction().execute(async (tx) => {
    if (!(await countWrongCode(tx, user_id, maxWrongCodes, now))) return
    const email = await findEmail(tx, user_id)
    if (email === null) return
    const of = { user_id, email, purpose: 'SIGN_IN' as const, kind: 'second_factor_blocked' }
    await writeLink(app, tx, of, secondFactorBlockedEmail(maxWrongCodes))
  })
}
