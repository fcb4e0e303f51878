import type { PasswordOwner } from '@openspot/core/passwords/weak-password.ts'
import type { Db, Tx } from '@openspot/db/database.ts'

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
 * Inserts a GHOST, a person without an account. Messages go to the address or number they typed, but it is unverified and
 * belongs to no account. Returns the user id.
 */
export async function insertGuest(
  db: Db,
  guest: {
    contact_email: string | null
    phone?: string | null
    first_name: string
    last_name: string
    created_at: string
  },
): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ ...guest, account_status: 'GHOST', source: 'ORGANIC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns a GHOST with this contact address and its language. Which one does not matter for the link, which covers all of
 * them; the newest has the language of the browser used last.
 */
export function findClaimant(db: Db, contact_email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'language'])
    .where('contact_email', '=', contact_email)
    .where('account_status', '=', 'GHOST')
    .orderBy('created_at', 'desc')
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

/** Returns when the user last changed their password, or null without one. */
export async function findPasswordChange(db: Db, user_id: string): Promise<string | null> {
  const password = await db
    .selectFrom('password_credentials')
    .select('changed_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return password?.changed_at ?? null
}

/** Returns the status, the name, and the contact address of a user. */
export function getGuest(db: Db, user_id: string) {
  return db
    .selectFrom('users')
    .select(['account_status', 'contact_email', 'contact_verified_at', 'first_name', 'last_name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** Locks a GHOST until the transaction ends. Returns false if the user is none any more. */
export async function lockGuest(tx: Tx, user_id: string): Promise<boolean> {
  const guest = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('account_status', '=', 'GHOST')
    .forUpdate()
    .executeTakeFirst()
  return guest !== undefined
}

/** Returns the email address of a user's account, or null without one. */
export async function findEmail(db: Db, user_id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirst()
  return row?.email ?? null
}

/** Returns whether another account has this email address. */
export async function isEmailTaken(db: Db, email: string, user_id: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('account_status', '<>', 'DELETED')
    .where('id', '<>', user_id)
    .executeTakeFirst()
  return other !== undefined
}

/** Returns since when tokens of a user are valid, or undefined without such a user. */
export function findTokensValidAfter(db: Db, user_id: string) {
  return db.selectFrom('users').select('tokens_valid_after').where('id', '=', user_id).executeTakeFirst()
}
