import type { Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

/** Returns the addresses of a user, which a stopped change restores. */
export function getAddresses(tx: Tx, user_id: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'phone', 'phone_verified_at'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** Inserts a change of an account. Returns its id. */
export async function insertChange(tx: Tx, change: Insertable<DB['account_changes']>): Promise<string> {
  const { id } = await tx
    .insertInto('account_changes')
    .values(change)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the pending change to this email address that awaits verification. */
export function findPendingEmail(tx: Tx, user_id: string, new_email: string) {
  return tx
    .selectFrom('account_changes')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('kind', '=', 'EMAIL')
    .where('new_email', '=', new_email)
    .where('effective_at', 'is', null)
    .where('stopped_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst()
}

export async function setChangeEffective(tx: Tx, change_id: string, effective_at: string): Promise<void> {
  await tx.updateTable('account_changes').set({ effective_at }).where('id', '=', change_id).execute()
}

/** Inserts a link that stops a change. */
export async function insertStop(tx: Tx, stop: Insertable<DB['account_change_stops']>): Promise<void> {
  await tx.insertInto('account_change_stops').values(stop).execute()
}
