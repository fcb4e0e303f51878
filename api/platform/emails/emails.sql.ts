import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import { findSuppression, isLimited, type Suppression } from './limits.sql.ts'

export interface EmailContent {
  subject: string
  body_text: string
  body_html: string
}

const nextEmailIdStatement = statement('next_email_id', { id: 'uuid' }, 'select uuidv7() as id')

/** Returns the id for an email whose text refers to it. Ids are in the order of writing. */
export async function nextEmailId(tx: Tx): Promise<string> {
  const rows = await queryPrepared(tx, nextEmailIdStatement, [])
  return rows[0]?.id ?? ''
}

interface NewEmail extends EmailContent {
  to_address: string
  kind: string
  /** Paid invoices whose receipts are attached when the email is delivered. */
  receipt_invoice_ids?: string[]
  /** The reservation whose calendar file is attached when the email is delivered. */
  calendar_reservation_id?: string
  /** The lot on whose behalf it is written. */
  lot_id?: string
  /** When the link in it expires, if it does. The email is sent in the first half of that time or not at all. */
  link_expires_at?: string
  /** Set by the caller if the text refers to it. */
  id?: string
}

/**
 * Puts an email into the outbox in the caller's transaction; a job sends it after the commit. If its recipient or the
 * lot is over a limit, it is saved as SUPPRESSED and not sent.
 */
export async function writeEmail(tx: Tx, content: NewEmail, now: Date): Promise<'queued' | Suppression> {
  const because = await findSuppression(tx, { ...content, lot_id: content.lot_id ?? null }, now)
  const { id } = await tx
    .insertInto('emails')
    .values({
      ...content,
      created_at: now.toISOString(),
      ...(because === null ? {} : { state: 'SUPPRESSED' as const, suppressed_because: because }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (because !== null) return because
  await queueEmails(tx, [id])
  return 'queued'
}

/** As `writeEmail`, for several at once: in two statements, unless their kind has limits. */
export async function writeEmails(tx: Tx, emails: readonly NewEmail[], now: Date): Promise<void> {
  for (const email of emails.filter(({ kind }) => isLimited(kind))) await writeEmail(tx, email, now)
  const free = emails.filter(({ kind }) => !isLimited(kind))
  if (free.length === 0) return
  const written = await tx
    .insertInto('emails')
    .values(free.map((email) => ({ ...email, created_at: now.toISOString() })))
    .returning('id')
    .execute()
  await queueEmails(
    tx,
    written.map(({ id }) => id),
  )
}

async function queueEmails(tx: Tx, email_ids: readonly string[]): Promise<void> {
  await sql`select add_job('deliver_email', json_build_object('email_id', email_id), max_attempts => 12)
    from unnest(${email_ids}::uuid[]) email_id`.execute(tx)
}
