import type { LotDraft } from '@openspot/contract/lots/lot-drafts.ts'
import type { Db, Tx } from '@openspot/db/database.ts'

/** Returns the newest draft of a person, with the time of its last change. */
export async function findDraft(
  db: Db,
  user_id: string,
): Promise<{ draft: LotDraft; changed_at: string } | undefined> {
  return db
    .selectFrom('lot_drafts')
    .select((eb) => eb.ref('content').$castTo<LotDraft>().as('draft'))
    .select('changed_at')
    .where('user_id', '=', user_id)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Replaces the drafts of a person. Must run in a transaction. */
export async function saveDraft(tx: Tx, user_id: string, draft: LotDraft, now: Date): Promise<void> {
  await deleteDrafts(tx, user_id)
  await tx
    .insertInto('lot_drafts')
    .values({ user_id, content: JSON.stringify(draft), changed_at: now.toISOString() })
    .execute()
}

/** Deletes the drafts of a person: two after a merge of two accounts, otherwise one at most. */
export async function deleteDrafts(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('lot_drafts').where('user_id', '=', user_id).execute()
}
