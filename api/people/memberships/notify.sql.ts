import type { MembershipNoticeKind } from '@openspot/core/enums.ts'
import type { Db, Tx } from '@openspot/db/database.ts'

/** Returns a user with their email address and language, or undefined unless they have an account that is not banned. */
export function findMemberAddress(db: Db, user_id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('id', '=', user_id)
    .where('account_status', '=', 'ACTIVE')
    .executeTakeFirst()
}

/** Returns the admins of a lot except one user. */
export function listOtherAdmins(
  db: Db,
  lot_id: string,
  but_id: string,
): Promise<{ id: string; language: string }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.language'])
    .where('m.lot_id', '=', lot_id)
    .where('m.role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .where('m.status', '=', 'ACTIVE')
    .where('m.user_id', '<>', but_id)
    .execute()
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
