import type { AlertEvent } from '@openspot/core/alert-events.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Deps } from '../../deps.ts'
import { askOperated } from '../../net/operator-http.ts'
import { writeEmail } from '../emails/emails.sql.ts'
import { mailTransport } from '../emails/transport.ts'
import { alertEmail } from './alert-email.ts'
import { findAlert, setAlertSent } from './alerts.sql.ts'

export type Channel = 'EMAIL' | 'WEBHOOK'

export interface AlertJob {
  alert_id: string
  channel: Channel
  status: 'RAISED' | 'RESOLVED'
}

/** The contents of an alert, sent as an email or as the JSON body of a POST. */
export interface AlertMessage {
  event: AlertEvent
  summary: string
  status: AlertJob['status']
  at: string
}

const webhookTimeoutMs = 10_000

export const channelsOf = ({ alerts }: Pick<Settings, 'alerts'>): Channel[] => [
  ...(alerts.email === null ? [] : (['EMAIL'] as const)),
  ...(alerts.webhook === null ? [] : (['WEBHOOK'] as const)),
]

/** What sending an alert takes. */
export type AlertDeps = Pick<Deps, 'database' | 'log' | 'ports' | 'settings'>

/** What a process without a database has of it. */
export type MessageDeps = Pick<Deps, 'ports' | 'settings'> & { database?: Deps['database'] }

/** Sends a saved alert through one channel unless that was done before. Throws if it can't be sent. */
export async function sendAlert(deps: AlertDeps, { alert_id, channel, status }: AlertJob): Promise<void> {
  const { db } = deps.database
  const row = await findAlert(db, alert_id)
  if (!row) return
  const column = channel === 'EMAIL' ? 'email_sent_at' : 'webhook_sent_at'
  if (status === 'RAISED' && row[column] !== null) return
  await sendMessage(deps, channel, {
    event: row.event as AlertEvent,
    summary: row.summary,
    status,
    at: (status === 'RESOLVED' ? row.resolved_at : null) ?? row.created_at,
  })
  if (status === 'RESOLVED') return
  await setAlertSent(db, alert_id, column, deps.ports.now())
}

export async function sendMessage(deps: MessageDeps, channel: Channel, message: AlertMessage): Promise<void> {
  if (channel === 'EMAIL') await sendEmail(deps, message)
  else await postWebhook(deps, message)
}

class WebhookRefused extends Error {
  constructor(status: number) {
    super(`The webhook answered ${status}.`)
  }
}

async function postWebhook({ ports, settings }: MessageDeps, message: AlertMessage): Promise<void> {
  if (settings.alerts.webhook === null) return
  const answer = await askOperated(ports, {
    url: settings.alerts.webhook,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Openspot' },
    body: JSON.stringify({ ...message, site: settings.public_url }),
    timeout_ms: webhookTimeoutMs,
    max_bytes: 0,
  })
  if (!answer.ok) throw new WebhookRefused(answer.status)
}

/**
 * Sends the email directly, because failures of `deliver_email` themselves raise alerts. In the local environment it is
 * put in the outbox.
 */
async function sendEmail({ database, ports, settings }: MessageDeps, message: AlertMessage): Promise<void> {
  const to_address = settings.alerts.email
  if (to_address === null) return
  const email = alertEmail(message, settings.public_url)
  const transport = mailTransport(settings)
  if (transport === null) {
    // Without a mail server, only the log says it.
    await database?.db
      .transaction()
      .execute((tx) => writeEmail(tx, { ...email, to_address, kind: 'alert' }, ports.now()))
    return
  }
  try {
    const { subject, body_text: text, body_html: html } = email
    await transport.sendMail({ from: settings.email_from, to: to_address, subject, text, html })
  } finally {
    transport.close()
  }
}
