import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getSiteRoute, reportMapFailureRoute } from '@openspot/contract/platform/site.ts'
import { walletsAt } from '../../booking/wallet-passes/wallets.ts'
import { hasTexts } from '../../messaging.ts'
import { isMapRefused, takeMapFailure } from './map-vendor.ts'

/** What pages need to know about the installation. */
export const siteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getSiteRoute,
    handler: async () => {
      const { map, posthog, support_email } = app.settings
      const map_style_url = map === null || (await isMapRefused(app)) ? null : map.style_url
      return {
        asks_to_count: posthog !== null,
        is_text_available: hasTexts(app),
        wallets: walletsAt(app.settings, app.ports.now()),
        support_email,
        card_form: app.card_form,
        map_style_url,
      }
    },
  })

  app.route({
    ...reportMapFailureRoute,
    handler: async (request, reply) => {
      await takeMapFailure(app, request, request.body.reason)
      return reply.status(204).send(null)
    },
  })
}
