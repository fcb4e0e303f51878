import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type { EmailContent } from './emails.sql.ts'
import { suppressInvites } from './limits.sql.ts'

const nextIds = statement(
  'next_email_ids',
  { id: 'uuid' },
  'select uuidv7() as id from generate_series(1, $1::int)',
)

/** Returns ids for emails whose texts refer to them, in the order of writing. */
export const nextEmailIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await queryPrepared(tx, nextIds, [count])).map(({ id }) => id)

interface InviteEmail extends EmailContent {
  id: string
  to_address: string
  link_expires_at: string
}

/**
 * As `writeEmail`, for invites of one lot to different addresses, in a few statements for all of them. There may be thousands, so
 * they are sent one after another, and after all other emails that are due.
 */
export async function writeInviteEmails(
  tx: Tx,
  lot_id: string,
  emails: readonly InviteEmail[],
  now: Date,
): Promise<void> {
  if (emails.length === 0) return
  const addresses = emails.map(({ to_address }) => to_address)
  const suppressed = await suppressInvites(tx, { lot_id, addresses }, now)
  await tx
    .insertInto('emails')
    .values(
      emails.map((email) => {
        const because = suppressed.get(email.to_address) ?? null
        return {
          ...email,
          lot_id,
          kind: 'invite',
          created_at: now.toISOString(),
          state: because === null ? ('WAITING' as const) : ('SUPPRESSED' as const),
          suppressed_because: because,
        }
      }),
    )
    .execute()
  const ids = emails.flatMap(({ id, to_address }) => (suppressed.has(to_address) ? [] : id))
  await sql`
    select add_job('deliver_email', json_build_object('email_id', id, 'gives_way', true), max_attempts => 12,
      queue_name => 'invites of imports', priority => 10)
    from unnest(${ids}::uuid[]) id`.execute(tx)
}
