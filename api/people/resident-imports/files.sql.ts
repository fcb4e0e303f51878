import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

export async function insertFile(tx: Tx, file: Insertable<DB['resident_files']>): Promise<void> {
  await tx.insertInto('resident_files').values(file).execute()
}

export function findFile(db: Db, id: string) {
  return db
    .selectFrom('resident_files')
    .select(['id', 'data_source_id', 'file_name', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deletes a file of which every row is stored or that is not wanted any more. */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('resident_files').where('id', '=', id).execute()
}
