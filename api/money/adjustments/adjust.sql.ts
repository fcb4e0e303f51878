import { APPROVAL_HOURS } from '@openspot/core/billing/approval.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const refundInvoiceStatement = statement(
  'refund_invoice',
  { outcome: 'text' },
  `select outcome from refund_invoice($1, $2, $3, $4, $5,
      $6, $7)`,
)

/**
 * Refunds a part of a paid invoice. Returns `asked` or `not_refundable`. Locks the invoice. Must run in a transaction.
 */
export async function refundInvoice(
  tx: Tx,
  now: Date,
  order: { refund_id: string; invoice_id: string; amount_cents: number; reason: string; user_id: string },
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, refundInvoiceStatement, [
    now.toISOString(),
    order.refund_id,
    order.invoice_id,
    order.amount_cents,
    order.reason,
    order.user_id,
    APPROVAL_HOURS,
  ])
  return rows[0]?.outcome
}

const insertBillStatement = statement(
  'insert_bill',
  { outcome: 'text', room_cents: 'integer' },
  `select outcome, room_cents from add_bill($1, $2, $3, $4,
      $5, $6, $7)`,
)

/**
 * Adds a bill to an invoice's reservation. Returns `added`, `exists`, `wrong_status`, `above_cap`, or `lot_not_trusted`,
 * with what further bills may still add up to. Locks the reservation. Must run in a transaction.
 */
export async function insertBill(
  tx: Tx,
  now: Date,
  bill: { bill_id: string; invoice_id: string; amount_cents: number; reason: string; user_id: string },
): Promise<{ outcome: string; room_cents: number }> {
  const rows = await queryPrepared(tx, insertBillStatement, [
    now.toISOString(),
    bill.bill_id,
    bill.invoice_id,
    bill.amount_cents,
    bill.reason,
    bill.user_id,
    APPROVAL_HOURS,
  ])
  return rows[0] ?? { outcome: '', room_cents: 0 }
}

const correctInvoiceStatement = statement(
  'correct_invoice',
  { outcome: 'text' },
  'select outcome from correct_invoice($1, $2, $3, $4)',
)

/**
 * Reduces the total of an unpaid invoice. Returns `corrected`, `invoice_not_open`, `below_zero`, or `not_lower`. Locks
 * the reservation and the invoice. Must run in a transaction.
 */
export async function correctInvoice(
  tx: Tx,
  now: Date,
  order: { invoice_id: string; amount_cents: number; reason: string },
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, correctInvoiceStatement, [
    now.toISOString(),
    order.invoice_id,
    order.amount_cents,
    order.reason,
  ])
  return rows[0]?.outcome
}

const approveRefundStatement = statement(
  'approve_refund',
  { outcome: 'text' },
  'select outcome from approve_refund($1, $2, $3)',
)

/** Gives a refund its second approval. Returns `approved`, `not_waiting`, or `same_person`. Locks the refund. */
export async function approveRefund(
  tx: Tx,
  now: Date,
  refund_id: string,
  user_id: string,
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, approveRefundStatement, [now.toISOString(), refund_id, user_id])
  return rows[0]?.outcome
}

const sendAgainStatement = statement(
  'send_refund_again',
  { outcome: 'text' },
  'select outcome from send_refund_again($1, $2, $3, $4)',
)

/** Sends a failed refund once more, as `new_id`. Returns `sent` or `not_failed`. Locks the invoice and the refund. */
export async function sendRefundAgain(
  tx: Tx,
  now: Date,
  of: { refund_id: string; new_id: string; user_id: string },
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, sendAgainStatement, [
    now.toISOString(),
    of.refund_id,
    of.new_id,
    of.user_id,
  ])
  return rows[0]?.outcome
}

const paidBackStatement = statement(
  'record_paid_back',
  { outcome: 'text' },
  'select outcome from record_paid_back($1, $2, $3, $4)',
)

/** Records that the lot paid a failed refund back itself. Returns `paid_back` or `not_failed`. Locks the invoice and the refund. */
export async function recordPaidBack(
  tx: Tx,
  now: Date,
  of: { refund_id: string; user_id: string; note: string },
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, paidBackStatement, [
    now.toISOString(),
    of.refund_id,
    of.user_id,
    of.note,
  ])
  return rows[0]?.outcome
}

const undoRefundStatement = statement(
  'undo_refund',
  { outcome: 'text' },
  'select outcome from undo_refund($1, $2, $3)',
)

/** Undoes a refund that was not queued for sending. Returns `undone`, `too_late`, or `owed`. Locks the invoice and the refund. */
export async function undoRefund(
  tx: Tx,
  now: Date,
  refund_id: string,
  user_id: string,
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, undoRefundStatement, [now.toISOString(), refund_id, user_id])
  return rows[0]?.outcome
}
