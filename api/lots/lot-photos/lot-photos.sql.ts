import type { PhotoSize } from '@openspot/contract/lots/lot-photos.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { refuse } from '../../errors.ts'
import type { EncodedPicture } from '../files/encode-picture.ts'
import type { PhotoRow } from '../files/picture.rules.ts'

export interface NewPhoto extends EncodedPicture {
  id: string
  lot_id: string
  caption: string
  thumbnail: Buffer
  created_at: string
  created_by_user_id: string
}

/** Inserts a photo that its lot does not show yet. Throws `lot_photo_limit` if the lot keeps too many. Locks the lot's row. */
export async function insertPhoto(tx: Tx, photo: NewPhoto): Promise<void> {
  try {
    await tx.insertInto('lot_photos').values(photo).execute()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === 'OS061')
      refuse('lot_photo_limit', { field: 'image' })
    throw error
  }
}

/** Which photos a lot shows, in which order. */
export interface ShownPhotos {
  photo_ids: string[]
  entrance_photo_id: string | null
}

const shown = ['public_id', 'photo_ids', 'entrance_photo_id', 'photos_version'] as const

export const getShown = (db: Db, lot_id: string) =>
  db.selectFrom('lots').select(shown).where('id', '=', lot_id).executeTakeFirstOrThrow()

/** Returns which photos a lot shows, and locks its row until the transaction ends. */
export const lockShown = (tx: Tx, lot_id: string) =>
  tx.selectFrom('lots').select(shown).where('id', '=', lot_id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Sets which photos a lot shows. All of them must be stored. */
export async function showPhotos(tx: Tx, lot_id: string, photos: ShownPhotos): Promise<void> {
  await tx
    .updateTable('lots')
    .set(photos)
    .set((eb) => ({ photos_version: eb('photos_version', '+', 1) }))
    .where('id', '=', lot_id)
    .execute()
}

/** Returns the stored photos of a lot without their bytes, also those that it no longer shows. */
export function listStored(db: Db, lot_id: string): Promise<PhotoRow[]> {
  return db
    .selectFrom('lot_photos')
    .select(['id', 'caption', 'width', 'height'])
    .where('lot_id', '=', lot_id)
    .execute()
}

/** Returns the photos that a lot shows in their order, with their large size. */
export function listPhotoBytes(
  db: Db,
  lot_id: string,
): Promise<{ id: string; caption: string; bytes: Buffer }[]> {
  return db
    .selectFrom('lots as l')
    .innerJoin('lot_photos as p', (on) =>
      on.onRef('p.lot_id', '=', 'l.id').on(sql<boolean>`p.id = any (l.photo_ids)`),
    )
    .select(['p.id', 'p.caption', 'p.bytes'])
    .where('l.id', '=', lot_id)
    .orderBy(sql`array_position(l.photo_ids, p.id)`)
    .execute()
}

export async function setCaption(tx: Tx, lot_id: string, id: string, caption: string): Promise<void> {
  await tx
    .updateTable('lot_photos')
    .set({ caption })
    .where('lot_id', '=', lot_id)
    .where('id', '=', id)
    .where('caption', '<>', caption)
    .execute()
}

/** Deletes the photos that were uploaded before an instant and that their lot does not show. */
export async function deleteUnusedPhotos(tx: Tx, lot_id: string, before: string): Promise<void> {
  await tx
    .deleteFrom('lot_photos as p')
    .where('p.lot_id', '=', lot_id)
    .where('p.created_at', '<', before)
    .where(sql<boolean>`not exists (select from lots l where l.id = p.lot_id and p.id = any (l.photo_ids))`)
    .execute()
}

/** Returns a photo that its lot shows, in one size. */
export function findPhoto(db: Db, public_id: string, lot_photo_id: string, size: PhotoSize) {
  return db
    .selectFrom('lots as l')
    .innerJoin('lot_photos as p', 'p.lot_id', 'l.id')
    .select([size === 'large' ? 'p.bytes' : 'p.thumbnail as bytes', 'l.is_private'])
    .where('l.public_id', '=', public_id)
    .where('p.id', '=', lot_photo_id)
    .where(sql<boolean>`p.id = any (l.photo_ids)`)
    .executeTakeFirst()
}
