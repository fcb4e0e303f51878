import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import { atOnce } from './hooks.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser sends our cookie with requests from other sites too (CSRF). Routes that change something therefore accept
 * browser requests from our own pages only: browsers state the origin, and pages cannot forge it. Other programs send
 * no origin.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string): void {
  const ours = new URL(publicUrl).host
  const check = atOnce((request) => {
    if (safe.has(request.method) && !request.routeOptions.config.csrf_protected) return
    const site = request.headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site') refuse('cross_site_refused')
    const origin = request.headers.origin
    if (origin === undefined) return
    const host = URL.canParse(origin) ? new URL(origin).host : ''
    if (host !== ours && host !== request.headers.host) refuse('cross_site_refused')
  })
  app.addHook('onRequest', check)
}
