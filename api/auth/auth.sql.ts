import type { Db } from '@openspot/db/database.ts'

export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .leftJoin('password_credentials', 'password_credentials.user_id', 'users.id')
    .select([
      'users.id',
      'users.account_status',
      'users.email_verified_at',
      'password_credentials.password_hash',
    ])
    .where('users.email', '=', email)
    .where('users.account_status', '<>', 'DELETED')
    .executeTakeFirst()
}

export async function insertUserWithPassword(
  db: Db,
  user: { email: string; first_name: string; last_name: string; created_at: string },
  password_hash: string,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ ...user, account_status: 'ACTIVE', source: 'ORGANIC' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('password_credentials')
      .values({ user_id: id, password_hash, changed_at: user.created_at })
      .execute()
    return id
  })
}

/** Somebody without an account: letters go to the address they gave, which proves nothing and belongs to nobody yet. */
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

/** The guest who gave an address last; all of them are one as soon as the address is shown to be theirs. */
export function findGuest(db: Db, contact_email: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('contact_email', '=', contact_email)
    .where('account_status', '=', 'GHOST')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
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
