import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLive, getReady } from '@openspot/contract/platform/health.ts'
import { isReady, notReady } from './health.ts'

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getLive, handler: async () => ({ status: 'ok' as const }) })

  app.route({
    ...getReady,
    handler: async () => {
      const checks = await app.health.read()
      if (!isReady(checks)) throw notReady(checks)
      return { status: 'ok' as const, checks }
    },
  })
}
