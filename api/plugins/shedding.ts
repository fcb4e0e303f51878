import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { atOnce } from './hooks.ts'

/** The event loop delay in milliseconds from which on the process is overloaded. */
const OVERLOADED_MS = 750

export const RETRY_AFTER_SECONDS = 2

export const isOverloaded = (ports: Pick<Ports, 'loopDelay'>): boolean => ports.loopDelay() >= OVERLOADED_MS

/**
 * Rejects calls with 503 `overloaded` while the event loop is too late, so that requests in progress finish sooner and
 * callers retry. Health checks are always answered. Must be registered before anything expensive.
 */
export function shedLoad(app: FastifyInstance): void {
  const shed = atOnce((request) => {
    if (!isOverloaded(app.ports) || request.url.startsWith('/api/health/')) return
    app.metrics.countShed('api')
    refuse('overloaded', { retry_after_seconds: RETRY_AFTER_SECONDS })
  })
  app.addHook('onRequest', shed)
}
