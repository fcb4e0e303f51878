import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
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

const added = statement(
  'add_invoice',
  { outcome: text<AddedInvoice['outcome']>(), payment_id: 'uuid?' },
  'select outcome, payment_id from add_invoice($1, $2)',
)

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
  const [row] = await queryPrepared(tx, added, [
    ports.now().toISOString(),
    JSON.stringify({ ...invoice, invoice_id, payment_id: ports.id() }),
  ])
  if (!row) throw new Error('add_invoice gave no answer.')
  return { ...row, invoice_id }
}
