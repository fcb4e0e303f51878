import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mayNameRequest } from '../../plugins/caller-address.ts'
import { requestIdHeader } from '../../plugins/request-ids.ts'
import type { Metrics } from './metrics.ts'
import { recordAnswer } from './request-lines.ts'
import type { RequestSpan, Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null
  }
}

/**
 * Gives each response its request id and each request its log line, measurement, and span. Must be registered before
 * everything that may reject a request.
 */
export function watchRequests(
  app: FastifyInstance,
  {
    metrics,
    tracing,
    settings,
    secrets,
  }: Pick<Deps, 'settings' | 'secrets'> & {
    metrics: Metrics
    tracing: Tracing | null
  },
): void {
  const isTrusted = mayNameRequest(settings, secrets)
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    // Set on the raw response, because some responses bypass the framework.
    reply.raw.setHeader(requestIdHeader, request.id)
    const { method } = request
    const parent = isTrusted(request.raw) ? String(request.headers['traceparent'] ?? '') : null
    request.span = tracing?.beginRequest(parent, String(request.headers['sentry-trace'] ?? '')) ?? null
    recordAnswer(
      reply.raw,
      { log: request.log, metrics },
      () => {
        const route = request.routeOptions.url ?? 'unknown'
        const is_routine = route.startsWith('/api/health/')
        return { method, route, user_id: request.caller?.user_id ?? null, lot_id: request.lot_id, is_routine }
      },
      ({ route }, status) =>
        request.span?.end(`${method} ${route}`, status, {
          'http.request.method': method,
          'http.route': route,
          'openspot.request_id': request.id,
        }),
    )
    if (request.span) request.span.enter(done)
    else done()
  })
  // The last chunk of the body is read in the socket's context, so reenter the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.enter(done)
    else done()
  })
}
