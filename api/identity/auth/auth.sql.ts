import type { PasswordOwner } from '@openspot/core/passwords/weak-password.ts'
import type { Db } from '@openspot/db/database.ts'

/** Returns the user with this email address and their password hash, or undefined. Erased users are not found. */
export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .leftJoin('password_credentials', 'password_credentials.user_id', 'users.id')
    .select([
      'users.id',
      'users.account_status',
      'users.email_verified_at',
      'users.first_name',
      'users.last_name',
      'users.tokens_valid_after',
      'password_credentials.password_hash',
    ])
    .where('users.email', '=', email)
    .where('users.account_status', '<>', 'DELETED')
    .executeTakeFirst()
}

/**
 * Inserts a GHOST, a person without an account. Emails go to the address they typed, but it is unverified and belongs
 * to no account. Returns the user id.
 */
export async function insertGuest(
  db: Db,
  guest: { contact_email: string; first_name: string; last_name: string; created_at: string },
): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ ...guest, account_status: 'GHOST', source: 'ORGANIC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns any GHOST with this contact address. Which one does not matter, because a link covers all of them. */
export function findClaimant(db: Db, contact_email: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('contact_email', '=', contact_email)
    .where('account_status', '=', 'GHOST')
    .executeTakeFirst()
}

/** Returns the personal data that the user's password must not contain. */
export async function findPasswordOwner(db: Db, user_id: string): Promise<PasswordOwner> {
  const { contact_email, ...user } = await db
    .selectFrom('users')
    .select(['email', 'contact_email', 'first_name', 'last_name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { ...user, email: user.email ?? contact_email }
}

export async function findPassword(db: Db, user_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_credentials')
    .select('password_hash')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.password_hash
}

export async function savePassword(
  db: Db,
  user_id: string,
  password_hash: string,
  changed_at: string,
): Promise<void> {
  await db
    .insertInto('password_credentials')
    .values({ user_id, password_hash, changed_at })
    .onConflict((on) => on.column('user_id').doUpdateSet({ password_hash, changed_at }))
    .execute()
}
