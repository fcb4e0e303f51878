import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  appealFineRoute,
  getFineNoticeEvidenceRoute,
  getFineNoticePhotoRoute,
  getFineNoticeRoute,
  listMyFinesRoute,
  payFineRoute,
  uploadAppealPhotoRoute,
} from '@openspot/contract/operations/fine-notices.ts'
import type { FastifyRequest } from 'fastify'
import { actionId } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { answerPicture } from '../../lots/files/answer-picture.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { attachPhotos } from '../photos/photos.sql.ts'
import { storePhoto } from '../photos/store-photo.ts'
import { addFineEvent, hashAppeal, insertAppeal, lockFine } from './fine-changes.sql.ts'
import { canAppeal, toFine } from './fine-views.ts'
import { findFineByCode, findPhotoOfFine, getEvidence, listFinesOfPerson } from './fines.sql.ts'
import { payFine } from './pay-fine.ts'

/** What the driver, or anyone with the notice, does with a fine. The code of the notice gives access. */
export const ownFineRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(multipart)

  const rowOf = async (code: string) =>
    (await findFineByCode(app.pool, code, app.ports.now())) ?? refuse('not_found')
  const answer = async (request: FastifyRequest, code: string) =>
    toFine(await rowOf(code), request.caller?.user_id ?? null, app.ports.now())

  app.route({
    ...listMyFinesRoute,
    handler: async (request) => {
      const { user_id } = callerOf(request)
      const now = app.ports.now()
      const rows = await listFinesOfPerson(app.pool, { user_id, now })
      return { items: rows.map((row) => toFine(row, user_id, now)) }
    },
  })

  app.route({
    ...getFineNoticeRoute,
    handler: async (request, reply) => {
      reply.header('x-robots-tag', 'noindex')
      return answer(request, request.params.fine_code)
    },
  })

  app.route({
    ...getFineNoticePhotoRoute,
    handler: async (request, reply) => {
      const { fine_code: code, fine_photo_id: photo_id } = request.params
      const user_id = request.caller?.user_id ?? null
      const bytes = await findPhotoOfFine(app.pool, { code, photo_id, user_id })
      return answerPicture(reply, { bytes: bytes ?? refuse('not_found'), is_private: true })
    },
  })

  app.route({
    ...getFineNoticeEvidenceRoute,
    handler: async (request) =>
      getEvidence(app.pool, (await rowOf(request.params.fine_code)).id, {
        is_staff: false,
        user_id: request.caller?.user_id ?? null,
      }),
  })

  app.route({
    ...payFineRoute,
    handler: async (request) => {
      const fine = await rowOf(request.params.fine_code)
      const { user_id, session_id } = callerOf(request)
      const next_action = await payFine(app, fine, {
        user_id,
        session_id,
        payment_method_id: request.body.payment_method_id,
        return_path: request.body.return_path ?? null,
      })
      app.changes.announce(fine.lot_id)
      return { fine: await answer(request, fine.code), next_action }
    },
  })

  app.route({
    ...uploadAppealPhotoRoute,
    handler: async (request, reply) => {
      const row = await rowOf(request.params.fine_code)
      if (!canAppeal(row, app.ports.now())) refuse('appeal_not_possible')
      const photo = await storePhoto(app, request, {
        lot_id: row.lot_id,
        user_id: callerOf(request).user_id,
      })
      reply.status(201)
      return photo
    },
  })

  app.route({
    ...appealFineRoute,
    handler: async (request) => {
      const { user_id } = callerOf(request)
      const { text, photo_ids = [] } = request.body
      const row = await rowOf(request.params.fine_code)
      const now = app.ports.now()
      const id = actionId(request)
      // The same request may have been committed before, without its answer.
      if (row.appeal?.id === id) return toFine(row, user_id, now)
      if (!canAppeal(row, now)) refuse('appeal_not_possible')
      const said = text.trim()
      if (said === '')
        refuse('request_invalid', { field: 'text', message: (t) => t('apiErrors.fines.textMissing') })
      return makeChange(app, request, {
        lock: (tx) => lockFine(tx, row.id),
        write: async (tx, { status, lot_id }) => {
          if (status === 'VOIDED') refuse('appeal_not_possible')
          const of = { lot_id, fine_id: row.id }
          const appeal = { id, ...of, user_id, text: said, created_at: now.toISOString() }
          if (!(await insertAppeal(tx, appeal))) refuse('appeal_not_possible')
          const attached = await attachPhotos(tx, {
            lot_id,
            user_id,
            photo_ids,
            to: { fine_appeal_id: id },
          })
          if (attached !== photo_ids.length)
            refuse('request_invalid', {
              field: 'photo_ids',
              message: (t) => t('apiErrors.photos.unknown'),
            })
          const details = await hashAppeal(tx, id)
          await addFineEvent(tx, now, { ...of, kind: 'APPEALED', details })
        },
        // The chain of the fine's events has it.
        audit: () => null,
        announces: [row.lot_id],
        view: () => answer(request, row.code),
      })
    },
  })
}
