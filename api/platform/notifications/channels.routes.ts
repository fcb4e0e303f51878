import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getChannelsRoute } from '@openspot/contract/platform/notification-settings.ts'
import { hasTexts } from '../../messaging.ts'
import { countDeliveries } from './channels.sql.ts'
import { pushKey } from './settings.ts'

const dayMs = 86_400_000

export const channelRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getChannelsRoute,
    handler: async () => {
      const set_up = {
        WEB_PUSH: (await pushKey(app)) !== null,
        FCM: app.messaging.fcm !== null,
        TEXT: hasTexts(app),
      }
      const found = await countDeliveries(app.pool, new Date(app.ports.now().getTime() - dayMs))
      return { items: found.map((counts) => ({ ...counts, is_set_up: set_up[counts.channel] })) }
    },
  })
}
