import type { Messaging } from '@openspot/api/messaging.ts'
import { openMessaging } from '@openspot/api/platform/push/open-messaging.ts'
import type { Ports } from '@openspot/api/ports.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { MessagingServer } from '@openspot/messaging-stand-in/server.ts'
import { standInAccount } from '@openspot/messaging-stand-in/twilio.ts'

export interface StartedMessaging {
  messaging: Messaging
  /** Null outside the local environment. */
  stand_in: MessagingServer | null
  close(): Promise<void>
}

/**
 * Opens the way for pushes and texts. In the local environment, it also starts the stand-in for what is not set up; it
 * listens only on this machine.
 */
export async function startMessaging(settings: Settings, ports: Ports): Promise<StartedMessaging> {
  if (settings.environment !== 'local')
    return { messaging: openMessaging(settings, ports), stand_in: null, close: async () => {} }
  const stand_in = new MessagingServer({ now: () => ports.now() })
  const address = '127.0.0.1'
  const port = await stand_in.listen({ host: address, port: settings.messaging.stand_in_port })
  const url = `http://${address}:${port}`
  stand_in.reports_at_once = true
  stand_in.twilio.incoming_url = `${settings.public_url}/api/webhooks/twilio/incoming`
  const own = openMessaging(settings, ports, { stand_in: { address, port } })
  const messaging: Messaging = {
    net: {
      ...own.net,
      send: (request, signal) => {
        const browser = tokenOfBrowser(request.url)
        if (browser === null || !stand_in.browsers.knows(browser.token)) return own.net.send(request, signal)
        // A browser that subscribed at the stand-in still names Google's push service.
        stand_in.standInFor(browser.origin)
        return own.net.send({ ...request, url: `${url}/fcm/send/${browser.token}` }, signal)
      },
    },
    fcm: own.fcm ?? { service_account: stand_in.fcm.serviceAccount(url), url },
    twilio: own.twilio ?? { ...standInAccount, url },
  }
  return { messaging, stand_in, close: () => stand_in.close() }
}

function tokenOfBrowser(url: string): { origin: string; token: string } | null {
  const [, origin = '', token = ''] =
    /^(https:\/\/[a-z0-9.-]+\.(?:google|googleapis)\.com)\/fcm\/send\/([\w-]+)$/.exec(url) ?? []
  return token === '' ? null : { origin, token }
}
