import type { ErrorActivity, ErrorStatus, ReopenRule } from '@openspot/core/error-monitoring/enums.ts'
import type { Tx } from '@openspot/db/database.ts'

/** Locks a group and returns what decisions depend on, or undefined. */
export function lockGroup(tx: Tx, group_id: string) {
  return tx
    .selectFrom('error_groups')
    .select(['id', 'title', 'culprit', 'status', 'last_release', 'assigned_to_user_id'])
    .where('id', '=', group_id)
    .forUpdate()
    .executeTakeFirst()
}

interface State {
  status: ErrorStatus
  muted_until?: string | null
  reopens_on?: ReopenRule
  resolved_in_release?: string | null
}

/** Sets the status. What belongs to other statuses is cleared. */
export async function setStatus(tx: Tx, group_id: string, state: State, now: Date): Promise<void> {
  const { status, muted_until = null, reopens_on = null, resolved_in_release = null } = state
  await tx
    .updateTable('error_groups')
    .set({
      status,
      muted_until,
      reopens_on,
      resolved_in_release,
      resolved_at: status === 'RESOLVED' ? now.toISOString() : null,
      is_regression: false,
    })
    .where('id', '=', group_id)
    .execute()
}

/** Returns the administrator to whom errors can be assigned, or undefined if this is none. */
export function findAssignee(tx: Tx, user_id: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('id', '=', user_id)
    .where('account_status', '=', 'ACTIVE')
    .where((eb) => eb(eb.val('OPENSPOT_ADMIN'), '=', eb.fn.any('roles')))
    .executeTakeFirst()
}

export async function setAssignee(tx: Tx, group_id: string, user_id: string | null): Promise<void> {
  await tx
    .updateTable('error_groups')
    .set({ assigned_to_user_id: user_id })
    .where('id', '=', group_id)
    .execute()
}

interface Activity {
  group_id: string
  kind: ErrorActivity
  by_user_id: string | null
  assignee_user_id?: string
  until?: string | null
  release?: string | null
}

export async function insertActivity(tx: Tx, activity: Activity, now: Date): Promise<void> {
  await tx
    .insertInto('error_activities')
    .values({ ...activity, at: now.toISOString() })
    .execute()
}
