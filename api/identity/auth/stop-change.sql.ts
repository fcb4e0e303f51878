import type { Tx } from '@openspot/db/database.ts'
import type { AccountChanges, DB } from '@openspot/db/types.ts'
import { type Selectable, sql, type Updateable } from 'kysely'

interface Stoppable {
  id: string
  user_id: string
  requested_at: string
}

/** Returns the change that a link stops. Undefined if the link has expired or the change was stopped. */
export function findStoppable(tx: Tx, token_hash: Buffer, now: Date): Promise<Stoppable | undefined> {
  return tx
    .selectFrom('account_change_stops as s')
    .innerJoin('account_changes as c', 'c.id', 's.change_id')
    .select(['c.id', 'c.user_id', 'c.requested_at'])
    .where('s.token_hash', '=', token_hash)
    .where('s.expires_at', '>', now.toISOString())
    .where('c.stopped_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the status and email address of a user. Locks the user until the transaction ends. */
export function lockAccount(tx: Tx, user_id: string) {
  return tx
    .selectFrom('users')
    .select(['account_status', 'email'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Marks a change and all later ones of its user as stopped. Returns those that were not stopped before. */
export function stopChangesSince(tx: Tx, first: Stoppable, now: Date): Promise<Selectable<AccountChanges>[]> {
  return tx
    .updateTable('account_changes')
    .set({ stopped_at: now.toISOString() })
    .where('user_id', '=', first.user_id)
    .where('stopped_at', 'is', null)
    .where((eb) =>
      eb.or([eb('requested_at', '>', first.requested_at), eb('id', '=', first.id), eb('id', '>', first.id)]),
    )
    .returningAll()
    .execute()
}

/**
 * Ends every session, including older ones, because one of them made the change, and deletes the credentials added
 * since an instant. Must run in a transaction.
 */
export async function removeCredentialsSince(
  tx: Tx,
  user_id: string,
  since: string,
  now: Date,
): Promise<void> {
  await sql`select lock_out(${user_id}, ${now.toISOString()})`.execute(tx)
  await tx.deleteFrom('passkeys').where('user_id', '=', user_id).where('created_at', '>=', since).execute()
  await tx.deleteFrom('identities').where('user_id', '=', user_id).where('created_at', '>=', since).execute()
  await tx
    .deleteFrom('password_credentials')
    .where('user_id', '=', user_id)
    .where('changed_at', '>=', since)
    .execute()
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', user_id)
    .where((eb) => eb.fn.coalesce('confirmed_at', 'created_at'), '>=', since)
    .execute()
}

/** Inserts a second factor that was confirmed at an instant, unless the user has one. */
export async function insertSecondFactor(
  tx: Tx,
  user_id: string,
  sealed_secret: string,
  confirmed_at: string,
): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id, sealed_secret, confirmed_at, created_at: confirmed_at })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()
}

/** Restores an address of a user. */
export async function updateAddress(
  tx: Tx,
  user_id: string,
  patch: Pick<Updateable<DB['users']>, 'email' | 'email_verified_at' | 'phone' | 'phone_verified_at'>,
): Promise<void> {
  await tx.updateTable('users').set(patch).where('id', '=', user_id).execute()
}
