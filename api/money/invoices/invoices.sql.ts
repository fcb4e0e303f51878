import type { Invoice } from '@openspot/contract/money/invoices.ts'
import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { secondPayments } from '../payments/second-payments.ts'

/** A bill that another admin has not approved yet. Its payer does not see it. */
const awaitsApproval = sql<boolean>`(i.needs_approval and i.approved_at is null)`

const select = (db: Db) =>
  db
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
      'i.fine_id',
      'i.number',
      'i.kind',
      'i.status',
      'i.currency',
      'i.total_cents',
      'i.paid_cents',
      'i.refunded_cents',
      'i.refund_pending_cents',
      'i.payment_kind',
      'i.created_at',
      'i.paid_at',
      'i.contested_at',
      'm.brand',
      'm.last4',
    ])
    .select(
      sql<string | null>`case when i.kind = 'CORRECTION' then (select l.because from invoice_lines l
        where l.invoice_id = i.id and l.lot_id = i.lot_id order by l.line_no limit 1) end`.as('bill_reason'),
    )
    .select(sql<NonNullable<Invoice['second_payments']>>`${sql.raw(secondPayments)}`.as('second_payments'))

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

// A check constraint allows the same kinds as the contract.
const toInvoice = ({ brand, last4, ...invoice }: Row): Invoice => ({
  ...invoice,
  kind: invoice.kind as Invoice['kind'],
  payment: brand !== null && last4 !== null ? { brand, last4 } : null,
})

/** Returns the invoices of a reservation, oldest first. A payer does not see bills that await a second approval. */
export async function listInvoices(
  db: Db,
  reservation_id: string,
  viewer: 'payer' | 'staff',
): Promise<Invoice[]> {
  let query = select(db)
    .where('i.reservation_id', '=', reservation_id)
    .orderBy('i.created_at')
    // After a stop, several months are billed at the same moment.
    .orderBy('i.period_starts_at', (by) => by.asc().nullsFirst())
    .orderBy('i.number')
  if (viewer === 'payer') query = query.where(awaitsApproval, '=', false)
  return (await query.execute()).map(toInvoice)
}

/** Returns an invoice as its payer sees it, or null if there is none or it awaits a second approval. */
export async function findInvoice(db: Db, invoice_id: string): Promise<Invoice | null> {
  const row = await select(db)
    .where('i.id', '=', invoice_id)
    .where(awaitsApproval, '=', false)
    .executeTakeFirst()
  return row ? toInvoice(row) : null
}

/** Returns the lines of each of these invoices by its ID, in one statement. */
export async function listLinesOf(db: Db, invoice_ids: readonly string[]): Promise<Map<string, PriceLine[]>> {
  const rows = await db
    .selectFrom('invoice_lines')
    .select(['invoice_id', 'kind', 'unit', 'quantity', 'unit_cents', 'amount_cents', 'starts_at', 'ends_at'])
    .select('because')
    .where('invoice_id', '=', sql<string>`any(${invoice_ids}::uuid[])`)
    .orderBy('invoice_id')
    .orderBy('line_no')
    .execute()
  const lines = new Map<string, PriceLine[]>(invoice_ids.map((id) => [id, []]))
  // A check constraint allows the same kinds as the contract.
  for (const { invoice_id, ...line } of rows) lines.get(invoice_id)?.push(line as PriceLine)
  return lines
}

export const listLines = async (db: Db, invoice_id: string): Promise<PriceLine[]> =>
  (await listLinesOf(db, [invoice_id])).get(invoice_id) ?? []
