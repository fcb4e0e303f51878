import { query } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type Settled, settledShape } from './payments.sql.ts'

const refundShape = {
  id: 'uuid',
  lot_id: 'uuid',
  invoice_id: 'uuid',
  status: 'refunds.status',
  amount_cents: 'integer',
  send_at: 'timestamptz?',
  queued_at: 'timestamptz?',
  /** Null if the payment was made from earnings: the refund goes back to them. */
  stripe_payment_intent_id: 'text?',
} as const
type RefundRow = RowOf<typeof refundShape>

const refundById = statement(
  'find_refund',
  refundShape,
  `select r.id, r.lot_id, r.invoice_id, r.status, r.amount_cents, r.send_at, r.queued_at, p.stripe_payment_intent_id
   from refunds r join payments p on p.id = r.payment_id and p.lot_id = r.lot_id where r.id = $1`,
)
const settle = statement('settle_refund', settledShape, 'select * from settle_refund($1, $2, $3)')
const refuse = statement(
  'refuse_refund',
  { outcome: 'text', lot_id: 'uuid' },
  'select * from refuse_refund($1, $2)',
)
const fail = statement(
  'fail_refund',
  { outcome: 'text', lot_id: 'uuid?' },
  'select * from fail_refund($1, $2, $3, $4)',
)
const dueRefunds = statement(
  'list_due_refunds',
  { id: 'uuid' },
  `select id from refunds where status = 'PENDING' and send_at <= $1
   order by array_position($2::uuid[], id) nulls first, send_at limit 200`,
)
const unsettledRefunds = statement(
  'list_unsettled_refunds',
  { id: 'uuid', stripe_refund_id: 'text!' },
  `select id, stripe_refund_id from refunds
   where status = 'PENDING' and stripe_refund_id is not null and created_at < $1 order by created_at limit 500`,
)

export async function findRefund(pool: pg.Pool, refund_id: string): Promise<RefundRow | undefined> {
  return (await query(pool, refundById, [refund_id]))[0]
}

/** Saves a completed refund. Safe to repeat. Returns `settled`, `already`, or `unknown_refund`. */
export async function settleRefund(
  pool: pg.Pool,
  now: Date,
  refund_id: string,
  stripe_refund_id: string | null,
): Promise<Settled> {
  const rows = await query(pool, settle, [now.toISOString(), refund_id, stripe_refund_id])
  return rows[0] ?? { outcome: 'unknown_refund', lot_id: null, reservation_id: null }
}

/** Saves why a try to send a refund failed. The refund stays PENDING and is tried again. */
export async function recordRefundFailure(pool: pg.Pool, refund_id: string, message: string): Promise<void> {
  await pool.query(`update refunds set failure_message = $2 where id = $1 and status = 'PENDING'`, [
    refund_id,
    message.slice(0, 500),
  ])
}

/** Records that the payer's bank didn't take a refund, also if it was settled. Returns `failed`, `already`, or `unknown_refund`. */
export async function failRefund(
  pool: pg.Pool,
  now: Date,
  refund_id: string,
  of: { stripe_refund_id: string; message: string },
): Promise<{ outcome: string; lot_id: string | null } | undefined> {
  const values = [now.toISOString(), refund_id, of.stripe_refund_id, of.message.slice(0, 500)]
  return (await query(pool, fail, values))[0]
}

/** Ends a refund that the provider will never make, because the bank returns the payment. Locks the invoice and the refund. */
export async function refuseRefund(
  pool: pg.Pool,
  now: Date,
  refund_id: string,
): Promise<{ outcome: string; lot_id: string } | undefined> {
  return (await query(pool, refuse, [now.toISOString(), refund_id]))[0]
}

/** Saves the provider's refund id, by which we poll the refund while the bank takes days to settle it. */
export async function recordSentRefund(
  pool: pg.Pool,
  refund_id: string,
  stripe_refund_id: string,
): Promise<void> {
  await pool.query(`update refunds set stripe_refund_id = $2 where id = $1 and status = 'PENDING'`, [
    refund_id,
    stripe_refund_id,
  ])
}

/** Returns the refunds whose undo period has ended: first those not tried yet, then the others as they were tried. */
export function listDueRefunds(
  pool: pg.Pool,
  now: Date,
  tried_ids: readonly string[],
): Promise<{ id: string }[]> {
  return query(pool, dueRefunds, [now.toISOString(), tried_ids])
}

/** Queues the sending of a refund whose undo period has ended. Locks the refund, or does nothing if it is locked. */
export async function queueDueRefund(pool: pg.Pool, now: Date, refund_id: string): Promise<void> {
  await pool.query('select send_due_refund($1, $2)', [now.toISOString(), refund_id])
}

/** Returns the refunds that were created before an instant and sent, and that their bank has not settled. */
export function listUnsettledRefunds(
  pool: pg.Pool,
  before: Date,
): Promise<{ id: string; stripe_refund_id: string }[]> {
  return query(pool, unsettledRefunds, [before.toISOString()])
}
