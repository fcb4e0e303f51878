import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Observability } from '@openspot/api/observability/observe.ts'
import { requestIdHeader } from '@openspot/api/observability/request-ids.ts'
import { recordAnswer } from '@openspot/api/observability/request-lines.ts'

/**
 * Records a request that does not go to the API of this process: a page, a file, a relayed call. Then runs `work`
 * within the request's span. `routeOf` gives a page's pattern: paths of pages carry ids and tokens.
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
  const span = tracing?.beginRequest(null)
  recordAnswer(
    response,
    { log: log.child({ request_id }), metrics },
    () => ({ method, route: fixed ?? routeOf(path) ?? 'unknown', is_routine: fixed !== null }),
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

/** The route of what machines and pages load by the dozen; null: a page. */
function fixedRouteOf(path: string): string | null {
  if (path.startsWith('/_next/')) return '/_next/*'
  if (path.startsWith('/api/health/') || path === '/metrics') return path
  if (/^\/api(?:\/|$)/.test(path)) return '/api/*'
  const [, kind] = /\.(\w{2,5})$/.exec(path) ?? []
  return kind === undefined ? null : '/*.file'
}
