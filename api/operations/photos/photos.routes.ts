import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getPhotoRoute, type Photo, uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { unusedPhotosPerPerson } from '@openspot/core/problems/limits.ts'
import { refuse } from '../../errors.ts'
import { answerPicture } from '../../lots/files/answer-picture.ts'
import { encodePicture } from '../../lots/files/encode-picture.ts'
import { receiveImage } from '../../lots/files/receive-image.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { findPhoto, insertPhoto } from './photos.sql.ts'

export const photoRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(multipart)

  app.route({
    ...uploadPhotoRoute,
    handler: async (request, reply): Promise<Photo> => {
      // Before anything is written, so that a rejected picture leaves nothing behind.
      const picture = await encodePicture(await receiveImage(request), 'PHOTO')
      const now = app.ports.now()
      const photo = {
        ...picture,
        id: app.ports.id(),
        lot_id: lotOf(request),
        uploaded_by_user_id: callerOf(request).user_id,
        created_at: now.toISOString(),
      }
      const limits = {
        unused_before: new Date(now.getTime() - 86_400_000).toISOString(),
        most: unusedPhotosPerPerson,
      }
      const isStored = await app.db.transaction().execute((tx) => insertPhoto(tx, photo, limits))
      if (!isStored) refuse('photo_limit', { field: 'image' })
      reply.status(201)
      const { id, width, height } = photo
      return { id, url: `/api/v2/photos/${id}`, width, height }
    },
  })

  app.route({
    ...getPhotoRoute,
    handler: async ({ params }, reply) =>
      answerPicture(reply, {
        bytes: (await findPhoto(app.db, params.photo_id)) ?? refuse('not_found'),
        is_private: true,
      }),
  })
}
