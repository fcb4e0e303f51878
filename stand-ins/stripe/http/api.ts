import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, apiError, invalid, lockTimeout, rateLimit } from '../protocol/errors.ts'
import { FormError, type FormFields, parseForm } from '../protocol/form.ts'
import { listOf, text } from '../protocol/params.ts'
import { type Context, workOn } from '../state/context.ts'
import type { CallFault } from '../state/faults.ts'
import { type Reply, remember, replay } from '../state/idempotency.ts'
import { find } from '../state/store.ts'
import { inTransaction, type Work } from '../state/work.ts'
import { authenticate, isRetryable } from './auth.ts'
import { expand } from './expand.ts'
import type { Route } from './route.ts'

/** Handles one API request, from the key to the response. */

interface Answer extends Reply {
  original_request?: string
}

export function addRoutes(app: FastifyInstance, context: Context, routes: Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => serve(context, route, request, reply),
    })
  }
}

async function serve(
  context: Context,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = `${route.method} ${route.path}`
  const request_id = context.env.id('req')
  const key = route.method === 'POST' ? header(request, 'idempotency-key') : undefined
  reply.header('request-id', request_id)
  if (key) reply.header('idempotency-key', key)
  let answer: Answer
  let fault: CallFault | null = null
  try {
    authenticate(context, header(request, 'authorization'))
    const fields = fieldsOf(request)
    fault = context.faults.forCall(call)
    if (fault === 'reset') return cut(request, reply)
    failBefore(fault)
    answer = await perform(context, route, call, request, fields, {
      id: request_id,
      idempotency_key: key ?? null,
    })
  } catch (error) {
    answer = refused(toApiError(error, request))
  }
  if (route.method !== 'GET') context.changed()
  if (fault === 'reset_after_success') return cut(request, reply)
  // Ended by the client's timeout or by closing the server.
  if (fault === 'timeout_after_success') return reply.hijack()
  if (fault === 'error_500_after_success') answer = refused(apiError())
  if (answer.original_request !== undefined)
    reply.header('idempotent-replayed', 'true').header('original-request', answer.original_request)
  return reply.code(answer.status).type('application/json').send(answer.body)
}

async function perform(
  context: Context,
  route: Route,
  call: string,
  request: FastifyRequest,
  fields: FormFields,
  ids: Work['request'],
): Promise<Answer> {
  const params = request.params as { id?: string; child?: string }
  const endpoint = `${route.method} ${request.url.split('?')[0] ?? ''}`
  return inTransaction(context.pool, async (client) => {
    const work = workOn(context, client, await accountOf(context, request, client), ids)
    const key = ids.idempotency_key
    if (key) {
      const earlier = await replay(work, key, endpoint, fields)
      if (earlier) return earlier
    }
    await context.faults.waitIfHeld(call)
    await client.query('savepoint work')
    let answer: Answer
    let remembered = true
    try {
      const { expand: paths, ...rest } = fields
      const object = await route.run(work, rest, params.id ?? '', params.child ?? '')
      const expanded = await expand(work, object, paths === undefined ? [] : listOf(text)(paths, 'expand'))
      answer = { status: 200, body: JSON.stringify(expanded, null, 2) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.keeps_changes) await client.query('rollback to savepoint work')
      answer = refused(error)
      // "If incoming parameters fail validation … we save no result": https://docs.stripe.com/api/idempotent_requests
      remembered = !error.body.code?.startsWith('parameter_') && error.status !== 409 && error.status !== 429
    }
    if (key && remembered) await remember(work, key, endpoint, fields, answer)
    return answer
  })
}

/** Resolves the Stripe-Account header: https://docs.stripe.com/connect/authentication#stripe-account-header */
async function accountOf(context: Context, request: FastifyRequest, client: Work['client']): Promise<string> {
  const wanted = header(request, 'stripe-account')
  if (!wanted || wanted === context.env.platform) return context.env.platform
  const account = await find(workOn(context, client, context.env.platform), 'account', wanted)
  if (account && !account.deleted) return wanted
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${wanted}' (or that account does not exist). Application access may have been revoked.`,
  })
}

function fieldsOf(request: FastifyRequest): FormFields {
  const query = request.url.indexOf('?')
  const fields = parseForm(query < 0 ? '' : request.url.slice(query + 1))
  if (typeof request.body === 'string') Object.assign(fields, parseForm(request.body))
  return fields
}

function failBefore(fault: CallFault | null): void {
  if (fault === 'error_500') throw apiError()
  if (fault === 'error_429') throw rateLimit()
  if (fault === 'error_409') throw lockTimeout()
}

function refused(error: ApiError): Answer {
  return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) }
}

export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof FormError) return invalid(error.message)
  if (isRetryable(error)) return lockTimeout()
  request.log.error(error)
  return apiError()
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
