import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** The payload of `send_invites`: ids of emails and texts that are written, at most a few hundred. */
export interface InviteJob {
  email_ids: readonly string[]
  text_ids: readonly string[]
}

/**
 * Queues the sending of many invites as one job, after all others that are due and after earlier ones of its kind. One job for each of
 * 50,000 emails makes bookings slower: all but one wait for their turn, and the queue passes over each of them whenever it looks for a job.
 */
export async function queueInvites(db: Db, job: InviteJob): Promise<void> {
  if (job.email_ids.length + job.text_ids.length === 0) return
  await sql`
    select add_job('send_invites', ${JSON.stringify(job)}::json, max_attempts => 12,
      queue_name => 'invites of imports', priority => 10)`.execute(db)
}

const alone = {
  EMAIL: { task: 'deliver_email', name: 'email_id', max_attempts: 12 },
  TEXT: { task: 'deliver_text', name: 'text_id', max_attempts: 3 },
}

/** Queues one invite that failed as a job of its own, so that the others don't wait for its next attempt. */
export async function queueInviteAgain(db: Db, kind: keyof typeof alone, id: string): Promise<void> {
  const { task, name, max_attempts } = alone[kind]
  await sql`
    select add_job(${task}, ${JSON.stringify({ [name]: id })}::json, max_attempts => ${max_attempts}::integer,
      run_at => now() + interval '20 seconds', priority => 10)`.execute(db)
}
