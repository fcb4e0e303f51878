import { isChannelOn, type NoticeKind, noticeRules } from '@openspot/core/notifications/kinds.ts'
import { quietUntil } from '@openspot/core/notifications/quiet-hours.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Ports } from '../../ports.ts'
import { noticeEmail } from '../emails/email-templates.ts'
import { type EmailContent, writeEmails } from '../emails/emails.sql.ts'
import { insertPushes } from '../push/push-messages.sql.ts'
import { writeText } from '../texts/texts.sql.ts'
import { findWaysTo, insertNotices } from './dispatch.sql.ts'

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
 * however often this runs. Returns whether it was new.
 */
export const dispatchNotice = async (deps: DispatchDeps, tx: Tx, notice: Notice): Promise<boolean> =>
  (await dispatchNotices(deps, tx, [notice])).has(notice.user_id)

/**
 * As `dispatchNotice`, for notices of one kind to different people: the number of statements doesn't grow with them, except for texts,
 * which are limited one by one. This is the only way in which a notice leaves (cli/checks/boundaries.ts). Returns to whom it was new.
 */
export async function dispatchNotices(
  deps: DispatchDeps,
  tx: Tx,
  notices: readonly Notice[],
): Promise<ReadonlySet<string>> {
  const [first] = notices
  if (!first) return new Set()
  const now = deps.ports.now()
  const { kind } = first
  const user_ids = notices.map(({ user_id }) => user_id)
  const ways = new Map((await findWaysTo(tx, user_ids, kind, now)).map((each) => [each.user_id, each]))
  const known = notices.flatMap((notice) => {
    const found = ways.get(notice.user_id)
    return found ? [{ notice, ways: found }] : []
  })
  if (known.length === 0) return new Set()
  const written = await insertNotices(
    tx,
    known.map(
      ({ notice: { email: _email, to_address: _to, guest_text: _text, ...of }, ways: { chosen } }) => ({
        ...of,
        is_hidden: !isChannelOn(kind, 'IN_APP', chosen.IN_APP),
      }),
    ),
    now,
  )
  const fresh = known.flatMap((one) => {
    const notification_id = written.get(one.notice.user_id)
    return notification_id === undefined ? [] : [{ ...one, notification_id }]
  })
  await writeEmails(
    tx,
    fresh.flatMap((one) => emailOf(deps, one) ?? []),
    now,
  )
  await insertPushes(
    tx,
    fresh.flatMap(({ notice: { user_id }, ways: of, notification_id }) =>
      isChannelOn(kind, 'PUSH', of.chosen.PUSH)
        ? of.device_ids.map((device_id) => ({
            user_id,
            device_id,
            notification_id,
            ...timesOf(kind, of, now),
          }))
        : [],
    ),
    now,
  )
  for (const one of fresh) await writeTexts(deps, tx, one, now)
  return new Set(fresh.map(({ notice }) => notice.user_id))
}

/** A notice to a person with the ways to them. */
interface Told {
  notice: Notice
  ways: Ways
  notification_id: string
}

function emailOf(deps: DispatchDeps, { notice, ways }: Told) {
  const { kind, lot_id, to_address, email = {} } = notice
  if (to_address === null || !isChannelOn(kind, 'EMAIL', ways.chosen.EMAIL ?? email.is_default)) return null
  return {
    ...(email.content ?? contentOf(deps, ways.language, notice)),
    to_address,
    kind: kind.toLowerCase(),
    ...(lot_id === null ? {} : { lot_id }),
    ...(email.link_expires_at === undefined ? {} : { link_expires_at: email.link_expires_at }),
    ...(email.receipt_invoice_ids ? { receipt_invoice_ids: email.receipt_invoice_ids } : {}),
    ...(email.calendar_reservation_id ? { calendar_reservation_id: email.calendar_reservation_id } : {}),
  }
}

async function writeTexts(
  deps: DispatchDeps,
  tx: Tx,
  { notice, ways, notification_id }: Told,
  now: Date,
): Promise<void> {
  const { user_id, lot_id, kind, title, text, path, guest_text } = notice
  const times = timesOf(kind, ways, now)
  if (guest_text && ways.phone === null)
    // Nobody has confirmed the number, so the limits for texts to strangers apply.
    await writeText(
      tx,
      { ...guest_text, kind: 'invite', user_id, lot_id, notification_id: null, ...times },
      now,
    )
  if (ways.phone !== null && isChannelOn(kind, 'TEXT', ways.chosen.TEXT)) {
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

type Ways = Awaited<ReturnType<typeof findWaysTo>>[number]

/** Pushes and texts wait for the end of quiet hours if they are still useful then. */
function timesOf(kind: NoticeKind, ways: Ways, now: Date) {
  const { from_minute, until_minute, time_zone } = ways
  const isSet = from_minute !== null && until_minute !== null && time_zone !== null
  const due_at = (isSet ? quietUntil({ from_minute, until_minute, time_zone }, now) : null) ?? now
  const expires_at = new Date(now.getTime() + noticeRules[kind].minutes * 60_000)
  return { due_at, expires_at, is_stale: due_at >= expires_at }
}
