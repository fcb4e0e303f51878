import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Observability } from '@openspot/api/platform/observability/observe.ts'
import { recordAnswer } from '@openspot/api/platform/observability/request-lines.ts'
import { requestIdHeader } from '@openspot/api/plugins/request-ids.ts'
import { splitLanguage } from '@openspot/messages/language-paths.ts'

/**
 * Records a request that does not go to this process's API: a page, a file, or a relayed call. Then runs `work` within
 * the request's span. `routeOf` returns a page's pattern, because paths contain IDs and tokens.
 */
export function watchPage(
  request: IncomingMessage,
  response: ServerResponse,
  { log, metrics, tracing }: Observability,
  routeOf: (path: string) => string | null,
  work: () => void,
): void {
  const { method = 'GET', url = '/' } = request
  const request_id = String(response.getHeader(requestIdHeader))
  const path = url.split('?')[0] ?? '/'
  const fixed = fixedRouteOf(path)
  const page = splitLanguage(path).path
  const span = tracing?.beginRequest(null, String(request.headers['sentry-trace'] ?? ''))
  recordAnswer(
    response,
    { log: log.child({ request_id }), metrics },
    () => ({ method, route: fixed ?? routeOf(page) ?? 'unknown', is_routine: fixed !== null }),
    ({ route }, status) =>
      span?.end(`${method} ${route}`, status, {
        'http.request.method': method,
        'http.route': route,
        'openspot.request_id': request_id,
      }),
  )
  if (span) span.enter(work)
  else work()
}

/** Returns the route of frequent machine and file requests; null for a page. */
function fixedRouteOf(path: string): string | null {
  if (path.startsWith('/_next/')) return '/_next/*'
  if (path.startsWith('/api/health/') || path === '/metrics') return path
  if (/^\/api(?:\/|$)/.test(path)) return '/api/*'
  const [, kind] = /\.(\w{2,5})$/.exec(path) ?? []
  return kind === undefined ? null : '/*.file'
}
