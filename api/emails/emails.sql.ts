import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

export interface Letter {
  subject: string
  body_text: string
  body_html: string
}

/** Puts a letter into the outbox in the caller's transaction; the job sends it once that is committed. */
export async function writeEmail(
  tx: Db,
  letter: Letter & {
    to_address: string
    kind: string
    /** Paid invoices whose receipts it carries: they are made when it is delivered. */
    receipt_invoice_ids?: string[]
  },
  now: Date,
): Promise<void> {
  const { id } = await tx
    .insertInto('emails')
    .values({ ...letter, created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select graphile_worker.add_job('deliver_email', json_build_object('email_id', ${id}::uuid), max_attempts => 12)`.execute(
    tx,
  )
}
