import type { PayoutNoticeKind, PlanNoticeKind } from '@openspot/core/enums.ts'
import type { Db } from '@openspot/db/database.ts'

/** A notice in the app about a plan or a payout account. Each `about` of a kind is written once per person. */
interface Notice {
  user_id: string
  lot_id: string | null
  kind: PayoutNoticeKind | PlanNoticeKind
  about: string
  title: string
  text: string
}

/** Inserts a notice in the transaction of its event. Returns false if it was inserted before. */
export async function insertNoticeOnce(
  tx: Db,
  now: Date,
  { title, text, ...notice }: Notice,
): Promise<boolean> {
  const written = await tx
    .insertInto('notifications')
    .values({ ...notice, params: JSON.stringify({ title, text }), created_at: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}
