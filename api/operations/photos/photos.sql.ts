import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'

/** Nothing was created with the photo yet. */
const isUnused = sql<boolean>`(problem_id is null and fine_id is null and fine_appeal_id is null)`

/**
 * Inserts a photo that belongs to nothing yet, after deleting those that have been unused since `unused_before`. Locks
 * the uploader. Returns false if the person has `most` unused ones already.
 */
export async function insertPhoto(
  tx: Tx,
  photo: Insertable<DB['photos']> & { uploaded_by_user_id: string },
  { unused_before, most }: { unused_before: string; most: number },
): Promise<boolean> {
  const { uploaded_by_user_id } = photo
  await tx.selectFrom('users').select('id').where('id', '=', uploaded_by_user_id).forUpdate().execute()
  const unused = tx.selectFrom('photos').where('uploaded_by_user_id', '=', uploaded_by_user_id)
  await tx
    .deleteFrom('photos')
    .where('uploaded_by_user_id', '=', uploaded_by_user_id)
    .where(isUnused)
    .where('created_at', '<', unused_before)
    .execute()
  const { count } = await unused
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isUnused)
    .executeTakeFirstOrThrow()
  if (count >= most) return false
  await tx.insertInto('photos').values(photo).execute()
  return true
}

export async function findPhoto(db: Db, photo_id: string): Promise<Buffer | undefined> {
  const photo = await db.selectFrom('photos').select('bytes').where('id', '=', photo_id).executeTakeFirst()
  return photo?.bytes
}

/** What photos may belong to. */
type PhotoUse = { problem_id: string } | { fine_id: string } | { fine_appeal_id: string }

/** Attaches photos to what was created with them. Returns how many of them are unused ones of that person in the lot. */
export async function attachPhotos(
  tx: Tx,
  of: { lot_id: string; user_id: string; photo_ids: string[]; to: PhotoUse },
): Promise<number> {
  if (of.photo_ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('photos')
    .set(of.to)
    .where('id', 'in', of.photo_ids)
    .where('lot_id', '=', of.lot_id)
    .where('uploaded_by_user_id', '=', of.user_id)
    .where(isUnused)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
