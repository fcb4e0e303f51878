import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import type { Caller } from './session.ts'

/** What a platform admin must not see of someone else, wherever a response has it. */
const hidden: Record<string, string | null> = { last4: '••••', exp_month: null, exp_year: null }

/**
 * Refuses everything but reading while a platform admin sees the product as another user, and reading what is secret. Called for every
 * route before it is decided who may call it, so that no route has to think of it.
 */
export function refuseWhileViewing(request: FastifyRequest, caller: Caller | null): void {
  if (caller === null || caller.viewer_user_id === null) return
  const { csrf_protected, is_secret, while_viewing } = request.routeOptions.config
  if (while_viewing) return
  if (is_secret) refuse('view_only', { message: (t) => t('apiErrors.people.viewHidden') })
  const isReading = (request.method === 'GET' || request.method === 'HEAD') && !csrf_protected
  if (!isReading) refuse('view_only')
}

/** Hides the digits of cards and bank accounts in what such an admin reads. */
export function hidePaymentDetails(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, _reply, payload, done) =>
    done(null, request.caller?.viewer_user_id ? withoutDetails(payload) : payload),
  )
}

function withoutDetails(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDetails)
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value))
    return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      each !== null && name in hidden ? hidden[name] : withoutDetails(each),
    ]),
  )
}
