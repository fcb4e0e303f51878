import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB, SignInLinkPurpose } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'
import type { QueuedLink } from './request-link.ts'

export interface Link {
  user_id: string | null
  purpose: SignInLinkPurpose
  email: string | null
}

/** Queues the job that sends a link. */
export async function addLinkJob(db: Db, queued: QueuedLink): Promise<void> {
  await sql`select add_job('send_link', ${JSON.stringify(queued)}::json, max_attempts => 12)`.execute(db)
}

export async function insertLink(tx: Tx, link: Insertable<DB['sign_in_links']>): Promise<void> {
  await tx.insertInto('sign_in_links').values(link).execute()
}

/** Deletes the unused links of an address and a purpose except the newest ones, of which the given one is the first. */
export async function deleteSurplusLinks(
  tx: Tx,
  { user_id, purpose, email }: Link,
  newest: Buffer,
  max: number,
): Promise<void> {
  await sql`
    delete from sign_in_links where token_hash in (
      select token_hash from sign_in_links
        where email = ${email} and purpose = ${purpose} and user_id is not distinct from ${user_id}::uuid and used_at is null
        order by created_at desc, token_hash = ${newest} desc, token_hash offset ${max})`.execute(tx)
}

/** Consumes a link. Returns undefined if it was used, has expired, or is for another purpose. */
export function takeLink(
  tx: Tx,
  token_hash: Buffer,
  purposes: readonly SignInLinkPurpose[],
  now: Date,
): Promise<Link | undefined> {
  return tx
    .updateTable('sign_in_links')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', token_hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id', 'purpose', 'email'])
    .executeTakeFirst()
}
