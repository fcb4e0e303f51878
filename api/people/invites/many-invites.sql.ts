import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'

/** As `insertInvite` and `retireInvitesTo`, for several people of one lot. */
export async function insertInvites(
  tx: Tx,
  lot_id: string,
  invites: readonly Insertable<DB['invites']>[],
  now: Date,
): Promise<void> {
  const emails = invites.flatMap(({ email }) => email ?? [])
  const phones = invites.flatMap(({ phone }) => phone ?? [])
  const at = now.toISOString()
  await sql`
    update invites set revoked_at = ${at} where lot_id = ${lot_id} and (email = any(${emails}::text[]) or phone = any(${phones}::text[]))
      and revoked_at is null and declined_at is null and uses = 0 and expires_at <= ${at}`.execute(tx)
  await tx
    .insertInto('invites')
    .values([...invites])
    .execute()
}

const facts = statement(
  'get_facts_of_invites',
  {
    lot_name: 'text',
    street: 'text?',
    city: 'text?',
    country: 'text',
    time_zone: 'text',
    is_new_lot: 'boolean',
    invited_by: 'text?',
  },
  `select l.name as lot_name, l.street, l.city, l.country, l.time_zone, l.trust_level = 'NEW' as is_new_lot,
     nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as invited_by
   from lots l, users u where l.id = $1 and u.id = $2`,
)

/** Returns what all invites of a person into a lot have in common. */
export async function getFactsOfInvites(tx: Tx, of: { lot_id: string; user_id: string }) {
  const [row] = await queryPrepared(tx, facts, [of.lot_id, of.user_id])
  if (!row) throw new Error('The lot or the person who invites is gone.')
  return row
}
