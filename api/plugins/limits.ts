import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import { Counts } from './counts.ts'
import { addHits, getHits } from './limits.sql.ts'

/**
 * Rate limits by route and IP address, counted in the database so that they apply across processes. Windows begin at
 * whole multiples of their length.
 */
export function holdLimits(app: FastifyInstance): void {
  app.decorate('counts', new Counts(app))
  app.addHook('onClose', () => app.counts.close())
  app.addHook('onRequest', async (request) => {
    const { limit, counted_together } = request.routeOptions.config
    if (!limit || limit.per === 'person') return
    const bucket = `${request.method} ${request.routeOptions.url ?? ''} ${request.ip}`
    await count(app, bucket, limit, 1, counted_together)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The hits of calls that are `counted_together`. */
    counts: Counts
  }
}

/** The weight that one person may use in 5 minutes: 150 price quotes, 30 PDFs, or 3 lot imports. */
const weightBudget = { max: 1500, minutes: 5 }

/** Rate limits by person, and the budget of weighted routes. Must run after access was decided. */
export function holdPersonalLimits(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { limit, weight, counted_together } = request.routeOptions.config
    if (weight === undefined && limit?.per !== 'person') return
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
