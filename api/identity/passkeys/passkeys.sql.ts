import type { Passkey } from '@openspot/contract/identity/passkeys.ts'
import type { Db } from '@openspot/db/database.ts'
import type { Passkeys } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

const columns = ['id', 'name', 'is_synced', 'created_at', 'last_used_at'] as const

export function listPasskeys(db: Db, user_id: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns a user's credentials, so that no device registers a second passkey. */
export function listCredentials(db: Db, user_id: string) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .execute()
}

/** Inserts a passkey. Returns null if it is already stored. */
export async function insertPasskey(db: Db, passkey: Insertable<Passkeys>): Promise<Passkey | null> {
  const row = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((on) => on.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

export function findCredential(db: Db, credential_id: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
}

/** Saves a use. Returns false if a copy of the passkey has a higher counter, or if it was deleted in the meantime. */
export async function recordPasskeyUse(
  db: Db,
  passkey_id: string,
  use: { counter: number; is_synced: boolean; now: Date },
): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, is_synced: use.is_synced, last_used_at: use.now.toISOString() })
    .where('id', '=', passkey_id)
    // Many devices do not count and always send zero.
    .where((eb) => eb.or([eb('counter', '<', use.counter), eb('counter', '=', 0)]))
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export function renamePasskey(db: Db, passkey_id: string, name: string): Promise<Passkey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', passkey_id)
    .returning(columns)
    .executeTakeFirst()
}

export async function deletePasskey(db: Db, passkey_id: string): Promise<boolean> {
  const gone = await db.deleteFrom('passkeys').where('id', '=', passkey_id).returning('id').executeTakeFirst()
  return gone !== undefined
}
