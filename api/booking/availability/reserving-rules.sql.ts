import type { Db } from '@openspot/db/database.ts'

/** Returns whether an availability rule reserves a spot for an upcoming assignment. */
export async function isReservingRule(db: Db, lot_id: string, availability_id: string): Promise<boolean> {
  const upcoming = await db
    .selectFrom('upcoming_assignments')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('availability_id', '=', availability_id)
    .executeTakeFirst()
  return upcoming !== undefined
}
