import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLive, getReady } from '@openspot/contract/health.ts'
import { refuse } from '../errors.ts'

/** Jobs that have waited longer than this say that no worker is at work. */
const lateJobMinutes = 5

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getLive, handler: async () => ({ status: 'ok' as const }) })

  app.route({
    ...getReady,
    handler: async () => {
      const { rows } = await app.pool
        .query<{ late: boolean }>(
          `select exists (
             select from graphile_worker.jobs
             where attempts = 0 and locked_at is null and run_at < now() - make_interval(mins => $1)) as late`,
          [lateJobMinutes],
        )
        .catch(() =>
          refuse('unavailable', { details: { database: 'does not answer' }, retry_after_seconds: 2 }),
        )
      if (rows[0]?.late) refuse('unavailable', { details: { jobs: 'are late' }, retry_after_seconds: 10 })
      return { status: 'ok' as const, checks: { database: 'ok' as const, jobs: 'ok' as const } }
    },
  })
}
