import { type PaymentDeps, type PaymentState, pay } from '../payments/pay.ts'
import { findPayment } from '../payments/payments.sql.ts'
import type { AddedInvoice } from './invoices.sql.ts'

/** Charges a month under its driver's consent. Safe to repeat after an interruption. */
export async function chargeMonth(
  deps: PaymentDeps,
  { payment_id }: Pick<AddedInvoice, 'payment_id'>,
): Promise<PaymentState | null> {
  const payment = payment_id === null ? undefined : await findPayment(deps.pool, payment_id)
  return payment ? pay(deps, payment, null) : null
}
