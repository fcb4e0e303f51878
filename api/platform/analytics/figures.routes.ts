import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getLotUsageRoute,
  getPlatformUsageRoute,
  type UsageFigures,
} from '@openspot/contract/platform/analytics.ts'
import { DEFAULT_FIGURE_DAYS } from '@openspot/core/analytics/funnel.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { lotOf } from '../../plugins/access.ts'
import { countEvents, countFunnel, countReturning, type Scope } from './figures.sql.ts'
import { getForwarding } from './forwarding.sql.ts'

/** The funnel and the retention, for the platform and for a lot. */
export const usageFigureRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const figuresOf = async (scope: Scope, days: number): Promise<UsageFigures> => {
    const now = app.ports.now()
    const funnel = await countFunnel(app.pool, scope, days, now)
    return {
      time_zone: scope.time_zone,
      from_on: funnel[0]?.on ?? '',
      to_on: funnel.at(-1)?.on ?? '',
      days: funnel,
      ...(await countReturning(app.pool, scope, now)),
    }
  }

  app.route({
    ...getLotUsageRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { time_zone } = await getLot(app.db, lot_id)
      return figuresOf({ lot_id, time_zone }, request.query.days ?? DEFAULT_FIGURE_DAYS)
    },
  })

  app.route({
    ...getPlatformUsageRoute,
    handler: async ({ query }) => {
      const { posthog } = app.settings
      const figures = await figuresOf({ lot_id: null, time_zone: 'UTC' }, query.days ?? DEFAULT_FIGURE_DAYS)
      const from = `${figures.from_on}T00:00:00.000Z`
      const to = new Date(Date.parse(`${figures.to_on}T00:00:00.000Z`) + 86_400_000).toISOString()
      return {
        ...figures,
        events: await countEvents(app.pool, from, to),
        forwarding: posthog ? { host: new URL(posthog.host).host, ...(await getForwarding(app.pool)) } : null,
      }
    },
  })
}
