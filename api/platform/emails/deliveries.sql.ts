import { MAX_COUNTED_ATTEMPTS } from '@openspot/core/job-states.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
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
      'calendar_reservation_id',
      'kind',
      'created_at',
      'link_expires_at',
    ])
    .where('id', '=', email_id)
    .where('state', 'in', ['WAITING', 'FAILED'])
    .executeTakeFirst()
}

/** Counts a failed attempt to send an email and saves its reason. */
export async function setEmailFailed(
  db: Db,
  email_id: string,
  { error, is_undeliverable }: { error: string; is_undeliverable: boolean },
): Promise<void> {
  await db
    .updateTable('emails')
    .set((eb) => ({
      state: 'FAILED' as const,
      attempts: eb('attempts', '+', 1),
      error,
      is_undeliverable,
    }))
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
      is_undeliverable: false,
      sent_at: now.toISOString(),
      ...(redacts ? redacted(now) : {}),
    }))
    .where('id', '=', email_id)
    .execute()
}

const undeliverable = statement(
  'list_undeliverable_addresses',
  { to_address: 'text' },
  `select distinct e.to_address from emails e where e.to_address = any($1::text[]) and e.is_undeliverable
     and not exists (select from emails o where o.to_address = e.to_address and o.sent_at > e.created_at)`,
)

/** Returns those of the addresses whose mailbox does not exist, as far as our emails to them have shown. */
export async function listUndeliverable(pool: pg.Pool, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await queryPrepared(pool, undeliverable, [addresses])
  return new Set(rows.map(({ to_address }) => to_address))
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
