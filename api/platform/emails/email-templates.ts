import { directionOf, shownLocaleOf } from '@openspot/messages/locales.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import type { EmailContent } from './emails.sql.ts'

interface Parts {
  subject: string
  heading: string
  paragraphs: string[]
  button?: { text: string; url: string }
  table?: [string, string][]
  /** Further links, below the button. */
  links?: readonly { text: string; url: string }[]
  /** A link below everything else. */
  footer?: { text: string; url: string }
}

export interface ReservationFacts {
  lot_name: string
  address: string
  spot_label: string
  when: string
  plate: string | null
  url: string
  /** Left out where the driver no longer has to go there. */
  directions_url?: string
  /** The platform has not reviewed the lot yet, so its name stays out of the subject. */
  is_new_lot?: boolean
  /** How to get in, in the lot’s own words. */
  entry_instructions?: string | null
}

/** An email about a reservation: what happened, where and when, and a link to it. */
export function reservationEmail(
  t: Translate,
  reservation: ReservationFacts,
  notice: { subject: string; heading: string; text: string; button: string; more?: [string, string][] },
): EmailContent {
  return toEmailContent(t, {
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
      ...(reservation.entry_instructions
        ? [[t('reservationEmails.entry'), reservation.entry_instructions] as [string, string]]
        : []),
      ...(notice.more ?? []),
    ],
    button: { text: notice.button, url: reservation.url },
    links: reservation.directions_url
      ? [{ text: t('reservationEmails.directions'), url: reservation.directions_url }]
      : [],
  })
}

/** An email with one message and a link to the details. */
export function noticeEmail(
  t: Translate,
  notice: { subject: string; heading: string; text: string; button: string; url: string },
): EmailContent {
  const { subject, heading, text, button, url } = notice
  return toEmailContent(t, { subject, heading, paragraphs: [text], button: { text: button, url } })
}

/** Renders an email in the language of `t` and in our common layout, which works without images, on phones, and in dark mode. */
export function toEmailContent(t: Translate, parts: Parts): EmailContent {
  const lang = shownLocaleOf(localeOf(t))
  const rows = parts.table ?? []
  const body_text = [
    parts.heading,
    ...parts.paragraphs,
    ...(rows.length > 0 ? [rows.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(parts.button ? [`${parts.button.text}: ${parts.button.url}`] : []),
    ...(parts.links ?? []).map(({ text, url }) => `${text}: ${url}`),
    ...(parts.footer ? [`${parts.footer.text}: ${parts.footer.url}`] : []),
  ].join('\n\n')
  const cell = 'padding:8px 0;border-top:1px solid #d9dee5;vertical-align:top'
  const table = rows
    .map(
      ([name, value]) =>
        `<tr><td style="${cell};color:#5a6675;padding-right:16px">${escape(name)}</td><td style="${cell}">${escape(value)}</td></tr>`,
    )
    .join('')
  const body_html = `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(parts.subject)}</title></head>
<body style="margin:0;background:#f6f7f9;font-family:Inter,system-ui,sans-serif;font-size:16px;line-height:1.5;color:#0f141a">
<div style="max-width:520px;margin:0 auto;padding:32px 20px"><p style="margin:0 0 20px;font-weight:700;color:#1f5fd6">Openspot</p>
<div style="background:#ffffff;border:1px solid #d9dee5;border-radius:10px;padding:24px"><h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${escape(parts.heading)}</h1>
${parts.paragraphs.map((text) => `<p style="margin:0 0 12px">${escape(text)}</p>`).join('')}
${table ? `<table role="presentation" style="border-collapse:collapse;width:100%;margin:12px 0 20px">${table}</table>` : ''}
${parts.button ? `<p style="margin:16px 0 0"><a href="${escape(parts.button.url)}" style="display:inline-block;background:#1f5fd6;color:#ffffff;text-decoration:none;border-radius:8px;padding:12px 20px;font-weight:600">${escape(parts.button.text)}</a></p>` : ''}
${(parts.links ?? []).map(({ text, url }) => `<p style="margin:16px 0 0"><a href="${escape(url)}" style="color:#1f5fd6">${escape(text)}</a></p>`).join('')}
</div>${parts.footer ? `<p style="margin:16px 0 0;font-size:14px"><a href="${escape(parts.footer.url)}" style="color:#5a6675">${escape(parts.footer.text)}</a></p>` : ''}</div></body></html>`
  return { subject: parts.subject, body_text, body_html }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
