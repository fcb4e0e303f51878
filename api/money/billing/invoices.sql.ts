import type { Db } from '@openspot/db/database.ts'
import { CompiledQuery } from 'kysely'
import type { Ports } from '../../ports.ts'

/** The invoice of a further month of a monthly reservation. Amounts are in minor units. */
export interface NewMonth {
  reservation_id: string
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
  }[]
  period_starts_at: string
  period_ends_at: string
}

export interface AddedInvoice {
  outcome: 'added' | 'exists' | 'wrong_status'
  invoice_id: string
  /** The charge to make, or null if nothing is payable or no consent covers it. */
  payment_id: string | null
}

/**
 * Adds a further month and, if the driver's consent covers it, the payment to make. Must run in the transaction that
 * marks the month billed.
 */
export async function addMonth(
  tx: Db,
  ports: Pick<Ports, 'now' | 'id'>,
  invoice: NewMonth,
): Promise<AddedInvoice> {
  const invoice_id = ports.id()
  const { rows } = await tx.executeQuery<Omit<AddedInvoice, 'invoice_id'>>(
    CompiledQuery.raw('select outcome, payment_id from add_invoice($1, $2)', [
      ports.now().toISOString(),
      JSON.stringify({ ...invoice, invoice_id, payment_id: ports.id() }),
    ]),
  )
  const [row] = rows
  if (!row) throw new Error('add_invoice returned nothing.')
  return { ...row, invoice_id }
}
