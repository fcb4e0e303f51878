import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  deleteLogoRoute,
  getFileRoute,
  getLogoRoute,
  type Picture,
  setLogoRoute,
  uploadMapImageRoute,
} from '@openspot/contract/lots/files.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { answerPicture } from './answer-picture.ts'
import { encodePicture } from './encode-picture.ts'
import {
  deleteUnusedPictures,
  exchangeLogo,
  type FilePurpose,
  findFile,
  findLogo,
  getPublicId,
  insertFile,
} from './files.sql.ts'
import { logoUrl, pictureOf } from './picture.rules.ts'
import { receiveImage } from './receive-image.ts'

/** The routes that accept and serve the pictures of a lot. Only these and the photos (`api/lots/lot-photos`, `api/operations/photos`) read multipart forms. */
export const fileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(multipart)

  /** Reads and encodes before anything is written, so that a rejected picture leaves nothing behind. */
  const receive = async (request: FastifyRequest, purpose: FilePurpose) => ({
    ...(await encodePicture(await receiveImage(request), purpose)),
    id: app.ports.id(),
    lot_id: lotOf(request),
    purpose,
    created_at: app.ports.now().toISOString(),
    created_by_user_id: callerOf(request).user_id,
  })

  app.route({
    ...setLogoRoute,
    handler: async (request): Promise<Picture> => {
      const file = await receive(request, 'LOGO')
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await insertFile(tx, file)
          const before = await exchangeLogo(tx, file.lot_id, file.id)
          return { before, public_id: await getPublicId(tx, file.lot_id) }
        },
        audit: ({ before }) => logoEntry(file.lot_id, { before, after: file.id }),
        announces: [file.lot_id],
        view: ({ public_id }) => ({ ...pictureOf(file), url: logoUrl(public_id, file.id) }),
      })
    },
  })

  app.route({
    ...deleteLogoRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => exchangeLogo(tx, lot_id, null),
        audit: (before) => (before === null ? null : logoEntry(lot_id, { before, after: null })),
        announces: [lot_id],
        view: () => null,
      })
    },
  })

  app.route({
    ...getLogoRoute,
    handler: async ({ params }, reply) =>
      answerPicture(reply, (await findLogo(app.db, params.public_id, params.file_id)) ?? refuse('not_found')),
  })

  app.route({
    ...uploadMapImageRoute,
    handler: async (request, reply) => {
      const file = await receive(request, 'MAP')
      const yesterday = new Date(app.ports.now().getTime() - 86_400_000).toISOString()
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await deleteUnusedPictures(tx, file.lot_id, yesterday)
          await insertFile(tx, file)
        },
        audit: () => ({
          action: 'map.picture',
          subject_kind: 'file',
          subject_id: file.id,
          details: { bytes: file.bytes.length },
        }),
        announces: [],
        view: () => pictureOf(file),
      })
    },
  })

  app.route({
    ...getFileRoute,
    handler: async (request, reply) =>
      answerPicture(
        reply,
        (await findFile(app.db, request.params.file_id, lotOf(request))) ?? refuse('not_found'),
      ),
  })
}

const logoEntry = (lot_id: string, details: Record<string, unknown>) => ({
  action: 'lot.logo' as const,
  subject_kind: 'lot',
  subject_id: lot_id,
  details,
})
