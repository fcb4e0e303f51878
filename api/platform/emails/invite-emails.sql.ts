import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
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
 * As `writeEmail`, for invites of one lot to different addresses, in a few statements for all of them, and without queueing jobs.
 * Returns the ids of those that will be sent.
 */
export async function writeInviteEmails(
  tx: Tx,
  lot_id: string,
  emails: readonly InviteEmail[],
  now: Date,
): Promise<string[]> {
  if (emails.length === 0) return []
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
  return emails.flatMap(({ id, to_address }) => (suppressed.has(to_address) ? [] : id))
}
