import type { Db } from '@openspot/db/database.ts'

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
): Promise<{ id: string; email: string | null; language: string }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.language'])
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
