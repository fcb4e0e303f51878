import { writeOwnAudits } from '../../audit.sql.ts'
import type { Deps } from '../../deps.ts'
import { endExpired } from './account-views.sql.ts'

/** Records the end of views that nobody ended. They show nothing from then on, whether or not this runs. */
export async function endExpiredViews({
  db,
  ports,
}: { db: Deps['database']['db'] } & Pick<Deps, 'ports'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = ports.now()
    const ended = await endExpired(tx, now)
    await writeOwnAudits(
      tx,
      now,
      ended.map(({ user_id, admin_user_id }) => ({
        lot_id: null,
        action: 'user.view_end' as const,
        subject_kind: 'user',
        subject_id: user_id,
        details: { admin_user_id, is_expired: true },
      })),
    )
  })
}
