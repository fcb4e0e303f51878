import { MAX_COUNTED_ATTEMPTS } from '@openspot/core/job-states.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import type pg from 'pg'

/** Matches what precedes a token in the URLs of our emails. */
const before = '(token=|/invite/|/report-email/)'

const withoutTokens = (column: 'body_text' | 'body_html') =>
  sql<string>`regexp_replace(${sql.ref(column)}, ${`${before}[A-Za-z0-9._-]+`}, '\\1removed', 'g')`

/** The columns of an email whose stored text no longer contains working links. */
const redacted = (now: Date) => ({
  body_text: withoutTokens('body_text'),
  body_html: withoutTokens('body_html'),
  redacted_at: now.toISOString(),
})

/** Returns an email that is still to be sent. */
export function findUnsentEmail(db: Db, email_id: string) {
  return db
    .selectFrom('emails')
    .select([
      'to_address',
      'subject',
      'body_text',
      'body_html',
      'receipt_invoice_ids',
      'kind',
      'created_at',
      'link_expires_at',
    ])
    .where('id', '=', email_id)
    .where('state', 'in', ['WAITING', 'FAILED'])
    .executeTakeFirst()
}

/** Counts a failed attempt to send an email and saves its reason. */
export async function setEmailFailed(db: Db, email_id: string, error: string): Promise<void> {
  await db
    .updateTable('emails')
    .set((eb) => ({ state: 'FAILED' as const, attempts: eb('attempts', '+', 1), error }))
    .where('id', '=', email_id)
    .execute()
}

/** Marks an email as sent. With `redacts`, its stored text keeps no working links. */
export async function setEmailSent(db: Db, email_id: string, now: Date, redacts: boolean): Promise<void> {
  await db
    .updateTable('emails')
    .set((eb) => ({
      state: 'SENT' as const,
      attempts: eb('attempts', '+', 1),
      error: null,
      sent_at: now.toISOString(),
      ...(redacts ? redacted(now) : {}),
    }))
    .where('id', '=', email_id)
    .execute()
}

/** Marks an unsent email as expired. Returns its number of attempts, or undefined if it is not unsent any more. */
export function setEmailExpired(db: Db, email_id: string, now: Date) {
  return db
    .updateTable('emails')
    .set({ state: 'EXPIRED', ...redacted(now) })
    .where('id', '=', email_id)
    .where('state', 'in', ['WAITING', 'FAILED'])
    .returning('attempts')
    .executeTakeFirst()
}

/**
 * Removes links from stored emails once they have expired. With `redacts_closed`, links of emails that are sent or will
 * not be sent are removed too.
 */
export async function redactEmails(db: Db, now: Date, redacts_closed: boolean): Promise<void> {
  await db
    .updateTable('emails')
    .set(redacted(now))
    .where('redacted_at', 'is', null)
    .where('link_expires_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('link_expires_at', '<=', now.toISOString()),
        ...(redacts_closed ? [eb('state', 'in', ['SENT', 'SUPPRESSED'])] : []),
      ]),
    )
    .execute()
}

/** Schedules the next try of a job sooner than the queue would. */
export async function retryJobSoon(pool: pg.Pool, job_id: string): Promise<void> {
  await pool.query('select retry_job_soon($1, $2)', [job_id, MAX_COUNTED_ATTEMPTS])
}
