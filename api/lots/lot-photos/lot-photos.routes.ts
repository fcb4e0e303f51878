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
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
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
      reply.status(201)
      return makeChange(app, request, {
        lock: (tx) => lockShown(tx, lot_id),
        write: async (tx, { photo_ids, entrance_photo_id }) => {
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
          return show(tx, lot_id, { photo_ids: [...photo_ids, id], entrance_photo_id })
        },
        audit: ({ after }, before) => entryOf(lot_id, before, after),
        announces: [lot_id],
        view: ({ photos }) => photos,
      })
    },
  })

  app.route({
    ...replaceLotPhotosRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { photos: sent, version } = request.body
      return makeChange(app, request, {
        lock: (tx) => lockShown(tx, lot_id),
        write: async (tx, before) => {
          if (version !== before.photos_version)
            refuse('lot_changed', { details: { version: before.photos_version } })
          const after = replacePhotos(sent, await listStored(tx, lot_id))
          for (const { id, caption } of sent) await setCaption(tx, lot_id, id, caption.trim())
          return show(tx, lot_id, after)
        },
        audit: ({ after }, before) => entryOf(lot_id, before, after),
        announces: [lot_id],
        view: ({ photos }) => photos,
      })
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

async function show(tx: Tx, lot_id: string, after: ShownPhotos) {
  await showPhotos(tx, lot_id, after)
  return { after, photos: await photosOf(tx, lot_id) }
}

const entryOf = (lot_id: string, before: Pick<ShownPhotos, 'photo_ids'>, after: ShownPhotos) => ({
  action: 'lot.photos' as const,
  subject_kind: 'lot',
  subject_id: lot_id,
  details: { before: before.photo_ids, after: after.photo_ids, entrance: after.entrance_photo_id },
})
