import type { Db } from '@openspot/db/database.ts'

/** Returns how a user is reached. */
export function getReachable(db: Db, user_id: string) {
  return db
    .selectFrom('users')
    .select((eb) => ['id', 'phone', 'language', eb.fn.coalesce('email', 'contact_email').as('email')])
    .where('id', '=', user_id)
    .where('account_status', '<>', 'DELETED')
    .executeTakeFirst()
}
