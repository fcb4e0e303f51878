import type { Output } from '@openspot/contract/call.ts'
import type { AdjustOrder, adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionId, writeAuditOnce } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { correctInvoice, insertBill, refundInvoice } from './adjust.sql.ts'
import { findMade, getAdminInvoice, getRefund, type Looker } from './adjustments.sql.ts'

export const lookerOf = (request: FastifyRequest): Looker => ({
  user_id: callerOf(request).user_id,
  now: request.server.ports.now(),
})

/**
 * Corrects what a driver pays. A reduction of a paid invoice is a refund; of an unpaid one, it lowers the total. An
 * increase is a bill: a separate invoice that the driver pays or contests and that is never charged automatically.
 */
export async function adjust(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  order: AdjustOrder,
): Promise<Output<typeof adjustInvoiceRoute>> {
  if (order.amount_cents === 0 || (order.kind === 'REFUND' && order.amount_cents < 0)) {
    refuse('request_invalid', {
      field: 'amount_cents',
      message:
        order.kind === 'REFUND'
          ? (t) => t('apiErrors.refunds.zero')
          : (t) => t('apiErrors.refunds.noCorrection'),
    })
  }
  const before = await getAdminInvoice(app.pool, invoice_id, lookerOf(request))
  // A plan is the platform's, so its own customers can't refund it.
  if (before.kind === 'PLAN' && request.granted !== 'platform_admin') refuse('plan_refund_by_platform')
  // Only what a reservation costs can be billed again or lowered; a fine is lowered by its appeal.
  if (before.kind === 'PLAN' && order.kind === 'CORRECTION')
    refuse(order.amount_cents > 0 ? 'bill_not_possible' : 'invoice_not_open')
  // A free invoice counts as paid, so there is nothing to change in it.
  const isPaid = before.paid_cents > 0 || before.status === 'PAID'
  if (order.kind === 'CORRECTION' && order.amount_cents > 0) await addBill(app, request, invoice_id, order)
  else if (order.kind === 'REFUND' || isPaid) {
    await giveBack(app, request, invoice_id, Math.abs(order.amount_cents), order.reason)
  } else if (before.reservation_id === null) refuse('invoice_not_open')
  else await changeTotal(app, request, invoice_id, order)
  if (request.lot_id) app.changes.announce(request.lot_id)
  const looker = lookerOf(request)
  // The row has the request's id, whether it was created now or by an interrupted earlier attempt.
  const made = await findMade(app.pool, actionId(request))
  return {
    invoice: await getAdminInvoice(app.pool, invoice_id, looker),
    refund: made.refund_id ? await getRefund(app.pool, made.refund_id, looker) : null,
    correction: made.correction_id ? await getAdminInvoice(app.pool, made.correction_id, looker) : null,
  }
}

async function giveBack(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  amount_cents: number,
  reason: string,
): Promise<void> {
  const refund_id = actionId(request)
  const { user_id, now } = lookerOf(request)
  await app.db.transaction().execute(async (tx) => {
    const details = { refund_id, amount_cents, reason }
    const action = {
      action: 'invoice.refund' as const,
      subject_kind: 'invoice',
      subject_id: invoice_id,
      details,
    }
    if (!(await writeAuditOnce(tx, request, action))) return
    const outcome = await refundInvoice(tx, now, {
      refund_id,
      invoice_id,
      amount_cents,
      reason,
      user_id,
    })
    if (outcome !== 'asked') {
      const { refundable_cents } = await getAdminInvoice(app.pool, invoice_id, { user_id, now })
      refuse('not_refundable', { field: 'amount_cents', details: { refundable_cents } })
    }
  })
}

async function addBill(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  { amount_cents, reason }: AdjustOrder,
): Promise<void> {
  const bill_id = actionId(request)
  await app.db.transaction().execute(async (tx) => {
    const details = { correction_id: bill_id, amount_cents, reason }
    const action = {
      action: 'invoice.bill' as const,
      subject_kind: 'invoice',
      subject_id: invoice_id,
      details,
    }
    if (!(await writeAuditOnce(tx, request, action))) return
    const { outcome, room_cents } = await insertBill(tx, app.ports.now(), {
      bill_id,
      invoice_id,
      amount_cents,
      reason: reason.slice(0, 300),
      user_id: callerOf(request).user_id,
    })
    if (outcome === 'above_cap') refuse('bill_too_high', { field: 'amount_cents', details: { room_cents } })
    if (outcome === 'lot_not_trusted') refuse('lot_not_trusted')
    if (outcome !== 'added') refuse('bill_not_possible')
  })
}

async function changeTotal(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  { amount_cents, reason }: AdjustOrder,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const details = { amount_cents, reason }
    const action = {
      action: 'invoice.correct' as const,
      subject_kind: 'invoice',
      subject_id: invoice_id,
      details,
    }
    if (!(await writeAuditOnce(tx, request, action))) return
    const outcome = await correctInvoice(tx, app.ports.now(), {
      invoice_id,
      amount_cents,
      reason: reason.slice(0, 300),
    })
    if (outcome === 'below_zero') {
      refuse('request_invalid', {
        field: 'amount_cents',
        message: (t) => t('apiErrors.refunds.reductionTooMuch'),
      })
    }
    if (outcome !== 'corrected') refuse('invoice_not_open')
  })
}
