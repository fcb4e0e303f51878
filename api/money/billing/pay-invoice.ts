import type { Output } from '@openspot/contract/call.ts'
import type { payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import type { FastifyInstance } from 'fastify'
import { ApiError, refuse } from '../../errors.ts'
import { findInvoice } from '../invoices/invoices.sql.ts'
import { declineMessage } from '../payments/decline.rules.ts'
import { pay } from '../payments/pay.ts'
import { findPayment, type PaymentRow, retryPayment } from '../payments/payments.sql.ts'

/**
 * Pays an open invoice while the payer is present, because the bank may ask them to authenticate.
 * Throws `invoice_not_open`.
 */
export async function payOpenInvoice(
  app: FastifyInstance,
  invoice_id: string,
  order: { user_id: string; session_id: string; payment_method_id: string; return_path: string | null },
): Promise<Output<typeof payInvoiceRoute>> {
  const payment_id = await retryPayment(app.pool, app.ports, { ...order, invoice_id })
  const payment = payment_id === null ? undefined : await findPayment(app.pool, payment_id)
  if (!payment) return refuse('invoice_not_open')
  const back = new URL(order.return_path ?? pageOf(payment), app.settings.public_url)
  const state = await pay(app, payment, back.toString())
  if (state.state === 'declined') {
    throw new ApiError('card_declined', {
      message: declineMessage(state.code),
      details: { code: state.code },
    })
  }
  if (state.state === 'unsettled') refuse(state.code, { retry_after_seconds: 3 })
  const invoice = (await findInvoice(app.db, invoice_id)) ?? refuse('not_found')
  return {
    invoice,
    next_action: state.state === 'action_needed' ? { type: 'redirect', url: state.url } : null,
  }
}

/** The page on which the payer sees the invoice of a payment. */
function pageOf({ reservation_id, plan_bill_id, lot_id }: PaymentRow): string {
  if (reservation_id !== null) return `/me/reservations/${reservation_id}`
  return plan_bill_id === null ? '/me/fines' : `/lots/${lot_id}/plan`
}
