import type { AdjustOrder, adjustInvoice } from '@openspot/contract/adjustments.ts'
import type { Output } from '@openspot/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import { writeAudit } from '../audit.sql.ts'
import { addInvoice, takeInvoice } from '../billing/invoices.ts'
import { refuse } from '../errors.ts'
import { callerOf } from '../plugins/access.ts'
import { getAdminInvoice, getRefund, type Looker } from './adjustments.sql.ts'

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
  const done: { refund_id?: string; correction_id?: string } = {}
  if (order.kind === 'REFUND' || (isPaid && order.amount_cents < 0)) {
    done.refund_id = await giveBack(app, request, invoice_id, Math.abs(order.amount_cents), order.reason)
  } else if (isPaid) done.correction_id = await addCorrection(app, request, before, order)
  else await changeTotal(app, request, invoice_id, order)
  if (request.lot_id) app.changes.announce(request.lot_id)
  const looker = lookerOf(request)
  return {
    invoice: await getAdminInvoice(app.pool, invoice_id, looker),
    refund: done.refund_id ? await getRefund(app.pool, done.refund_id, looker) : null,
    correction: done.correction_id ? await getAdminInvoice(app.pool, done.correction_id, looker) : null,
  }
}

async function giveBack(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  amount_cents: number,
  reason: string,
): Promise<string> {
  const refund_id = app.ports.id()
  const { user_id, now } = lookerOf(request)
  await app.db.transaction().execute(async (tx) => {
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
    await writeAudit(tx, request, {
      action: 'invoice.refund',
      subject_kind: 'invoice',
      subject_id: invoice_id,
      details: { refund_id, amount_cents, reason },
    })
  })
  return refund_id
}

async function addCorrection(
  app: FastifyInstance,
  request: FastifyRequest,
  before: { id: string; reservation_id: string },
  { amount_cents, reason }: AdjustOrder,
): Promise<string> {
  const added = await app.db.transaction().execute(async (tx) => {
    const made = await addInvoice(tx, app.ports, {
      reservation_id: before.reservation_id,
      kind: 'CORRECTION',
      total_cents: amount_cents,
      service_fee_cents: 0,
      lines: [
        {
          kind: 'CORRECTION',
          quantity: 1,
          unit_cents: amount_cents,
          amount_cents,
          because: reason.slice(0, 300),
        },
      ],
    })
    if (made.outcome !== 'added') refuse('invoice_not_open')
    await writeAudit(tx, request, {
      action: 'invoice.correct',
      subject_kind: 'invoice',
      subject_id: before.id,
      details: { correction_id: made.invoice_id, amount_cents, reason },
    })
    return made
  })
  // Whether it could be taken shows in the invoice; if not, it is tried again like a month.
  await takeInvoice(app, added)
  return added.invoice_id
}

async function changeTotal(
  app: FastifyInstance,
  request: FastifyRequest,
  invoice_id: string,
  { amount_cents, reason }: AdjustOrder,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
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
    await writeAudit(tx, request, {
      action: 'invoice.correct',
      subject_kind: 'invoice',
      subject_id: invoice_id,
      details: { amount_cents, reason },
    })
  })
}
