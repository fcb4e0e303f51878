import type { Notification } from '@openspot/contract/platform/notifications.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** Returns a user's newest notifications first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listOwnNotifications(
  db: Db,
  user_id: string,
  after: (string | number)[] | null,
  limit: number,
): Promise<Notification[]> {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'kind', 'reservation_id', 'lot_id', 'path', 'created_at', 'read_at'])
    .select(sql<string>`params ->> 'title'`.as('title'))
    .select(sql<string>`params ->> 'text'`.as('text'))
    .where('user_id', '=', user_id)
    .where('is_hidden', '=', false)
  if (after !== null) {
    query = query.where(
      sql<boolean>`(created_at, id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    )
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  // Only kinds of the contract are ever written.
  return rows as Notification[]
}

export async function countUnread(db: Db, user_id: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .where('is_hidden', '=', false)
    .executeTakeFirstOrThrow()
  return unread
}

export async function markRead(db: Db, user_id: string, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now.toISOString() })
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .execute()
}
