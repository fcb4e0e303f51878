import { createECDH, randomBytes } from 'node:crypto'
import {
  createPushDeviceRoute,
  getNotificationSettingsRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { MessagingServer } from '@openspot/messaging-stand-in/server.ts'
import { standInAccount } from '@openspot/messaging-stand-in/twilio.ts'
import ece from 'http_ece'
import { type TestApi, testApi } from '../../../testing/api.ts'
import type { Person } from '../../../testing/factories/people.ts'
import { queueDueMessages } from '../push-messages.sql.ts'

export interface Messengers {
  api: TestApi
  server: MessagingServer
  url: string
  /** Runs the jobs of messages that are due, as the rounds of the worker do. */
  deliver(): Promise<void>
  close(): Promise<void>
}

interface Given {
  /** The vendors whose keys are set. */
  vendors?: readonly ('FCM' | 'TWILIO')[]
  env?: Record<string, string>
}

/** Starts the API with the stand-in for messages, whose clock is that of the test. */
export async function startMessengers({
  vendors = ['FCM', 'TWILIO'],
  env = {},
}: Given = {}): Promise<Messengers> {
  let now = () => new Date('2026-03-02T15:00:00.000Z')
  const server = new MessagingServer({ now: () => now() })
  const port = await server.listen()
  const url = `http://127.0.0.1:${port}`
  const { account_sid, auth_token, from } = standInAccount
  const api = await testApi(
    {
      ...(vendors.includes('TWILIO')
        ? {
            TWILIO_URL: url,
            TWILIO_ACCOUNT_SID: account_sid,
            TWILIO_AUTH_TOKEN: auth_token,
            TWILIO_FROM: from,
          }
        : {}),
      ...(vendors.includes('FCM')
        ? { FCM_URL: url, FCM_SERVICE_ACCOUNT: JSON.stringify(server.fcm.serviceAccount(url)) }
        : {}),
      ...env,
    },
    null,
    null,
    { stand_in: { address: '127.0.0.1', port } },
  )
  now = () => api.ports.now()
  // Callbacks reach the API at its own address, and are signed for the public one.
  server.twilio.reach = (asked) => asked.replace(api.deps.settings.public_url, api.base)
  server.twilio.incoming_url = `${api.deps.settings.public_url}/api/webhooks/twilio/incoming`
  return {
    api,
    server,
    url,
    async deliver() {
      await queueDueMessages(api.deps.database.pool, api.ports.now())
      await api.runJobs()
    },
    async close() {
      await api.close()
      await server.close()
    },
  }
}

export interface TestBrowser {
  device_id: string
  token: string
  /** What it received, decrypted with another implementation. */
  received(): Record<string, unknown>[]
}

/** Subscribes an invented browser of a person at the stand-in's push service. */
export async function aBrowser({ api, server, url }: Messengers, person: Person): Promise<TestBrowser> {
  const { push_key } = await api.call(getNotificationSettingsRoute, {}, person.token)
  const own = createECDH('prime256v1')
  const p256dh = own.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  const token = randomBytes(12).toString('hex')
  server.push.subscribe(token, push_key ?? '')
  const body = { kind: 'WEB_PUSH' as const, endpoint: `${url}/push/${token}`, keys: { p256dh, auth } }
  const { id } = await api.call(createPushDeviceRoute, { body }, person.token)
  return {
    device_id: id,
    token,
    received: () =>
      server.push.messages
        .filter((message) => message.token === token)
        .map(({ body: sealed }) => {
          const text = ece.decrypt(sealed, { version: 'aes128gcm', privateKey: own, authSecret: auth })
          return JSON.parse(text.toString('utf8')) as Record<string, unknown>
        }),
  }
}

/** Installs an app of a person and registers it. Returns its registration token. */
export async function anApp(
  { api, server }: Messengers,
  person: Person,
): Promise<{ device_id: string; token: string }> {
  const token = server.fcm.register()
  const { id } = await api.call(createPushDeviceRoute, { body: { kind: 'FCM', token } }, person.token)
  return { device_id: id, token }
}
