import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reportFailure } from '../../failures.ts'
import { keepEvents } from './keep-events.ts'
import { allowedId, isUncounted, visitorReader } from './visitors.ts'

/**
 * Counts the calls that the contract marks with `event`, after the response was sent: neither slows nor fails a call.
 * Must be registered before the routes.
 */
export function countCalls(app: FastifyInstance): void {
  const visitorOf = visitorReader(app)
  const running = new Set<Promise<unknown>>()
  const count = async (request: FastifyRequest, event: string) => {
    const by = await visitorOf(request, allowedId(request))
    const row = { id: app.ports.id(), event, lot_id: request.lot_id, properties: {}, ...by }
    await keepEvents(app, [row])
  }
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { event } = request.routeOptions.config
    if (event === undefined || reply.statusCode >= 300 || isUncounted(request)) return
    // A platform admin who sees the product as a user is not that user.
    if (request.caller?.viewer_user_id) return
    const work = count(request, event).catch((error: unknown) =>
      reportFailure(app.log, { task: 'count_call', error }),
    )
    running.add(work)
    void work.finally(() => running.delete(work))
  })
  app.addHook('onClose', async () => void (await Promise.all(running)))
}
