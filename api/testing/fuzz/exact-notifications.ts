import { createECDH } from 'node:crypto'
import {
  confirmTextNumberRoute,
  createPushDeviceRoute,
  patchNotificationSettingsRoute,
  putTextNumberRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { listOutboxTextsRoute } from '@openspot/contract/platform/outbox.ts'
import type { TestApi } from '../api.ts'
import { aPerson } from '../factories/people.ts'
import type { ExactRequests } from './exact.ts'

const number = (api: TestApi) =>
  `+1312555${String(api.ports.random(2).readUInt16BE(0) % 10_000).padStart(4, '0')}`

const numberOf = (phone: string) => ({ phone, country: 'US', has_consented: true as const })

export const requestsOfNotifications: ExactRequests = [
  [
    createPushDeviceRoute,
    async (api) => {
      const auth = api.ports.random(16).toString('base64url')
      const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth }
      return { body: { kind: 'WEB_PUSH', endpoint: `https://push.example/${auth}`, keys } }
    },
  ],
  [
    patchNotificationSettingsRoute,
    async () => ({ body: { changes: [{ kind: 'CONFIRMED', channel: 'EMAIL', is_on: false }] } }),
  ],
  [putTextNumberRoute, async (api) => ({ body: numberOf(number(api)) })],
  [
    confirmTextNumberRoute,
    async (api) => {
      const { token } = await aPerson(api)
      const phone = number(api)
      await api.call(putTextNumberRoute, { body: numberOf(phone) }, token)
      const { items } = await api.call(listOutboxTextsRoute, { query: { to_phone: phone } })
      return { token, body: { code: /^\d{6}/.exec(items[0]?.body ?? '')?.[0] } }
    },
  ],
]
