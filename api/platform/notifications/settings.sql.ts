import type { NoticeChannel } from '@openspot/core/notifications/enums.ts'
import type { NoticeKind } from '@openspot/core/notifications/kinds.ts'
import type { QuietHours } from '@openspot/core/notifications/quiet-hours.ts'
import type { Db, Tx } from '@openspot/db/database.ts'

/** Returns what a person changed. Everything else is the default of the kind. */
export function listPreferences(db: Db, user_id: string) {
  return db
    .selectFrom('notice_preferences')
    .select(['kind', 'channel', 'is_on'])
    .where('user_id', '=', user_id)
    .execute()
}

export function findQuietHours(db: Db, user_id: string): Promise<QuietHours | undefined> {
  return db
    .selectFrom('quiet_hours')
    .select(['from_minute', 'until_minute', 'time_zone'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export async function savePreferences(
  tx: Tx,
  user_id: string,
  changes: readonly { kind: NoticeKind; channel: NoticeChannel; is_on: boolean }[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  // A statement can't change a row twice: the last change of the same preference counts.
  const last = new Map(changes.map((change) => [`${change.kind} ${change.channel}`, change]))
  await tx
    .insertInto('notice_preferences')
    .values([...last.values()].map((change) => ({ ...change, user_id, changed_at: now.toISOString() })))
    .onConflict((on) =>
      on.columns(['user_id', 'kind', 'channel']).doUpdateSet((eb) => ({
        is_on: eb.ref('excluded.is_on'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute()
}

/** Sets or ends the quiet hours of a person. */
export async function saveQuietHours(
  tx: Tx,
  user_id: string,
  hours: QuietHours | null,
  now: Date,
): Promise<void> {
  if (hours === null) {
    await tx.deleteFrom('quiet_hours').where('user_id', '=', user_id).execute()
    return
  }
  const columns = { ...hours, changed_at: now.toISOString() }
  await tx
    .insertInto('quiet_hours')
    .values({ user_id, ...columns })
    .onConflict((on) => on.column('user_id').doUpdateSet(columns))
    .execute()
}
