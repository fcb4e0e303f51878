import type { AccountView } from '@openspot/contract/platform/account-views.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const open = statement(
  'get_open_view',
  { user_id: 'uuid', name: 'text', begins_at: 'timestamptz', ends_at: 'timestamptz' },
  `select v.user_id, v.begins_at, v.ends_at,
     coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, u.contact_email, u.phone, u.id::text) as name
   from account_views v join users u on u.id = v.user_id
   where v.session_id = $1 and v.ended_at is null and v.ends_at > $2`,
)

/** Returns what a session shows as another user, if it does. */
export async function findView(db: Db, session_id: string, now: Date): Promise<AccountView | null> {
  return (await queryPrepared(db, open, [session_id, now.toISOString()]))[0] ?? null
}

/** Whether this admin may see the product as this user. */
export async function mayView(db: Db, admin_user_id: string, user_id: string): Promise<boolean> {
  const may = await db
    .selectNoFrom((eb) => eb.fn<boolean>('may_view', [eb.val(admin_user_id), eb.val(user_id)]).as('may'))
    .executeTakeFirstOrThrow()
  return may.may
}

export async function insertView(
  tx: Tx,
  view: {
    session_id: string
    admin_user_id: string
    user_id: string
    reason: string
    begins_at: string
    ends_at: string
  },
): Promise<void> {
  await tx.insertInto('account_views').values(view).execute()
}

export interface EndedView {
  admin_user_id: string
  user_id: string
}

/** Ends what a session shows as another user. */
export function endView(tx: Tx, session_id: string, now: Date): Promise<EndedView | undefined> {
  return tx
    .updateTable('account_views')
    .set({ ended_at: now.toISOString() })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .returning(['admin_user_id', 'user_id'])
    .executeTakeFirst()
}

/** Ends the views whose time is over. */
export function endExpired(tx: Tx, now: Date): Promise<EndedView[]> {
  return tx
    .updateTable('account_views')
    .set((eb) => ({ ended_at: eb.ref('ends_at') }))
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now.toISOString())
    .returning(['admin_user_id', 'user_id'])
    .execute()
}
