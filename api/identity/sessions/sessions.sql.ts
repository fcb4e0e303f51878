import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

export function listSessions(db: Db, user_id: string, this_id: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'method',
      'client_kind',
      'client_platform',
      'user_agent',
      'signed_in_at',
      'last_seen_at',
      'expires_at',
    ])
    .select((eb) => eb('id', '=', this_id).$castTo<boolean>().as('is_this'))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy((eb) => eb.fn.coalesce('last_seen_at', 'signed_in_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/**
 * Ends all sessions of a user except one and returns their number. Earlier links and tokens of other services become
 * invalid too.
 */
export async function endAll(tx: Tx, user_id: string, now: Date, but_id: string | null): Promise<number> {
  const at = now.toISOString()
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$if(but_id !== null, (q) => q.where('id', '<>', but_id ?? ''))
    .executeTakeFirst()
  await tx.deleteFrom('sign_in_links').where('user_id', '=', user_id).execute()
  await tx.updateTable('users').set({ tokens_valid_after: at }).where('id', '=', user_id).execute()
  return Number(ended.numUpdatedRows)
}

export async function insertSession(db: Db, session: Insertable<DB['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** Gives a session a new token. Returns its user and expiry, or undefined if the session has ended. */
export function updateToken(db: Db, session_id: string, token_hash: Buffer) {
  return db
    .updateTable('sessions')
    .set({ token_hash })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst()
}

/** Returns when the user of a session signed in. */
export function getSignIn(db: Db, session_id: string) {
  return db
    .selectFrom('sessions')
    .select('signed_in_at')
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
}

/** Returns whose a session is and whether its sign-in counts as two-step. */
export function getSessionProof(db: Db, session_id: string) {
  return db
    .selectFrom('sessions')
    .select(['second_factor', 'user_id'])
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
}

/** Returns whether the user's sign-in requires a second step. */
export async function hasSecondFactor(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a session as one whose user has entered a code. */
export async function setSecondFactorPassed(tx: Tx, user_id: string, session_id: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ second_factor: true })
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Revokes a session. Returns whose it was, or undefined if it has ended already. */
export function revokeSession(db: Db, session_id: string, now: Date) {
  return db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
}
