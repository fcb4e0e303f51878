import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import { isUnanswered } from '../groups/groups.sql.ts'

const knownAddresses = statement(
  'list_known_addresses',
  { address: 'text', is: text<'MEMBER' | 'INVITED'>() },
  `select unnest(array[i.email, i.phone]) as address, 'INVITED' as is from invites i
      where i.lot_id = $1 and ${isUnanswered} and i.expires_at > $4
        and (i.email = any($2::text[]) or i.phone = any($3::text[]))
    union all
    select unnest(array[u.email, case when u.phone_verified_at is not null then u.phone end]), 'MEMBER'
      from users u join memberships m on m.user_id = u.id
      where m.lot_id = $1 and m.status = 'ACTIVE'
        and (u.email = any($2::text[]) or u.phone = any($3::text[]))`,
)

/** Returns which of the addresses belong to members of the lot and which have an open invite. */
export async function listKnownAddresses(
  db: Db,
  lot_id: string,
  of: { emails: readonly string[]; phones: readonly string[] },
  now: Date,
): Promise<Map<string, 'MEMBER' | 'INVITED'>> {
  const rows = await queryPrepared(db, knownAddresses, [lot_id, of.emails, of.phones, now.toISOString()])
  return new Map(rows.filter(({ address }) => address !== null).map(({ address, is }) => [address, is]))
}

/** Returns the lot's data for invites: its name, its country for phone numbers, and its groups and spots. */
export async function getInvitingLot(db: Db, lot_id: string) {
  const lot = await db
    .selectFrom('lots')
    .select(['name', 'country'])
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .execute()
  const spots = await db
    .selectFrom('spots')
    .select(['id', 'label', 'assigned_user_id'])
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .execute()
  return { ...lot, groups, spots }
}
