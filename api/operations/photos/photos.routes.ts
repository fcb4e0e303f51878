import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getPhotoRoute, uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { refuse } from '../../errors.ts'
import { answerPicture } from '../../lots/files/answer-picture.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { findPhoto } from './photos.sql.ts'
import { storePhoto } from './store-photo.ts'

export const photoRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(multipart)

  app.route({
    ...uploadPhotoRoute,
    handler: async (request, reply) => {
      const photo = await storePhoto(app, request, {
        lot_id: lotOf(request),
        user_id: callerOf(request).user_id,
      })
      reply.status(201)
      return photo
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
