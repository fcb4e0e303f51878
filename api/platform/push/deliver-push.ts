import type { AlertEvent } from '@openspot/core/alert-events.ts'
import { isChannelOn, type NoticeKind } from '@openspot/core/notifications/kinds.ts'
import { retrySeconds } from '@openspot/core/notifications/limits.ts'
import { directionOf, shownLocaleOf } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Deps } from '../../deps.ts'
import { alert, resolveAlert } from '../alerts/alert.ts'
import { deleteDevice, setDeviceFailed, setDeviceReached } from './devices.sql.ts'
import { sendFcm } from './fcm.ts'
import type { Outcome } from './outcome.ts'
import type { PushContent, PushTarget } from './push.ts'
import { type ClaimedPush, claimPush, endPush, postponePush } from './push-messages.sql.ts'
import { sendWebPush } from './web-push.ts'

/** Sends one push, or decides that it is not sent. Does nothing unless it is due. */
export async function deliverPush(deps: Deps, push_id: string): Promise<void> {
  const { database, ports } = deps
  const now = ports.now()
  const push = await claimPush(database.pool, push_id, now)
  if (!push) return
  const left_seconds = Math.floor((Date.parse(push.expires_at) - now.getTime()) / 1000)
  if (left_seconds <= 0) return endPush(database.db, push_id, { state: 'EXPIRED', error: null }, now)
  const target = targetOf(push)
  if (target === null) return drop(deps, push, 'DEVICE_GONE')
  if (!push.is_signed_in) {
    await deleteDevice(database.db, push.user_id, target.id)
    return drop(deps, push, 'SIGNED_OUT')
  }
  if (push.is_read) return drop(deps, push, 'READ')
  // Only kinds of the contract are ever written.
  const kind = push.kind as NoticeKind | null
  if (kind !== null && !isChannelOn(kind, 'PUSH', push.chosen ?? undefined))
    return drop(deps, push, 'TURNED_OFF')
  const content = contentOf(deps, push)
  const { fcm } = deps.messaging
  if (target.kind === 'FCM' && fcm === null) return drop(deps, push, 'NO_PROVIDER')
  const outcome =
    target.kind === 'FCM' && fcm !== null
      ? await sendFcm(deps, fcm, target, content, left_seconds)
      : await sendWebPush(deps, target, content, left_seconds)
  await settle(deps, push, target, outcome)
}

const drop = (
  deps: Deps,
  push: ClaimedPush,
  dropped_because: 'READ' | 'DEVICE_GONE' | 'SIGNED_OUT' | 'TURNED_OFF' | 'NO_PROVIDER',
) => endPush(deps.database.db, push.id, { state: 'DROPPED', dropped_because }, deps.ports.now())

function targetOf(push: ClaimedPush): (PushTarget & { id: string }) | null {
  const { device_id: id, device_kind: kind, push_token, device_public_key, auth_secret } = push
  return id === null || kind === null || push_token === null
    ? null
    : { id, kind, push_token, device_public_key, auth_secret }
}

function contentOf({ settings }: Deps, push: ClaimedPush): PushContent {
  const t = translatorFor(push.language)
  const lang = shownLocaleOf(localeOf(t))
  return {
    title: push.title ?? t('noticeSettings.testTitle'),
    text: push.text ?? t('noticeSettings.testText'),
    url: `${settings.public_url}${push.path ?? '/me/notifications'}`,
    tag: push.notification_id ?? push.id,
    lang,
    dir: directionOf(lang),
  }
}

async function settle(
  deps: Deps,
  push: ClaimedPush,
  device: PushTarget & { id: string },
  outcome: Outcome,
): Promise<void> {
  const { database, ports } = deps
  const { db } = database
  const now = ports.now()
  const event: AlertEvent = device.kind === 'FCM' ? 'FCM_REFUSED' : 'PUSH_REFUSED'
  if (outcome.kind === 'SENT') {
    await endPush(db, push.id, { state: 'SENT' }, now)
    await setDeviceReached(db, device.id, now)
    return resolveAlert(deps, event)
  }
  if (outcome.kind === 'GONE') {
    await deleteDevice(db, push.user_id, device.id)
    return drop(deps, push, 'DEVICE_GONE')
  }
  await setDeviceFailed(db, device.id)
  if (outcome.kind === 'FAILED') return endPush(db, push.id, { state: 'FAILED', error: outcome.error }, now)
  const asked = outcome.kind === 'RETRY' ? outcome.after_seconds : null
  const due_at = new Date(now.getTime() + retrySeconds(push.attempts, asked) * 1000)
  await postponePush(db, push.id, outcome.error, due_at)
  deps.log.warn(
    { task: 'deliver_push', push_id: push.id, attempts: push.attempts, kind: device.kind },
    outcome.error,
  )
  if (outcome.kind === 'REFUSED')
    await alert(deps, {
      event,
      summary: `Pushes are refused: ${outcome.error} Check the settings of the vendor.`,
    })
}
