import type { Invoice } from '@openspot/contract/invoices.ts'
import type { PriceLine } from '@openspot/contract/quotes.ts'
import type { Db } from '@openspot/db/database.ts'

export async function listInvoices(db: Db, reservation_id: string): Promise<Invoice[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .leftJoin('payments as p', (on) =>
      on
        .onRef('p.invoice_id', '=', 'i.id')
        .onRef('p.lot_id', '=', 'i.lot_id')
        .on('p.status', 'in', ['SUCCEEDED', 'PROCESSING']),
    )
    .leftJoin('payment_methods as m', 'm.id', 'p.payment_method_id')
    .select([
      'i.id',
      'i.reservation_id',
      'i.number',
      'i.status',
      'i.currency',
      'i.total_cents',
      'i.paid_cents',
      'i.refunded_cents',
      'i.refund_pending_cents',
      'i.payment_kind',
      'i.created_at',
      'i.paid_at',
      'm.brand',
      'm.last4',
    ])
    .where('i.reservation_id', '=', reservation_id)
    .orderBy('i.created_at')
    .execute()
  return rows.map(({ brand, last4, ...invoice }) => ({
    ...invoice,
    payment: brand !== null && last4 !== null ? { brand, last4 } : null,
  }))
}

export async function listLines(db: Db, invoice_id: string): Promise<PriceLine[]> {
  const rows = await db
    .selectFrom('invoice_lines')
    .select(['kind', 'unit', 'quantity', 'unit_cents', 'amount_cents', 'starts_at', 'ends_at', 'because'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('line_no')
    .execute()
  // The table's check holds the same words as the contract.
  return rows as PriceLine[]
}
