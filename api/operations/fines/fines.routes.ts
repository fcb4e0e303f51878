import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createFineRoute,
  decideFineAppealRoute,
  getFineEvidenceRoute,
  getFineRoute,
  listFinesRoute,
  listUserFinesRoute,
  printFineRoute,
  refundFineRoute,
  voidFineRoute,
} from '@openspot/contract/operations/fines.ts'
import { RECENT_SIGN_IN_FROM_CENTS } from '@openspot/core/fines/limits.ts'
import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { actionId } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { requireRecentSignIn } from '../../identity/sessions/sessions.ts'
import { makeChangeOnce, nothingToLock } from '../../make-change.ts'
import { refundInvoice } from '../../money/adjustments/adjust.sql.ts'
import { getRefund } from '../../money/adjustments/adjustments.sql.ts'
import { answerPdf } from '../../money/documents/answer.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { addFineEvent, decideAppeal, extendDue, lockFine, voidFine } from './fine-changes.sql.ts'
import { toFine, toStaffFine } from './fine-views.ts'
import { findFine, getEvidence, isPersonOfLot, listFines, listUserFines } from './fines.sql.ts'
import { issueFine } from './issue.ts'
import { makeFineNotice } from './notice-document.ts'

/** The routes of the staff. What drivers do is in own-fines.routes.ts. */
export const fineRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const rowOf = async (fine_id: string) =>
    (await findFine(app.pool, fine_id, app.ports.now())) ?? refuse('not_found')
  const staffFine = async (fine_id: string) => toStaffFine(await rowOf(fine_id))

  app.route({
    ...createFineRoute,
    handler: async (request, reply) => {
      const fine_id = await issueFine(app, request, request.body)
      reply.status(201)
      return staffFine(fine_id)
    },
  })

  app.route({
    ...listUserFinesRoute,
    handler: async (request) => {
      const { user_id } = request.params
      const lot_id = lotOf(request)
      if (!(await isPersonOfLot(app.pool, lot_id, user_id))) refuse('not_found')
      const now = app.ports.now()
      const rows = await listUserFines(app.pool, { lot_id, user_id, now })
      return { items: rows.map((row) => toFine(row, callerOf(request).user_id, now)) }
    },
  })

  app.route({
    ...listFinesRoute,
    handler: async (request) => {
      const { cursor, limit = 20, status = null, reason = null, plate } = request.query
      const page = await listFines(app.pool, {
        lot_id: lotOf(request),
        status,
        reason,
        plate: plate === undefined ? null : normalizePlate(plate),
        appealed: request.query.appealed ?? false,
        overdue: request.query.overdue ?? false,
        cursor,
        limit,
        now: app.ports.now(),
      })
      return { ...page, items: page.items.map(toStaffFine) }
    },
  })

  app.route({ ...getFineRoute, handler: (request) => staffFine(request.params.fine_id) })

  app.route({
    ...refundFineRoute,
    handler: async (request) => {
      const { fine_id } = request.params
      const { amount_cents, reason } = request.body
      const { user_id, session_id } = callerOf(request)
      if (amount_cents >= RECENT_SIGN_IN_FROM_CENTS) await requireRecentSignIn(app, session_id)
      const refund_id = actionId(request)
      const { invoice_id, refundable_cents } = await rowOf(fine_id)
      const notRefundable = () =>
        refuse('not_refundable', { field: 'amount_cents', details: { refundable_cents } })
      if (invoice_id === null) return notRefundable()
      return makeChangeOnce(app, request, {
        lock: nothingToLock,
        audit: () => ({
          action: 'fine.refund',
          ...subjectOf(fine_id),
          details: { refund_id, amount_cents, reason },
        }),
        write: async (tx) => {
          const order = { refund_id, invoice_id, amount_cents, reason, user_id }
          if ((await refundInvoice(tx, app.ports.now(), order)) !== 'asked') notRefundable()
        },
        announces: [lotOf(request)],
        view: async () => ({
          fine: await staffFine(fine_id),
          refund: await getRefund(app.pool, refund_id, { user_id, now: app.ports.now() }),
        }),
      })
    },
  })

  app.route({
    ...voidFineRoute,
    handler: async (request) => {
      const { fine_id } = request.params
      const { note } = request.body
      const refund_id = actionId(request)
      return makeChangeOnce(app, request, {
        lock: nothingToLock,
        audit: () => ({ action: 'fine.void', ...subjectOf(fine_id), details: { note } }),
        write: async (tx) => {
          const isVoided = await voidFine(tx, app.ports.now(), {
            fine_id,
            reason: 'STAFF',
            note,
            user_id: callerOf(request).user_id,
            refund_id,
            refund_reason: refundReasons.fine_voided,
          })
          if (!isVoided) refuse('fine_voided')
        },
        announces: [lotOf(request)],
        view: () => staffFine(fine_id),
      })
    },
  })

  app.route({
    ...decideFineAppealRoute,
    handler: async (request) => {
      const { fine_id } = request.params
      const { decision, answer } = request.body
      const { user_id } = callerOf(request)
      const refund_id = actionId(request)
      const now = app.ports.now()
      return makeChangeOnce(app, request, {
        lock: (tx) => lockFine(tx, fine_id),
        audit: () => ({ action: 'fine.appeal', ...subjectOf(fine_id), details: { decision, answer } }),
        write: async (tx, { status, lot_id }) => {
          if (status === 'VOIDED') refuse('fine_voided')
          if (!(await decideAppeal(tx, now, { fine_id, decision, answer, user_id }))) refuse('appeal_decided')
          const kind = decision === 'ACCEPTED' ? 'APPEAL_ACCEPTED' : 'APPEAL_DECLINED'
          await addFineEvent(tx, now, { lot_id, fine_id, kind, details: {} })
          if (decision === 'DECLINED') return extendDue(tx, now, fine_id)
          await voidFine(tx, now, {
            fine_id,
            reason: 'APPEAL',
            note: null,
            user_id,
            refund_id,
            refund_reason: refundReasons.fine_voided,
          })
        },
        announces: [lotOf(request)],
        view: () => staffFine(fine_id),
      })
    },
  })

  app.route({
    ...printFineRoute,
    handler: async (request, reply) => {
      const row = await rowOf(request.params.fine_id)
      const { paper = 'PAGE' } = request.query
      const t = translatorOf(request)
      return answerPdf(reply, await makeFineNotice(t, row, { paper, public_url: app.settings.public_url }))
    },
  })

  app.route({
    ...getFineEvidenceRoute,
    handler: (request) =>
      getEvidence(app.pool, request.params.fine_id, {
        is_staff: request.granted !== 'resource_owner',
        user_id: callerOf(request).user_id,
      }),
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'fine', subject_id })
