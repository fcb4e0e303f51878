import { makeCalendarFile } from '../booking/calendar/calendar-file.ts'
import type { Deps } from '../deps.ts'
import { makeReceipt } from '../money/receipts/receipt.ts'
import { alert } from '../platform/alerts/alert.ts'
import {
  findUnsentEmail,
  retryJobSoon,
  setEmailExpired,
  setEmailFailed,
  setEmailSent,
} from '../platform/emails/deliveries.sql.ts'
import { deliverBefore } from '../platform/emails/link-life.ts'
import { hasNoMailbox } from '../platform/emails/no-mailbox.ts'
import { mailTransport } from '../platform/emails/transport.ts'
import { reasonText } from './reason-text.ts'

/** An email with a link is retried every 20 seconds for this long after it was written. */
const soonMs = 15 * 60_000

/**
 * Sends emails of the outbox by SMTP. Without an SMTP server (in the local environment) the outbox is the mailbox, so
 * they count as delivered. An email whose link is too old is not sent and becomes EXPIRED. `job_id` is null in a job of many emails.
 */
export function emailDelivery(deps: Deps): (email_id: string, job_id: string | null) => Promise<void> {
  const { database, ports, settings } = deps
  const { db, pool } = database
  const transport = mailTransport(settings)
  return async (email_id, job_id) => {
    const email = await findUnsentEmail(db, email_id)
    if (!email) return
    const deadline = deliverBefore(email)
    if (deadline !== null && ports.now() >= deadline) return expire(deps, email_id, email.kind)
    try {
      const attachments = transport
        ? [
            ...(await receipts(pool, email.receipt_invoice_ids)),
            ...(await calendarFile(deps, email.calendar_reservation_id)),
          ]
        : []
      await transport?.sendMail({
        from: settings.email_from,
        to: email.to_address,
        subject: email.subject,
        text: email.body_text,
        html: email.body_html,
        attachments,
        // Receivers drop a second copy of the same message id, because a job that was interrupted after sending runs
        // again.
        messageId: `<${email_id}@openspot>`,
      })
    } catch (error) {
      await setEmailFailed(db, email_id, {
        error: reasonText(error),
        is_undeliverable: hasNoMailbox(error),
      })
      const isYoung = ports.now().getTime() - Date.parse(email.created_at) < soonMs
      if (job_id !== null && deadline !== null && isYoung) await retryJobSoon(pool, job_id)
      throw error
    }
    const redacts = settings.environment !== 'local' && email.link_expires_at !== null
    await setEmailSent(db, email_id, ports.now(), redacts)
  }
}

/** Logs only that an email of this kind was too late, without its address. */
async function expire(deps: Deps, email_id: string, kind: string): Promise<void> {
  const { database, log, ports } = deps
  const ended = await setEmailExpired(database.db, email_id, ports.now())
  if (!ended) return
  log.error({ task: 'deliver_email', email_id, kind, attempts: ended.attempts }, 'email expired')
  await alert(deps, {
    event: 'EMAIL_EXPIRED',
    summary: `The email ${email_id} (${kind}) was not delivered in ${ended.attempts} attempts before its link became too old.`,
  })
}

/** Receipts are created on sending, so that they include refunds since the email was written. */
async function receipts(pool: Deps['database']['pool'], invoice_ids: readonly string[]) {
  const made = []
  for (const id of invoice_ids) {
    const { file_name, bytes } = await makeReceipt(pool, id)
    made.push({ filename: file_name, content: bytes, contentType: 'application/pdf' })
  }
  return made
}

/** The calendar file is created on sending, so that it has the reservation as it is then. */
async function calendarFile({ database, settings, ports }: Deps, reservation_id: string | null) {
  if (reservation_id === null) return []
  const file = await makeCalendarFile({ pool: database.pool, settings }, reservation_id, ports.now())
  return file
    ? [{ filename: file.file_name, content: file.text, contentType: 'text/calendar; charset=utf-8' }]
    : []
}
