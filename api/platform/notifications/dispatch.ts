import { isChannelOn, type NoticeKind, noticeRules } from '@openspot/core/notifications/kinds.ts'
import { quietUntil } from '@openspot/core/notifications/quiet-hours.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Ports } from '../../ports.ts'
import { noticeEmail } from '../emails/email-templates.ts'
import { type EmailContent, writeEmail } from '../emails/emails.sql.ts'
import { insertPush } from '../push/push-messages.sql.ts'
import { writeText } from '../texts/texts.sql.ts'
import { findWaysTo, insertNotice } from './dispatch.sql.ts'

/** What a person is notified of, in their language. */
export interface Notice {
  user_id: string
  lot_id: string | null
  reservation_id?: string
  kind: NoticeKind
  /** What tells this notice from others of its kind: each is sent once. Empty for one that is always sent. */
  about: string
  title: string
  text: string
  /** The page that it leads to. */
  path: string
  /** The address that emails go to; null if there is none. */
  to_address: string | null
  email?: {
    /** The title if there is none. */
    subject?: string
    button?: string
    /** Replaces the common layout. */
    content?: EmailContent
    receipt_invoice_ids?: string[]
    /** The reservation whose calendar file is attached. */
    calendar_reservation_id?: string
    /** When the link in it expires, if it does. */
    link_expires_at?: string
    /** False if it isn't sent to this recipient unless they asked for it. */
    is_default?: boolean
  }
  /** The text to a guest of whom only the number is known, and when its link expires. */
  guest_text?: { to_phone: string; body: string; link_expires_at: Date }
}

export interface DispatchDeps {
  ports: Pick<Ports, 'now'>
  settings: Pick<Settings, 'public_url'>
}

const longestText = 320

/**
 * Notifies a person in each of the ways that they chose, in the transaction of the event, and once for each `about`
 * however often this runs. This is the only way in which a notice leaves (cli/checks/boundaries.ts). Returns whether it
 * was new.
 */
export async function dispatchNotice(deps: DispatchDeps, tx: Tx, notice: Notice): Promise<boolean> {
  const now = deps.ports.now()
  const { user_id, lot_id, kind, title, text, path, email = {}, to_address, guest_text, ...of } = notice
  const ways = await findWaysTo(tx, user_id, kind, now)
  if (!ways) return false
  const { chosen } = ways
  const is_hidden = !isChannelOn(kind, 'IN_APP', chosen.IN_APP)
  const notification_id = await insertNotice(
    tx,
    { ...of, user_id, lot_id, kind, title, text, path, is_hidden },
    now,
  )
  if (notification_id === null) return false
  if (to_address !== null && isChannelOn(kind, 'EMAIL', chosen.EMAIL ?? email.is_default))
    await writeEmail(
      tx,
      {
        ...(email.content ?? contentOf(deps, ways.language, notice)),
        to_address,
        kind: kind.toLowerCase(),
        ...(lot_id === null ? {} : { lot_id }),
        ...(email.link_expires_at === undefined ? {} : { link_expires_at: email.link_expires_at }),
        ...(email.receipt_invoice_ids ? { receipt_invoice_ids: email.receipt_invoice_ids } : {}),
        ...(email.calendar_reservation_id ? { calendar_reservation_id: email.calendar_reservation_id } : {}),
      },
      now,
    )
  const times = timesOf(kind, ways, now)
  if (isChannelOn(kind, 'PUSH', chosen.PUSH))
    for (const device_id of ways.device_ids)
      await insertPush(tx, { user_id, device_id, notification_id, ...times }, now)
  if (guest_text && ways.phone === null)
    // Nobody has confirmed the number, so the limits for texts to strangers apply.
    await writeText(
      tx,
      { ...guest_text, kind: 'invite', user_id, lot_id, notification_id: null, ...times },
      now,
    )
  if (ways.phone !== null && isChannelOn(kind, 'TEXT', chosen.TEXT)) {
    const t = translatorFor(ways.language)
    const body = t('texts.notice', {
      title,
      text: text.length > longestText ? `${text.slice(0, longestText)}…` : text,
      url: `${deps.settings.public_url}${path}`,
    })
    await writeText(
      tx,
      { to_phone: ways.phone, body, kind: 'notice', user_id, lot_id, notification_id, ...times },
      now,
    )
  }
  return true
}

function contentOf({ settings }: DispatchDeps, language: string, notice: Notice): EmailContent {
  const { title, text, path, email = {} } = notice
  const t = translatorFor(language)
  return noticeEmail(t, {
    subject: email.subject ?? title,
    heading: title,
    text,
    button: email.button ?? t('notifications.open'),
    url: `${settings.public_url}${path}`,
  })
}

type Ways = NonNullable<Awaited<ReturnType<typeof findWaysTo>>>

/** Pushes and texts wait for the end of quiet hours if they are still useful then. */
function timesOf(kind: NoticeKind, ways: Ways, now: Date) {
  const { from_minute, until_minute, time_zone } = ways
  const isSet = from_minute !== null && until_minute !== null && time_zone !== null
  const due_at = (isSet ? quietUntil({ from_minute, until_minute, time_zone }, now) : null) ?? now
  const expires_at = new Date(now.getTime() + noticeRules[kind].minutes * 60_000)
  return { due_at, expires_at, is_stale: due_at >= expires_at }
}
