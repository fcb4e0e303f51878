import type { Translate } from '@openspot/messages/translate.ts'
import type { EmailContent } from './emails.sql.ts'

interface Parts {
  subject: string
  heading: string
  paragraphs: string[]
  button?: { text: string; url: string }
  table?: [string, string][]
  /** A link below everything else. */
  footer?: { text: string; url: string }
}

export function signInLinkEmail({ url, minutes }: { url: string; minutes: number }): EmailContent {
  return toEmailContent({
    subject: 'Your sign-in link',
    heading: 'Sign in to Openspot',
    paragraphs: [
      `Use this button to sign in. It works once, within ${minutes} minutes.`,
      'If you didn’t request this, ignore this email. Nothing changes.',
    ],
    button: { text: 'Sign in', url },
  })
}

export function resetPasswordEmail({ url, minutes }: { url: string; minutes: number }): EmailContent {
  return toEmailContent({
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: [
      `Use this button to choose a new password. It works once, within ${minutes} minutes, and signs you out everywhere else.`,
      'If you didn’t request this, ignore this email. Your password stays the same.',
    ],
    button: { text: 'Choose password', url },
  })
}

export function guestLinkEmail({ url, minutes }: { url: string; minutes: number }): EmailContent {
  return toEmailContent({
    subject: 'Your reservations',
    heading: 'Your guest reservations',
    paragraphs: [
      `Use this button to see your reservations. It works once, within ${minutes} minutes.`,
      'If you didn’t request this, ignore this email. Nothing changes.',
    ],
    button: { text: 'View reservations', url },
  })
}

/** The email that invites into a lot. It says that its link signs nobody in, because emails get forwarded. */
export function inviteEmail(of: {
  url: string
  /** The page on which an unwilling recipient can report the email. */
  report_url: string
  /** The platform has not reviewed the lot yet, so the subject contains nothing that its owner wrote. */
  is_new_lot: boolean
  days: number
  lot_name: string
  address: string
  role: string
  invited_by: string | null
  group_name: string | null
  spot_label: string | null
}): EmailContent {
  const by = of.invited_by ?? 'The lot’s staff'
  const subject = of.is_new_lot ? 'Invite to a parking lot' : `You’re invited to ${of.lot_name}`
  return toEmailContent({
    subject,
    heading: subject,
    paragraphs: [
      `${by} invited you to join as ${of.role}. The invite is only for this address and expires in ${of.days} days.`,
      'If you have an account with this address, sign in to accept the invite. If not, create one first.',
    ],
    table: [
      ['Location', [of.lot_name, of.address].filter(Boolean).join(', ')],
      ...(of.group_name === null ? [] : [['Group', of.group_name] as [string, string]]),
      ...(of.spot_label === null ? [] : [['Your spot', of.spot_label] as [string, string]]),
    ],
    button: { text: 'View invite', url: of.url },
    footer: { text: 'Don’t know this lot? Report this email', url: of.report_url },
  })
}

export interface ReservationFacts {
  lot_name: string
  address: string
  spot_label: string
  when: string
  plate: string | null
  url: string
  /** The platform has not reviewed the lot yet, so its name stays out of the subject. */
  is_new_lot?: boolean
}

/** An email about a reservation: what happened, where and when, and a link to it. */
export function reservationEmail(
  t: Translate,
  reservation: ReservationFacts,
  notice: { subject: string; heading: string; text: string; button: string; more?: [string, string][] },
): EmailContent {
  return toEmailContent({
    subject: t('reservationEmails.subject', {
      title: notice.subject,
      lot: reservation.is_new_lot ? t('reservationEmails.newLot') : reservation.lot_name,
      when: reservation.when,
    }),
    heading: notice.heading,
    paragraphs: [notice.text],
    table: [
      [t('reservationEmails.where'), [reservation.lot_name, reservation.address].filter(Boolean).join(', ')],
      [t('reservationEmails.spot'), reservation.spot_label],
      [t('reservationEmails.when'), reservation.when],
      ...(reservation.plate ? [[t('reservationEmails.car'), reservation.plate] as [string, string]] : []),
      ...(notice.more ?? []),
    ],
    button: { text: notice.button, url: reservation.url },
  })
}

/** An email with one message and a link to the details. */
export function noticeEmail(notice: {
  subject: string
  heading: string
  text: string
  button: string
  url: string
}): EmailContent {
  const { subject, heading, text, button, url } = notice
  return toEmailContent({ subject, heading, paragraphs: [text], button: { text: button, url } })
}

/** Renders an email in our common layout, which works without images, on phones, and in dark mode. */
export function toEmailContent(parts: Parts): EmailContent {
  const rows = parts.table ?? []
  const body_text = [
    parts.heading,
    ...parts.paragraphs,
    ...(rows.length > 0 ? [rows.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(parts.button ? [`${parts.button.text}: ${parts.button.url}`] : []),
    ...(parts.footer ? [`${parts.footer.text}: ${parts.footer.url}`] : []),
  ].join('\n\n')
  const cell = 'padding:8px 0;border-top:1px solid #d9dee5;vertical-align:top'
  const table = rows
    .map(
      ([name, value]) =>
        `<tr><td style="${cell};color:#5a6675;padding-right:16px">${escape(name)}</td><td style="${cell}">${escape(value)}</td></tr>`,
    )
    .join('')
  const body_html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(parts.subject)}</title></head>
<body style="margin:0;background:#f6f7f9;font-family:Inter,system-ui,sans-serif;font-size:16px;line-height:1.5;color:#0f141a">
<div style="max-width:520px;margin:0 auto;padding:32px 20px"><p style="margin:0 0 20px;font-weight:700;color:#1f5fd6">Openspot</p>
<div style="background:#ffffff;border:1px solid #d9dee5;border-radius:10px;padding:24px"><h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${escape(parts.heading)}</h1>
${parts.paragraphs.map((text) => `<p style="margin:0 0 12px">${escape(text)}</p>`).join('')}
${table ? `<table role="presentation" style="border-collapse:collapse;width:100%;margin:12px 0 20px">${table}</table>` : ''}
${parts.button ? `<p style="margin:16px 0 0"><a href="${escape(parts.button.url)}" style="display:inline-block;background:#1f5fd6;color:#ffffff;text-decoration:none;border-radius:8px;padding:12px 20px;font-weight:600">${escape(parts.button.text)}</a></p>` : ''}
</div>${parts.footer ? `<p style="margin:16px 0 0;font-size:14px"><a href="${escape(parts.footer.url)}" style="color:#5a6675">${escape(parts.footer.text)}</a></p>` : ''}</div></body></html>`
  return { subject: parts.subject, body_text, body_html }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
