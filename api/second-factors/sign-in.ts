import { signInMethods } from '@openspot/contract/sessions.ts'
import type { SignInMethod } from '@openspot/db/types.ts'
import type { FastifyInstance } from 'fastify'
import { readTicket, spendTicket } from '../auth/tickets.ts'
import { refuse } from '../errors.ts'
import { count } from '../plugins/limits.ts'
import { takeCode } from './codes.ts'

/** Takes the ticket of a first step and the code of the second, each once, and answers who it is. */
export async function passSecondFactor(
  app: FastifyInstance,
  ticket: string,
  code: string,
): Promise<{ user_id: string; method: SignInMethod }> {
  const says = readTicket(app, 'second factor', ticket)
  const method = signInMethods.find((word) => word === says?.['method'])
  const user_id = says?.['user_id']
  if (!method || !user_id) return refuse('link_not_usable', { message: 'This took too long. Sign in again.' })
  await count(app, `second-factor ${user_id}`, { max: 10, minutes: 15 })
  const user = await app.db
    .selectFrom('users')
    .select('tokens_valid_after')
    .where('id', '=', user_id)
    .executeTakeFirst()
  // Everything was signed out since the first step.
  if (!user || (user.tokens_valid_after ?? '') > (says['made_at'] ?? '')) return refuse('session_ended')
  if (!(await takeCode(app, user_id, code))) refuse('second_factor_failed', { field: 'code' })
  if (!(await spendTicket(app, ticket))) refuse('session_ended')
  return { user_id, method }
}
