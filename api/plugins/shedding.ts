import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import type { Ports } from '../ports.ts'

/** An event loop that is this late, in milliseconds, has more to do than it can. */
const OVERLOADED_MS = 750

export const RETRY_AFTER_SECONDS = 2

export const isOverloaded = (ports: Pick<Ports, 'loopDelay'>): boolean => ports.loopDelay() >= OVERLOADED_MS

/**
 * Refuses calls with 503 while the event loop is too late to answer them in good time: what is under way is finished
 * sooner, and callers come back. Health is always answered. Must be registered before anything that costs time.
 */
export function shedLoad(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/health/')) return
    if (!isOverloaded(app.ports)) return
    app.metrics.countShed('api')
    refuse('overloaded', { retry_after_seconds: RETRY_AFTER_SECONDS })
  })
}
