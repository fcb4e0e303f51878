import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  deleteEvidenceFileRoute,
  getDisputeRoute,
  getEvidenceFileRoute,
  listPlatformDisputesRoute,
  patchEvidenceRoute,
  putEvidenceFileRoute,
  submitEvidenceRoute,
} from '@openspot/contract/money/disputes.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { answerEvidence } from './answer-evidence.ts'
import {
  beginSubmission,
  deleteFile,
  findDispute,
  findFile,
  listAllDisputes,
  listDueDisputes,
  lockEvidence,
  putFile,
  setTexts,
} from './disputes.sql.ts'
import { receiveEvidence } from './receive-evidence.ts'

export const disputeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(multipart)
  const show = async (dispute_id: string) =>
    (await findDispute(app.db, dispute_id, app.ports.now())) ?? refuse('not_found')
  const noteOf = (action: 'dispute.evidence' | 'dispute.submit', dispute_id: string, details = {}) => ({
    action,
    subject_kind: 'dispute',
    subject_id: dispute_id,
    details,
  })

  app.route({ ...getDisputeRoute, handler: ({ params }) => show(params.dispute_id) })

  app.route({
    ...listPlatformDisputesRoute,
    handler: async ({ query: { cursor, limit = 20, open = null, needs_evidence = false } }) => {
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      if (needs_evidence) {
        const rows = await listDueDisputes(app.db, app.ports.now(), after, limit)
        return pageOf(rows, limit, (row) => [row.due_at, row.id])
      }
      const rows = await listAllDisputes(app.db, app.ports.now(), open, after, limit)
      return pageOf(rows, limit, (row) => [row.opened_at, row.id])
    },
  })

  app.route({
    ...patchEvidenceRoute,
    handler: async (request) => {
      const of = { dispute_id: request.params.dispute_id, lot_id: lotOf(request) }
      refuseNoChange(request.body)
      const texts = Object.fromEntries(
        Object.entries(request.body).map(([name, text]) => [name, text?.trim() || null]),
      )
      const now = app.ports.now()
      return makeChange(app, request, {
        lock: (tx) => lockEvidence(tx, of.dispute_id, of.lot_id, now),
        write: (tx, { can }) => {
          if (can !== 'CHANGE') refuse('evidence_closed')
          return setTexts(tx, of, texts, now)
        },
        audit: () => noteOf('dispute.evidence', of.dispute_id, { fields: Object.keys(texts) }),
        announces: [],
        view: () => show(of.dispute_id),
      })
    },
  })

  app.route({
    ...putEvidenceFileRoute,
    handler: async (request) => {
      const { dispute_id, file_kind: kind } = request.params
      const lot_id = lotOf(request)
      const file = await receiveEvidence(request)
      const now = app.ports.now()
      return makeChange(app, request, {
        lock: (tx) => lockEvidence(tx, dispute_id, lot_id, now),
        write: (tx, { can }) => {
          if (can !== 'CHANGE') refuse('evidence_closed')
          return putFile(tx, {
            ...file,
            id: app.ports.id(),
            lot_id,
            dispute_id,
            kind,
            size_bytes: file.bytes.length,
            uploaded_by_user_id: callerOf(request).user_id,
            created_at: now.toISOString(),
          })
        },
        audit: () => noteOf('dispute.evidence', dispute_id, { added: kind }),
        announces: [],
        view: () => show(dispute_id),
      })
    },
  })

  app.route({
    ...getEvidenceFileRoute,
    handler: async (request, reply) => {
      const { dispute_id, file_kind: kind } = request.params
      const file = await findFile(app.db, { dispute_id, lot_id: lotOf(request), kind })
      return answerEvidence(reply, file ?? refuse('not_found'))
    },
  })

  app.route({
    ...deleteEvidenceFileRoute,
    handler: async (request, reply) => {
      const { dispute_id, file_kind: kind } = request.params
      const lot_id = lotOf(request)
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockEvidence(tx, dispute_id, lot_id, app.ports.now()),
        write: async (tx, { can }) => {
          if (can !== 'CHANGE') refuse('evidence_closed')
          if (!(await deleteFile(tx, { dispute_id, lot_id, kind }))) refuse('not_found')
        },
        audit: () => noteOf('dispute.evidence', dispute_id, { removed: kind }),
        announces: [],
        view: () => null,
      })
    },
  })

  app.route({
    ...submitEvidenceRoute,
    handler: async (request) => {
      const of = { dispute_id: request.params.dispute_id, lot_id: lotOf(request) }
      const now = app.ports.now()
      return makeChange(app, request, {
        lock: (tx) => lockEvidence(tx, of.dispute_id, of.lot_id, now),
        write: async (tx, { can }) => {
          if (can === null) refuse('evidence_closed')
          const { evidence } = (await findDispute(tx, of.dispute_id, now)) ?? refuse('not_found')
          const isEmpty =
            evidence.files.length === 0 && Object.values(evidence.texts).every((text) => text === null)
          if (isEmpty) refuse('evidence_empty')
          const is_again = can === 'SEND_AGAIN'
          await beginSubmission(tx, of, { user_id: callerOf(request).user_id, is_again, now })
          return evidence
        },
        audit: ({ files }) =>
          noteOf('dispute.submit', of.dispute_id, { files: files.map(({ kind }) => kind) }),
        announces: [],
        view: () => show(of.dispute_id),
      })
    },
  })
}
