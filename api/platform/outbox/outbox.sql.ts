import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

const columns = [
  'id',
  'to_address',
  'subject',
  'body_text',
  'body_html',
  'kind',
  'state',
  'created_at',
  'sent_at',
  'receipt_invoice_ids',
  'calendar_reservation_id',
] as const

const isAfter = (after: (string | number)[] | null) =>
  sql<boolean>`(created_at, id) < (${String(after?.[0])}::timestamptz, ${String(after?.[1])}::uuid)`

/** Returns the newest texts first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export function listTexts(
  db: Db,
  { to_phone }: { to_phone?: string | undefined },
  after: (string | number)[] | null,
  limit: number,
) {
  return db
    .selectFrom('texts')
    .select(['id', 'to_phone', 'body', 'kind', 'state', 'error', 'created_at', 'sent_at'])
    .$if(to_phone !== undefined, (q) => q.where('to_phone', '=', to_phone ?? ''))
    .$if(after !== null, (q) => q.where(isAfter(after)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns the newest emails first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export function listEmails(
  db: Db,
  { to_address }: { to_address?: string | undefined },
  after: (string | number)[] | null,
  limit: number,
) {
  return db
    .selectFrom('emails')
    .select(columns)
    .$if(to_address !== undefined, (q) => q.where('to_address', '=', to_address ?? ''))
    .$if(after !== null, (q) => q.where(isAfter(after)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export function findEmail(db: Db, email_id: string) {
  return db.selectFrom('emails').select(columns).where('id', '=', email_id).executeTakeFirst()
}

/** Returns whether the receipt of an invoice is attached to an email. */
export async function hasReceipt(db: Db, email_id: string, invoice_id: string): Promise<boolean> {
  const email = await db
    .selectFrom('emails')
    .select('id')
    .where('id', '=', email_id)
    .where(sql<boolean>`${invoice_id}::uuid = any (receipt_invoice_ids)`)
    .executeTakeFirst()
  return email !== undefined
}
