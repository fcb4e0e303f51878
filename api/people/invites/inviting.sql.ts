import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'

/**
 * One look at an index for each address, whatever the statistics say. `offset 0` keeps the looks from becoming a join: while a large import
 * runs, the statistics know nothing of the lot's new invites, and the plan of a join would read all of them for each hundred residents.
 */
const knownAddresses = statement(
  'list_known_addresses',
  { address: 'text', is: text<'MEMBER' | 'INVITED'>() },
  `select a.email as address, 'INVITED' as is from unnest($2::text[]) a (email)
      where exists (select from invites i where i.lot_id = $1 and i.email = a.email
        and i.uses = 0 and i.revoked_at is null and i.declined_at is null and i.expires_at > $4 offset 0)
    union all
    select a.phone, 'INVITED' from unnest($3::text[]) a (phone)
      where exists (select from invites i where i.lot_id = $1 and i.phone = a.phone
        and i.uses = 0 and i.revoked_at is null and i.declined_at is null and i.expires_at > $4 offset 0)
    union all
    select a.email, 'MEMBER' from unnest($2::text[]) a (email)
      where exists (select from memberships m where m.lot_id = $1 and m.status = 'ACTIVE' and m.user_id =
        (select u.id from users u where u.email = a.email and u.account_status <> 'DELETED') offset 0)
    union all
    select a.phone, 'MEMBER' from unnest($3::text[]) a (phone)
      where exists (select from memberships m where m.lot_id = $1 and m.status = 'ACTIVE' and m.user_id =
        (select u.id from users u where u.phone = a.phone and u.account_status <> 'DELETED' and u.phone_verified_at is not null) offset 0)`,
)

/** Returns which of the addresses belong to members of the lot and which have an open invite. */
export async function listKnownAddresses(
  db: Db,
  lot_id: string,
  of: { emails: readonly string[]; phones: readonly string[] },
  now: Date,
): Promise<Map<string, 'MEMBER' | 'INVITED'>> {
  const rows = await queryPrepared(db, knownAddresses, [lot_id, of.emails, of.phones, now.toISOString()])
  return new Map(rows.map(({ address, is }) => [address, is]))
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
