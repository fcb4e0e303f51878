import type { Db } from '@openspot/db/database.ts'

/** Returns whether a window reserves a spot for an upcoming assignment. */
export async function isKeptWindow(db: Db, lot_id: string, availability_id: string): Promise<boolean> {
  const coming = await db
    .selectFrom('coming_assignments')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('availability_id', '=', availability_id)
    .executeTakeFirst()
  return coming !== undefined
}
