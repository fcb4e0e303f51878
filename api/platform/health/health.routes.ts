import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLiveRoute, getReadyRoute } from '@openspot/contract/platform/health.ts'
import { isReady, notReady } from './health.ts'

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getLiveRoute, handler: async () => ({ status: 'ok' as const }) })

  app.route({
    ...getReadyRoute,
    handler: async () => {
      const checks = await app.health.read()
      if (!isReady(checks)) throw notReady(checks)
      return { status: 'ok' as const, checks }
    },
  })
}
