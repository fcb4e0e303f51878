import type { Db } from '@openspot/db/database.ts'

/** Returns the language of a statement's reader, and the lot's country, which decides its paper. */
export async function readerOf(
  db: Db,
  user_id: string,
  lot_id: string,
): Promise<{ language: string; country: string }> {
  return db
    .selectFrom('users as u')
    .innerJoin('lots as l', (on) => on.on('l.id', '=', lot_id))
    .select(['u.language', 'l.country'])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
}
