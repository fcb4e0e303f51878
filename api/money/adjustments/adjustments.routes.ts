import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  adjustInvoiceRoute,
  approveRefundRoute,
  getAdminInvoiceRoute,
  listLotDisputesRoute,
  listLotRefundsRoute,
  payInvoiceRoute,
  undoRefundRoute,
} from '@openspot/contract/money/adjustments.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { payOpenInvoice } from '../billing/pay-invoice.ts'
import { approveRefund, undoRefund } from './adjust.sql.ts'
import { adjust, lookerOf } from './adjust.ts'
import { getAdminInvoice, getRefund } from './adjustments.sql.ts'
import { listDisputes, listRefunds } from './refund-lists.sql.ts'

/** The routes with which staff adjust invoices and refunds and payers pay open invoices. */
export const adjustmentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getAdminInvoiceRoute,
    handler: (request) => getAdminInvoice(app.pool, request.params.invoice_id, lookerOf(request)),
  })

  app.route({
    ...adjustInvoiceRoute,
    handler: (request) => adjust(app, request, request.params.invoice_id, request.body),
  })

  app.route({
    ...listLotRefundsRoute,
    handler: async (request) => {
      const { status, is_owed, cursor, limit = 20 } = request.query
      const rows = await listRefunds(app.pool, request.params.lot_id, lookerOf(request), {
        status: status ?? null,
        is_owed: is_owed ?? null,
        after: decodeCursor(cursor, ['instant', 'uuid']),
        limit,
      })
      return pageOf(rows, limit, ({ created_at, id }) => [created_at, id])
    },
  })

  app.route({
    ...listLotDisputesRoute,
    handler: async (request) => {
      const { open, cursor, limit = 20 } = request.query
      const rows = await listDisputes(app.pool, request.params.lot_id, {
        is_open: open ?? null,
        after: decodeCursor(cursor, ['instant', 'uuid']),
        limit,
      })
      return pageOf(rows, limit, ({ opened_at, id }) => [opened_at, id])
    },
  })

  /** Runs one step on a pending refund, which locks it, and returns the refund. */
  const settle = (
    request: FastifyRequest<{ Params: { refund_id: string } }>,
    action: 'refund.approve' | 'refund.undo',
    run: typeof undoRefund,
  ) => {
    const { refund_id } = request.params
    return makeChange(app, request, {
      lock: nothingToLock,
      write: async (tx) => {
        const outcome = await run(tx, app.ports.now(), refund_id, callerOf(request).user_id)
        if (outcome === 'same_person') refuse('approval_by_another')
        if (outcome === 'owed') refuse('refund_owed')
        if (outcome !== 'approved' && outcome !== 'undone') refuse('refund_not_waiting')
      },
      audit: () => ({ action, subject_kind: 'refund', subject_id: refund_id }),
      announces: request.lot_id === null ? [] : [request.lot_id],
      view: () => getRefund(app.pool, refund_id, lookerOf(request)),
    })
  }

  app.route({
    ...approveRefundRoute,
    handler: (request) => settle(request, 'refund.approve', approveRefund),
  })

  app.route({
    ...undoRefundRoute,
    handler: (request) => settle(request, 'refund.undo', undoRefund),
  })

  app.route({
    ...payInvoiceRoute,
    handler: (request) =>
      payOpenInvoice(app, request.params.invoice_id, {
        user_id: callerOf(request).user_id,
        session_id: callerOf(request).session_id,
        payment_method_id: request.body.payment_method_id,
        return_path: request.body.return_path ?? null,
      }),
  })
}
