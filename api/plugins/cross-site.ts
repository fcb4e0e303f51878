import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser sends our cookie along with requests that other sites make. What changes something is therefore taken
 * from our own pages alone: browsers say where a request comes from and pages cannot forge it. Programs say nothing.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string): void {
  const ours = new URL(publicUrl).host
  app.addHook('onRequest', async (request) => {
    if (safe.has(request.method) && !request.routeOptions.config.makes) return
    const site = request.headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site') refuse('cross_site_refused')
    const origin = request.headers.origin
    if (origin === undefined) return
    const host = URL.canParse(origin) ? new URL(origin).host : ''
    if (host !== ours && host !== request.headers.host) refuse('cross_site_refused')
  })
}
