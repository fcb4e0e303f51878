import { type PaymentState, pay, type Till } from '../payments/pay.ts'
import { findPayment } from '../payments/payments.sql.ts'
import type { AddedInvoice } from './invoices.sql.ts'

/** Charges a month under its driver's consent. Safe to repeat after an interruption. */
export async function chargeMonth(
  till: Till,
  { payment_id }: Pick<AddedInvoice, 'payment_id'>,
): Promise<PaymentState | null> {
  const payment = payment_id === null ? undefined : await findPayment(till, payment_id)
  return payment ? pay(till, payment, null) : null
}
