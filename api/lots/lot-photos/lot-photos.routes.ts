import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  addLotPhotoRoute,
  getLotPhotoRoute,
  type LotPhotos,
  listLotPhotosRoute,
  replaceLotPhotosRoute,
} from '@openspot/contract/lots/lot-photos.ts'
import { MAX_LOT_PHOTOS } from '@openspot/core/lots/facts.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { answerPicture } from '../files/answer-picture.ts'
import { encodePicture, encodeThumbnail } from '../files/encode-picture.ts'
import { lotPhoto } from '../files/picture.rules.ts'
import { receiveImage } from '../files/receive-image.ts'
import { replacePhotos } from './lot-photos.rules.ts'
import {
  deleteUnusedPhotos,
  findPhoto,
  getShown,
  insertPhoto,
  listStored,
  lockShown,
  type ShownPhotos,
  setCaption,
  showPhotos,
} from './lot-photos.sql.ts'

/** The photos that a lot shows to drivers. What was removed can be put back for a day. */
export const lotPhotoRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(multipart)

  app.route({
    ...listLotPhotosRoute,
    handler: (request) => photosOf(app.db, lotOf(request)),
  })

  app.route({
    ...addLotPhotoRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      // Read and encode before anything is written, so that a rejected picture leaves nothing behind.
      const picture = await encodePicture(await receiveImage(request), 'LOT_PHOTO')
      const thumbnail = await encodeThumbnail(picture)
      const now = app.ports.now()
      const id = app.ports.id()
      const yesterday = new Date(now.getTime() - 86_400_000).toISOString()
      const photos = await app.db.transaction().execute(async (tx) => {
        const { photo_ids, entrance_photo_id } = await lockShown(tx, lot_id)
        if (photo_ids.length >= MAX_LOT_PHOTOS) {
          refuse('lot_photo_limit', {
            field: 'image',
            message: (t) => t('lotPhotos.full', { max: MAX_LOT_PHOTOS }),
          })
        }
        await deleteUnusedPhotos(tx, lot_id, yesterday)
        await insertPhoto(tx, {
          ...picture,
          id,
          lot_id,
          thumbnail,
          caption: '',
          created_at: now.toISOString(),
          created_by_user_id: callerOf(request).user_id,
        })
        await show(tx, request, photo_ids, { photo_ids: [...photo_ids, id], entrance_photo_id })
        return photosOf(tx, lot_id)
      })
      app.changes.announce(lot_id)
      reply.status(201)
      return photos
    },
  })

  app.route({
    ...replaceLotPhotosRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { photos: sent, version } = request.body
      const photos = await app.db.transaction().execute(async (tx) => {
        const before = await lockShown(tx, lot_id)
        if (version !== before.photos_version)
          refuse('lot_changed', { details: { version: before.photos_version } })
        const after = replacePhotos(sent, await listStored(tx, lot_id))
        for (const { id, caption } of sent) await setCaption(tx, lot_id, id, caption.trim())
        await show(tx, request, before.photo_ids, after)
        return photosOf(tx, lot_id)
      })
      app.changes.announce(lot_id)
      return photos
    },
  })

  app.route({
    ...getLotPhotoRoute,
    handler: async ({ params }, reply) =>
      answerPicture(
        reply,
        (await findPhoto(app.db, params.public_id, params.lot_photo_id, params.size)) ?? refuse('not_found'),
      ),
  })
}

async function photosOf(db: Db, lot_id: string): Promise<LotPhotos> {
  const lot = await getShown(db, lot_id)
  const stored = new Map((await listStored(db, lot_id)).map((row) => [row.id, row]))
  const photos = lot.photo_ids.flatMap((id) => {
    const row = stored.get(id)
    return row ? [lotPhoto(lot, row)] : []
  })
  return { photos, version: lot.photos_version }
}

async function show(tx: Tx, request: FastifyRequest, before: string[], after: ShownPhotos): Promise<void> {
  const lot_id = lotOf(request)
  await showPhotos(tx, lot_id, after)
  await writeAudit(tx, request, {
    action: 'lot.photos',
    subject_kind: 'lot',
    subject_id: lot_id,
    details: { before, after: after.photo_ids, entrance: after.entrance_photo_id },
  })
}
