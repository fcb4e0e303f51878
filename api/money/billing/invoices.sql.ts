import { RETRY_DAYS } from '@openspot/core/billing/unpaid.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, jsonRecord, type RecordOf, statement, text } from '@openspot/db/rows.ts'
import type { Ports } from '../../ports.ts'

const lineRecord = jsonRecord(
  'write_lines.p_lines',
  { kind: 'text', quantity: 'integer', unit_cents: 'integer', amount_cents: 'integer' },
  { unit: 'text', starts_at: 'timestamptz', ends_at: 'timestamptz', because: 'text' },
)
const monthRecord = jsonRecord(
  'add_invoice.p',
  {
    reservation_id: 'uuid',
    invoice_id: 'uuid',
    payment_id: 'uuid',
    total_cents: 'integer',
    service_fee_cents: 'integer',
    lines: json<RecordOf<typeof lineRecord>[]>(),
    period_starts_at: 'timestamptz',
    period_ends_at: 'timestamptz',
    /** Days until the driver is first asked again, if no consent covers the month. */
    first_retry_days: 'integer',
  },
  {},
)
type MonthRecord = RecordOf<typeof monthRecord>
/** The invoice of a further month of a monthly reservation. Amounts are in minor units. */
export type NewMonth = Omit<MonthRecord, 'invoice_id' | 'payment_id' | 'first_retry_days'>

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
  tx: Tx,
  ports: Pick<Ports, 'now' | 'id'>,
  invoice: NewMonth,
): Promise<AddedInvoice> {
  const invoice_id = ports.id()
  const [row] = await queryPrepared(tx, added, [
    ports.now().toISOString(),
    JSON.stringify({
      ...invoice,
      invoice_id,
      payment_id: ports.id(),
      first_retry_days: RETRY_DAYS[0],
    } satisfies MonthRecord),
  ])
  if (!row) throw new Error('add_invoice returned nothing.')
  return { ...row, invoice_id }
}
