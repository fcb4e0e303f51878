import type { Db } from '@openspot/db/database.ts'

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
export async function endAll(tx: Db, user_id: string, now: Date, but_id: string | null): Promise<number> {
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
