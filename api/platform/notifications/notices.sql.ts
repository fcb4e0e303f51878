import type { Tx } from '@openspot/db/database.ts'
import type { Notifications } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

/** A notice in the app. Each `about` of a kind is written once per person and reservation. */
interface Notice {
  user_id: string
  lot_id: string | null
  reservation_id?: string
  kind: Insertable<Notifications>['kind']
  about: string
  title: string
  text: string
}

/** Inserts a notice in the transaction of its event. Returns false if it was inserted before. */
export async function insertNotice(tx: Tx, now: Date, { title, text, ...notice }: Notice): Promise<boolean> {
  const written = await tx
    .insertInto('notifications')
    .values({ ...notice, params: JSON.stringify({ title, text }), created_at: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}
