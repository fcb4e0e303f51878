import type { MembershipNoticeKind } from '@openspot/core/enums.ts'
import type { Db, Tx } from '@openspot/db/database.ts'

/** Returns a user and their email address, or undefined unless they have an account that is not banned. */
export function findMemberAddress(db: Db, user_id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', user_id)
    .where('account_status', '=', 'ACTIVE')
    .executeTakeFirst()
}

/** Returns the admins of a lot except one user. */
export async function listOtherAdmins(db: Db, lot_id: string, but_id: string): Promise<string[]> {
  const admins = await db
    .selectFrom('memberships')
    .select('user_id as id')
    .where('lot_id', '=', lot_id)
    .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .where('status', '=', 'ACTIVE')
    .where('user_id', '<>', but_id)
    .execute()
  return admins.map(({ id }) => id)
}

export function getNotifyingLot(db: Db, lot_id: string) {
  return db
    .selectFrom('lots')
    .select(['name', 'trust_level'])
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
}

export function getUserName(db: Db, user_id: string) {
  return db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** Inserts the same notice for each of the users. */
export async function insertMembershipNotices(
  tx: Tx,
  user_ids: readonly string[],
  notice: { lot_id: string; kind: MembershipNoticeKind; params: string; created_at: string },
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values(user_ids.map((user_id) => ({ ...notice, user_id })))
    .execute()
}
