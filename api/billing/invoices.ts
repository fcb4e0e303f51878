import type { Db } from '@openspot/db/database.ts'
import { CompiledQuery } from 'kysely'
import { type PaymentState, pay, type Till } from '../payments/pay.ts'
import { findPayment } from '../payments/payments.sql.ts'
import type { Ports } from '../ports.ts'

/** An invoice of a stay that goes on: of a further month, or of what staff correct. */
export interface NewInvoice {
  /** Its id, where it has to be known beforehand. */
  invoice_id?: string
  reservation_id: string
  kind: 'PERIOD' | 'CORRECTION'
  total_cents: number
  service_fee_cents: number
  lines: {
    kind: string
    unit?: string
    quantity: number
    unit_cents: number
    amount_cents: number
    starts_at?: string
    ends_at?: string
    because?: string
  }[]
  period_starts_at?: string
  period_ends_at?: string
}

export interface AddedInvoice {
  outcome: 'added' | 'exists' | 'wrong_status'
  invoice_id: string
  /** The attempt that is to be made; null where nothing is to be paid, or there is nothing to pay with. */
  payment_id: string | null
}

export async function addInvoice(
  tx: Db,
  ports: Pick<Ports, 'now' | 'id'>,
  invoice: NewInvoice,
): Promise<AddedInvoice> {
  const invoice_id = invoice.invoice_id ?? ports.id()
  const { rows } = await tx.executeQuery<Omit<AddedInvoice, 'invoice_id'>>(
    CompiledQuery.raw('select outcome, payment_id from add_invoice($1, $2)', [
      ports.now().toISOString(),
      JSON.stringify({ ...invoice, invoice_id, payment_id: ports.id() }),
    ]),
  )
  const [row] = rows
  if (!row) throw new Error('add_invoice gave no answer.')
  return { ...row, invoice_id }
}

/** Takes the money of an invoice while nobody is there who could be asked. Cut off anywhere, it can be done again. */
export async function takeInvoice(
  till: Till,
  { payment_id }: Pick<AddedInvoice, 'payment_id'>,
): Promise<PaymentState | null> {
  const payment = payment_id === null ? undefined : await findPayment(till, payment_id)
  return payment ? pay(till, payment, null) : null
}
