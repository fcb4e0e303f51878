import type { Settings } from '@openspot/core/settings.ts'
import { createTransport, type Transporter } from 'nodemailer'
import type { Till } from '../payments/pay.ts'
import { makeReceipt } from '../receipts/receipt.ts'

/**
 * Sends letters from the outbox by SMTP. Without an SMTP server (the local environment) the outbox is where they are
 * read, so that they have arrived once they are in it.
 */
export function emailDelivery(settings: Settings): (till: Till, email_id: string) => Promise<void> {
  const transport: Transporter | null = settings.smtp_url === null ? null : createTransport(settings.smtp_url)
  return async (till, email_id) => {
    const email = await till.db
      .selectFrom('emails')
      .select(['to_address', 'subject', 'body_text', 'body_html', 'receipt_invoice_ids'])
      .where('id', '=', email_id)
      .where('state', '<>', 'SENT')
      .executeTakeFirst()
    if (!email) return
    try {
      const attachments = transport ? await receipts(till, email.receipt_invoice_ids) : []
      await transport?.sendMail({
        from: settings.email_from,
        to: email.to_address,
        subject: email.subject,
        text: email.body_text,
        html: email.body_html,
        attachments,
        // Receivers drop a second copy of the same letter: a job that was cut off after sending comes again.
        messageId: `<${email_id}@openspot>`,
      })
    } catch (error) {
      await till.db
        .updateTable('emails')
        .set((eb) => ({
          state: 'FAILED' as const,
          attempts: eb('attempts', '+', 1),
          error: String(error).slice(0, 500),
        }))
        .where('id', '=', email_id)
        .execute()
      throw error
    }
    await till.db
      .updateTable('emails')
      .set((eb) => ({
        state: 'SENT' as const,
        attempts: eb('attempts', '+', 1),
        error: null,
        sent_at: till.ports.now().toISOString(),
      }))
      .where('id', '=', email_id)
      .execute()
  }
}

/** As they are now: what was given back since the letter was asked for is on them. */
async function receipts({ pool }: Till, invoice_ids: readonly string[]) {
  const made = []
  for (const id of invoice_ids) {
    const { file_name, bytes } = await makeReceipt(pool, id)
    made.push({ filename: file_name, content: bytes, contentType: 'application/pdf' })
  }
  return made
}
