import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/**
 * Refunds a part of a paid invoice. Returns `asked` or `not_refundable`. Locks the invoice. Must run in a transaction.
 */
export async function refundInvoice(
  tx: Db,
  now: string,
  order: { refund_id: string; invoice_id: string; amount_cents: number; reason: string; user_id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from refund_invoice(${now}, ${order.refund_id}, ${order.invoice_id}, ${order.amount_cents}, ${order.reason},
      ${order.user_id})`.execute(tx)
  return rows[0]?.outcome
}

/**
 * Adds a bill to an invoice's reservation. Returns `added`, `exists`, `wrong_status`, `above_cap`, or `lot_not_trusted`,
 * with what further bills may still add up to. Locks the reservation. Must run in a transaction.
 */
export async function insertBill(
  tx: Db,
  now: Date,
  bill: { bill_id: string; invoice_id: string; amount_cents: number; reason: string; user_id: string },
): Promise<{ outcome: string; room_cents: number }> {
  const { rows } = await sql<{ outcome: string; room_cents: number }>`
    select outcome, room_cents from add_bill(${now.toISOString()}, ${bill.bill_id}, ${bill.invoice_id}, ${bill.amount_cents},
      ${bill.reason}, ${bill.user_id})`.execute(tx)
  return rows[0] ?? { outcome: '', room_cents: 0 }
}

/**
 * Reduces the total of an unpaid invoice. Returns `corrected`, `invoice_not_open`, `below_zero`, or `not_lower`. Locks
 * the reservation and the invoice. Must run in a transaction.
 */
export async function correctInvoice(
  tx: Db,
  now: Date,
  order: { invoice_id: string; amount_cents: number; reason: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from correct_invoice(${now.toISOString()}, ${order.invoice_id}, ${order.amount_cents}, ${order.reason})`.execute(
    tx,
  )
  return rows[0]?.outcome
}

/** Gives a refund its second approval. Returns `approved`, `not_waiting`, or `same_person`. Locks the refund. */
export async function approveRefund(
  tx: Db,
  now: Date,
  refund_id: string,
  user_id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from approve_refund(${now.toISOString()}, ${refund_id}, ${user_id})`.execute(tx)
  return rows[0]?.outcome
}

/** Undoes a refund that was not sent. Returns `undone` or `too_late`. Locks the invoice and the refund. */
export async function undoRefund(
  tx: Db,
  now: Date,
  refund_id: string,
  user_id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from undo_refund(${now.toISOString()}, ${refund_id}, ${user_id})`.execute(tx)
  return rows[0]?.outcome
}
