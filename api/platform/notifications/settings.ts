import type { NotificationSettings, PushDevice } from '@openspot/contract/platform/notification-settings.ts'
import { noticeChannels } from '@openspot/core/notifications/enums.ts'
import { everyNotificationKind, isChannelOn, noticeRules } from '@openspot/core/notifications/kinds.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import type { Log } from '../../log.ts'
import { hasTexts } from '../../messaging.ts'
import type { Caller } from '../../plugins/session.ts'
import { listDevices } from '../push/devices.sql.ts'
import { vapidKey } from '../push/vapid.ts'
import { findNumber } from '../texts/numbers.sql.ts'
import { findQuietHours, listPreferences } from './settings.sql.ts'

export type SettingsApp = Pick<
  FastifyInstance,
  'db' | 'log' | 'messaging' | 'pool' | 'ports' | 'secrets' | 'settings'
>

/** Returns how a person is notified. */
export async function notificationSettings(app: SettingsApp, caller: Caller): Promise<NotificationSettings> {
  const { db, messaging, ports } = app
  const { user_id } = caller
  const now = ports.now()
  const chosen = new Map(
    (await listPreferences(db, user_id)).map(({ kind, channel, is_on }) => [`${kind} ${channel}`, is_on]),
  )
  const kinds = everyNotificationKind.filter(
    (kind) => noticeRules[kind].topic !== 'PLATFORM' || caller.roles.includes('OPENSPOT_ADMIN'),
  )
  const number = await findNumber(db, user_id)
  return {
    kinds: kinds.map((kind) => ({
      kind,
      topic: noticeRules[kind].topic,
      channels: noticeChannels.map((channel) => ({
        channel,
        is_on: isChannelOn(kind, channel, chosen.get(`${kind} ${channel}`)),
        is_always: noticeRules[kind].always.includes(channel),
      })),
    })),
    quiet_hours: (await findQuietHours(db, user_id)) ?? null,
    devices: (await listDevices(db, user_id, now)).map((device) => toDevice(device, caller)),
    text_number: number ? { phone: number.phone, state: stateOf(number) } : null,
    push_key: await pushKey(app),
    is_fcm_available: messaging.fcm !== null,
    is_text_available: hasTexts(app),
  }
}

/** Returns the key that browsers subscribe with. Null if it can't be read, which is reported. */
export async function pushKey(
  app: Pick<Deps, 'ports' | 'secrets'> & { log: Log; pool: SettingsApp['pool'] },
): Promise<string | null> {
  try {
    return (await vapidKey(app)).public_key
  } catch (error) {
    reportFailure(app.log, { task: 'vapid_key', error })
    return null
  }
}

type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** How many failures in a row mean that a device isn't reached, rather than that a push service was busy. */
const failing = 3

export function toDevice({ session_id, failures, ...device }: DeviceRow, caller: Caller): PushDevice {
  return { ...device, is_current: session_id === caller.session_id, is_failing: failures >= failing }
}

function stateOf(number: NonNullable<Awaited<ReturnType<typeof findNumber>>>) {
  if (number.stopped_at !== null) return 'STOPPED'
  if (number.rejected_code !== null) return 'UNUSABLE'
  return number.confirmed_at === null ? 'UNCONFIRMED' : 'ON'
}
