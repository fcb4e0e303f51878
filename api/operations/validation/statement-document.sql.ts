import type { Db } from '@openspot/db/database.ts'

/** Returns the language of a person. */
export async function languageOf(db: Db, user_id: string): Promise<string> {
  const row = await db.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst()
  return row?.language ?? 'en'
}
