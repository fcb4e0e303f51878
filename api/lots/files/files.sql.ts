import type { Db, Tx } from '@openspot/db/database.ts'
import pg from 'pg'
import { refuse } from '../../errors.ts'
import type { EncodedPicture, Purpose } from './encode-picture.ts'

/** Photos have tables of their own. */
export type FilePurpose = Exclude<Purpose, 'PHOTO' | 'LOT_PHOTO'>

export interface NewFile extends EncodedPicture {
  id: string
  lot_id: string
  purpose: FilePurpose
  created_at: string
  created_by_user_id: string
}

/** Inserts a picture. Throws `picture_quota_full` if the lot's quota is exceeded. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  try {
    await tx.insertInto('files').values(file).execute()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === 'OS020')
      refuse('picture_quota_full', { field: 'image' })
    throw error
  }
}

export function findFile(db: Db, file_id: string, lot_id: string) {
  return db
    .selectFrom('files as f')
    .innerJoin('lots as l', 'l.id', 'f.lot_id')
    .select(['f.bytes', 'l.is_private'])
    .where('f.id', '=', file_id)
    .where('f.lot_id', '=', lot_id)
    .executeTakeFirst()
}

export function findLogo(db: Db, public_id: string, file_id: string) {
  return db
    .selectFrom('lots as l')
    .innerJoin('files as f', (on) => on.onRef('f.id', '=', 'l.logo_file_id').onRef('f.lot_id', '=', 'l.id'))
    .select(['f.bytes', 'l.is_private'])
    .where('l.public_id', '=', public_id)
    .where('f.id', '=', file_id)
    .executeTakeFirst()
}

/**
 * Replaces the logo of a lot (null removes it) and deletes the previous file. Returns the previous file's id. Locks the
 * lot's row.
 */
export async function exchangeLogo(tx: Tx, lot_id: string, file_id: string | null): Promise<string | null> {
  const { logo_file_id } = await tx
    .selectFrom('lots')
    .select('logo_file_id')
    .where('id', '=', lot_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('lots').set({ logo_file_id: file_id }).where('id', '=', lot_id).execute()
  if (logo_file_id !== null) {
    await tx.deleteFrom('files').where('id', '=', logo_file_id).where('lot_id', '=', lot_id).execute()
  }
  return logo_file_id
}

/** Deletes the map pictures of a lot that were uploaded before an instant and that no map uses. */
export async function deleteUnusedPictures(tx: Tx, lot_id: string, before: string): Promise<void> {
  await tx
    .deleteFrom('files as f')
    .where('f.lot_id', '=', lot_id)
    .where('f.purpose', '=', 'MAP')
    .where('f.created_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('maps as m')
            .select('m.id')
            .whereRef('m.lot_id', '=', 'f.lot_id')
            .whereRef('m.file_id', '=', 'f.id'),
        ),
      ),
    )
    .execute()
}

/** Returns the public id of a lot, which is part of its logo's address. */
export async function getPublicId(db: Db, lot_id: string): Promise<string> {
  const lot = await db
    .selectFrom('lots')
    .select('public_id')
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  return lot.public_id
}
