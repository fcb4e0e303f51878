import {
  deliveryDrops,
  deliveryStates,
  noticeChannels,
  noticeTopics,
  pushDeviceKinds,
} from '@openspot/core/notifications/enums.ts'
import { everyNotificationKind } from '@openspot/core/notifications/kinds.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, NoContent, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Minute = Type.Integer({ minimum: 0, maximum: 1439, description: 'Local minute of the day.' })

export const QuietHours = StrictObject({
  from_minute: Minute,
  until_minute: Minute,
  time_zone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA name, such as America/Chicago.' }),
})

const NoticePreference = Type.Object({
  channel: StringEnum(noticeChannels),
  is_on: Type.Boolean(),
  is_always: Type.Boolean({ description: 'Whether it can’t be turned off.' }),
})

export const PushDevice = Type.Object({
  id: Id,
  kind: StringEnum(pushDeviceKinds),
  name: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  is_current: Type.Boolean({ description: 'Whether the caller’s session is signed in on it.' }),
  is_failing: Type.Boolean({ description: 'Whether the last notifications could not be sent to it.' }),
  created_at: Instant,
  last_sent_at: Nullable(Instant),
})
export type PushDevice = Static<typeof PushDevice>

export const textNumberStates = ['UNCONFIRMED', 'ON', 'STOPPED', 'UNUSABLE'] as const
const TextNumber = Type.Object({
  phone: Type.String(),
  state: StringEnum(textNumberStates, {
    description:
      'UNCONFIRMED until its code is entered. STOPPED after its owner answered STOP. UNUSABLE if the provider can’t send texts to it.',
  }),
})

export const NotificationSettings = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: StringEnum(everyNotificationKind),
      topic: StringEnum(noticeTopics),
      channels: Type.Array(NoticePreference),
    }),
    { description: 'Every kind of notification.' },
  ),
  quiet_hours: Nullable(QuietHours),
  devices: Type.Array(PushDevice),
  text_number: Nullable(TextNumber),
  push_key: Nullable(
    Type.String({ description: 'The public key to subscribe with. Null if pushes are unavailable.' }),
  ),
  is_fcm_available: Type.Boolean(),
  is_text_available: Type.Boolean(),
})
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettingsRoute = route({
  method: 'GET',
  url: '/api/v1/notification-settings',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Get how I am notified: by kind and channel, my quiet hours, devices, and number for texts',
    tags: ['notifications'],
    response: { 200: NotificationSettings },
  },
})

export const patchNotificationSettingsRoute = route({
  method: 'PATCH',
  url: '/api/v1/notification-settings',
  config: { access: ['user'], errors: ['notice_required'], limit: { max: 120, minutes: 10, per: 'person' } },
  schema: {
    summary: 'Turn channels of kinds on or off, and set quiet hours, during which pushes and texts wait',
    tags: ['notifications'],
    body: StrictObject({
      changes: Type.Optional(
        Type.Array(
          StrictObject({
            kind: StringEnum(everyNotificationKind),
            channel: StringEnum(noticeChannels),
            is_on: Type.Boolean(),
          }),
          { maxItems: 300 },
        ),
      ),
      quiet_hours: Type.Optional(Nullable(QuietHours)),
    }),
    response: { 200: NotificationSettings },
  },
})

const Base64Url = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const DeviceName = Type.Optional(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }))

export const createPushDeviceRoute = route({
  method: 'POST',
  url: '/api/v1/push-devices',
  config: {
    access: ['user'],
    errors: ['push_unavailable', 'push_endpoint_refused'],
    limit: { max: 30, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Get pushes on the device that I am signed in on. With a subscription of the browser, or the registration token of an app',
    tags: ['notifications'],
    body: Type.Union([
      StrictObject({
        kind: Type.Literal('WEB_PUSH'),
        endpoint: Type.String({ minLength: 10, maxLength: 2000, pattern: '^https?://' }),
        keys: StrictObject({ p256dh: Base64Url(80, 100), auth: Base64Url(20, 40) }),
        expires_at: Type.Optional(Nullable(Instant)),
        name: DeviceName,
      }),
      StrictObject({
        kind: Type.Literal('FCM'),
        token: Type.String({ minLength: 10, maxLength: 2000 }),
        name: DeviceName,
      }),
    ]),
    response: { 201: PushDevice },
  },
})

const subject = { kind: 'push_device', in: 'params', name: 'push_device_id' } as const
const params = Type.Object({ push_device_id: Id })

export const deletePushDeviceRoute = route({
  method: 'DELETE',
  url: '/api/v1/push-devices/:push_device_id',
  config: { access: ['resource_owner'], errors: [], subject },
  schema: {
    summary: 'Stop pushes to one of my devices',
    tags: ['notifications'],
    params,
    response: { 204: NoContent },
  },
})

export const testPushDeviceRoute = route({
  method: 'POST',
  url: '/api/v1/push-devices/:push_device_id/test',
  config: { access: ['resource_owner'], errors: [], subject, limit: { max: 10, minutes: 10, per: 'person' } },
  schema: {
    summary: 'Send a test notification to one of my devices',
    tags: ['notifications'],
    params,
    response: { 202: Type.Object({ push_id: Id }) },
  },
})

export const getPushRoute = route({
  method: 'GET',
  url: '/api/v1/push-devices/:push_device_id/test/:push_id',
  config: { access: ['resource_owner'], errors: [], subject },
  schema: {
    summary: 'Get what became of a test notification',
    tags: ['notifications'],
    params: Type.Object({ push_device_id: Id, push_id: Id }),
    response: {
      200: Type.Object({
        state: StringEnum(deliveryStates),
        dropped_because: Nullable(StringEnum(deliveryDrops)),
      }),
    },
  },
})

export const putTextNumberRoute = route({
  method: 'PUT',
  url: '/api/v1/text-number',
  config: {
    access: ['user'],
    errors: ['texts_unavailable', 'text_limit', 'texts_stopped'],
    limit: { max: 10, minutes: 60, per: 'person' },
  },
  schema: {
    summary: 'Set the number to which I want texts. A code is texted to it',
    tags: ['notifications'],
    body: StrictObject({
      phone: Type.String({ minLength: 4, maxLength: 30 }),
      country: Type.String({
        pattern: '^[A-Z]{2}$',
        description: 'The country as which a number without a code is read.',
      }),
      has_consented: Type.Literal(true, { description: 'That the person agreed to get texts.' }),
    }),
    response: { 200: NotificationSettings },
  },
})

export const confirmTextNumberRoute = route({
  method: 'POST',
  url: '/api/v1/text-number/confirm',
  config: { access: ['user'], errors: ['text_code_wrong'], limit: { max: 20, minutes: 60, per: 'person' } },
  schema: {
    summary: 'Confirm my number for texts with the code that was texted to it',
    tags: ['notifications'],
    body: StrictObject({ code: Type.String({ pattern: '^[0-9]{6}$' }) }),
    response: { 200: NotificationSettings },
  },
})

export const deleteTextNumberRoute = route({
  method: 'DELETE',
  url: '/api/v1/text-number',
  config: { access: ['user'], errors: [] },
  schema: { summary: 'Get no more texts', tags: ['notifications'], response: { 200: NotificationSettings } },
})

/** Where pushes and texts go. */
export const deliveryChannels = ['WEB_PUSH', 'FCM', 'TEXT'] as const

const ChannelCounts = Type.Object({
  channel: StringEnum(deliveryChannels),
  is_set_up: Type.Boolean(),
  waiting: Type.Integer(),
  sent: Type.Integer({ description: 'In the last 24 hours, like the following.' }),
  failed: Type.Integer({ description: 'Failed or expired.' }),
  dropped: Type.Integer(),
  last_error: Nullable(Type.String()),
})
export type ChannelCounts = Static<typeof ChannelCounts>

export const getChannelsRoute = route({
  method: 'GET',
  url: '/api/v1/platform/channels',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'Get how pushes and texts are delivered',
    tags: ['platform'],
    response: { 200: Type.Object({ items: Type.Array(ChannelCounts) }) },
  },
})

export const receiveTextStatusRoute = route({
  method: 'POST',
  url: '/api/webhooks/twilio/status',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Receive what became of a text, signed by Twilio',
    tags: ['webhooks'],
    response: { 204: NoContent },
  },
})

export const receiveTextRoute = route({
  method: 'POST',
  url: '/api/webhooks/twilio/incoming',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Receive a text that someone sent to our number, such as STOP, signed by Twilio',
    tags: ['webhooks'],
    response: { 204: NoContent },
  },
})
