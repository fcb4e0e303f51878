import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { Counts } from './counts.ts'
import { onlyIf } from './hooks.ts'
import { addHits, getHits } from './limits.sql.ts'

/**
 * Rate limits by route and IP address, counted in the database so that they apply across processes. Windows begin at
 * whole multiples of their length.
 */
export function holdLimits(app: FastifyInstance): void {
  app.decorate('counts', new Counts(app))
  app.addHook('onClose', () => app.counts.close())
  const isLimited = (request: FastifyRequest) => limitByAddress(request) !== null
  const hold = onlyIf(isLimited, async (request) => {
    const limit = limitByAddress(request)
    const bucket = `${request.method} ${request.routeOptions.url ?? ''} ${request.ip}`
    if (limit) await count(app, bucket, limit, 1, request.routeOptions.config.counted_together)
  })
  app.addHook('onRequest', hold)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The hits of calls that are `counted_together`. */
    counts: Counts
  }
}

/** The limit by address of the call's route, if it has one. */
function limitByAddress({ routeOptions }: FastifyRequest) {
  const { limit } = routeOptions.config
  return !limit || limit.per === 'person' ? null : limit
}

/** The weight that one person may use in 5 minutes: 150 price quotes, 30 PDFs, or 3 lot imports. */
const weightBudget = { max: 1500, minutes: 5 }

/** Rate limits by person, and the budget of weighted routes. Must run after access was decided. */
export function holdPersonalLimits(app: FastifyInstance): void {
  const isLimited = ({ routeOptions }: FastifyRequest) =>
    routeOptions.config.weight !== undefined || routeOptions.config.limit?.per === 'person'
  const hold = onlyIf(isLimited, async (request) => {
    const { limit, weight, counted_together } = request.routeOptions.config
    const who = request.caller?.viewer_user_id ?? request.caller?.user_id ?? request.ip
    if (limit?.per === 'person') {
      await count(
        app,
        `${request.method} ${request.routeOptions.url ?? ''} ${who}`,
        limit,
        1,
        counted_together,
      )
    }
    if (weight !== undefined) await count(app, `weight ${who}`, weightBudget, weight, counted_together)
  })
  app.addHook('preValidation', hold)
}

/** Returns the number of hits in a bucket's current window. */
export async function triesIn(app: FastifyInstance, bucket: string, minutes: number): Promise<number> {
  const starts = windowOf(app, minutes)
  return getHits(app.pool, bucket, new Date(starts).toISOString())
}

function windowOf(app: FastifyInstance, minutes: number): number {
  const length = minutes * 60_000
  return Math.floor(app.ports.now().getTime() / length) * length
}

/** Counts a hit of the given weight in a bucket. Throws `too_many_requests` once the limit is exceeded. */
export async function count(
  app: FastifyInstance,
  bucket: string,
  limit: { max: number; minutes: number },
  weight = 1,
  isTogether = false,
): Promise<void> {
  const length = limit.minutes * 60_000
  const now = app.ports.now().getTime()
  const starts = windowOf(app, limit.minutes)
  const window = new Date(starts).toISOString()
  const hits = isTogether
    ? await app.counts.add(bucket, window, weight)
    : await addHits(app.pool, bucket, window, weight)
  if (hits > limit.max) {
    refuse('too_many_requests', { retry_after_seconds: Math.ceil((starts + length - now) / 1000) })
  }
}
