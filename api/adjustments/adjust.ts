import type { AdjustOrder, adjustInvoice } from '@openspot/contract/adjustments.ts'
import type { Output } from '@openspot/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import { deedId, writeAuditOnce } from '../audit.sql.ts'
import { addInvoice, takeInvoice } from '../billing/invoices.ts'
import { refuse } from '../errors.ts'
import { callerOf } from '../plugins/access.ts'
import { findMade, getAdminInvoice, getRefund, type Looker } from './adjustments.sql.ts'

export const lookerOf = (request: FastifyRequest): Looker => ({
  user_id: callerOf(request).user_id,
  now: request.server.ports.now().toISOString(),
})

/**
 * Corrects what a driver pays. What was not paid yet gets another total; of what was paid, less goes back and more is an
 * invoice of its own.
 */
export async function adjust(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  order: AdjustOrder,
): Promise<Output<typeof adjustInvoice>> {
  if (order.amount_cents === 0 || (order.kind === 'REFUND' && order.amount_cents < 0)) {
    refuse('request_invalid', {
      field: 'amount_cents',
      message:
        order.kind === 'REFUND'
          ? 'Say how much goes back, above zero.'
          : 'Say how much is added or taken off.',
    })
  }
  const before = await getAdminInvoice(app.pool, invoice_id, lookerOf(request))
  // What cost nothing counts as paid: there is nothing to change in it.
  const isPaid = before.paid_cents > 0 || before.status === 'PAID'
  if (order.kind === 'REFUND' || (isPaid && order.amount_cents < 0)) {
    await giveBack(app, request, invoice_id, Math.abs(order.amount_cents), order.reason)
  } else if (isPaid) await addCorrection(app, request, before, order)
  else await changeTotal(app, request, invoice_id, order)
  if (request.lot_id) app.changes.announce(request.lot_id)
  const looker = lookerOf(request)
  // What was made carries the deed's id, now or when the same request came before and was cut off.
  const made = await findMade(app.pool, deedId(request))
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
  const refund_id = deedId(request)
  const { user_id, now } = lookerOf(request)
  await app.db.transaction().execute(async (tx) => {
    const details = { refund_id, amount_cents, reason }
    const deed = { action: 'invoice.refund', subject_kind: 'invoice', subject_id: invoice_id, details }
    if (!(await writeAuditOnce(tx, request, deed))) return
    const { rows } = await tx.executeQuery<{ outcome: string }>(
      CompiledQuery.raw('select outcome from refund_invoice($1, $2, $3, $4, $5, $6)', [
        now,
        refund_id,
        invoice_id,
        amount_cents,
        reason,
        user_id,
      ]),
    )
    if (rows[0]?.outcome !== 'asked') {
      const { refundable_cents } = await getAdminInvoice(app.pool, invoice_id, { user_id, now })
      refuse('not_refundable', { field: 'amount_cents', details: { refundable_cents } })
    }
  })
}

async function addCorrection(
  app: FastifyInstance,
  request: FastifyRequest,
  before: { id: string; reservation_id: string },
  { amount_cents, reason }: AdjustOrder,
): Promise<void> {
  const correction_id = deedId(request)
  const added = await app.db.transaction().execute(async (tx) => {
    const details = { correction_id, amount_cents, reason }
    const deed = { action: 'invoice.correct', subject_kind: 'invoice', subject_id: before.id, details }
    if (!(await writeAuditOnce(tx, request, deed))) return null
    const because = reason.slice(0, 300)
    const made = await addInvoice(tx, app.ports, {
      invoice_id: correction_id,
      reservation_id: before.reservation_id,
      kind: 'CORRECTION',
      total_cents: amount_cents,
      service_fee_cents: 0,
      lines: [{ kind: 'CORRECTION', quantity: 1, unit_cents: amount_cents, amount_cents, because }],
    })
    if (made.outcome !== 'added') refuse('invoice_not_open')
    return made
  })
  // Whether it could be taken shows in the invoice; if not, or if we are cut off here, the job tries it like a month.
  if (added) await takeInvoice(app, added)
}

async function changeTotal(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  { amount_cents, reason }: AdjustOrder,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const details = { amount_cents, reason }
    const deed = { action: 'invoice.correct', subject_kind: 'invoice', subject_id: invoice_id, details }
    if (!(await writeAuditOnce(tx, request, deed))) return
    const { rows } = await tx.executeQuery<{ outcome: string }>(
      CompiledQuery.raw('select outcome from correct_invoice($1, $2, $3, $4)', [
        app.ports.now().toISOString(),
        invoice_id,
        amount_cents,
        reason.slice(0, 300),
      ]),
    )
    const outcome = rows[0]?.outcome
    if (outcome === 'below_zero') {
      refuse('request_invalid', {
        field: 'amount_cents',
        message: 'No more can be taken off than the invoice asks for beside the service fee.',
      })
    }
    if (outcome !== 'corrected') refuse('invoice_not_open')
  })
}
