import type { Photo } from '@openspot/contract/operations/photos.ts'
import { unusedPhotosPerPerson } from '@openspot/core/problems/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { encodePicture } from '../../lots/files/encode-picture.ts'
import { receiveImage } from '../../lots/files/receive-image.ts'
import { insertPhoto } from './photos.sql.ts'

/**
 * Receives a photo, encodes it again without its metadata, and stores it as an unused one of its uploader. Throws
 * `picture_not_usable` and `photo_limit`.
 */
export async function storePhoto(
  app: Pick<FastifyInstance, 'db' | 'ports'>,
  request: FastifyRequest,
  { lot_id, user_id }: { lot_id: string; user_id: string },
): Promise<Photo> {
  // Before anything is written, so that a rejected picture leaves nothing behind.
  const picture = await encodePicture(await receiveImage(request), 'PHOTO')
  const now = app.ports.now()
  const photo = {
    ...picture,
    id: app.ports.id(),
    lot_id,
    uploaded_by_user_id: user_id,
    created_at: now.toISOString(),
  }
  const limits = {
    unused_before: new Date(now.getTime() - 86_400_000).toISOString(),
    most: unusedPhotosPerPerson,
  }
  const isStored = await app.db.transaction().execute((tx) => insertPhoto(tx, photo, limits))
  if (!isStored) refuse('photo_limit', { field: 'image' })
  const { id, width, height } = photo
  return { id, url: `/api/v2/photos/${id}`, width, height }
}
