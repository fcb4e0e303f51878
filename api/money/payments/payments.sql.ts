import { MAX_CONSENTED_PERCENT } from '@openspot/core/billing/monthly-consent.ts'
import { RETRY_DAYS } from '@openspot/core/billing/unpaid.ts'
import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
import { DECLINED_HOLD_MINUTES, MAX_DECLINES } from '@openspot/core/reservations/hold-limits.ts'
import { type Db, query, queryPrepared } from '@openspot/db/database.ts'
import { jsonRecord, type RecordOf, type RowOf, statement } from '@openspot/db/rows.ts'
import type { PaymentStatus } from '@openspot/db/types.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type pg from 'pg'
import type { Ports } from '../../ports.ts'
import { declineMessage } from './decline.rules.ts'

/** For staff and the log: what the payer sees is written when it is read. */
const english = translatorFor(null)

const paymentShape = {
  id: 'uuid',
  lot_id: 'uuid',
  invoice_id: 'uuid',
  reservation_id: 'invoices.reservation_id',
  plan_bill_id: 'invoices.plan_bill_id',
  status: 'payments.status',
  kind: 'payments.kind',
  /** The consent under which the payment is charged off session. Null if the payer pays in a session of their own. */
  consent_id: 'uuid?',
  currency: 'text',
  amount_cents: 'integer',
  stripe_payment_intent_id: 'text?',
  stripe_customer_id: 'text?',
  stripe_payment_method_id: 'text?',
  /** Whether its payer asked to keep the card, which the provider does with this payment. */
  saves_method: 'boolean',
  failure_code: 'text?',
} as const
export type PaymentRow = RowOf<typeof paymentShape>

const select = `select p.id, p.lot_id, p.invoice_id, i.reservation_id, i.plan_bill_id, p.status, p.kind, p.consent_id, p.currency, p.amount_cents,
    p.stripe_payment_intent_id, coalesce(m.stripe_customer_id, c.stripe_customer_id) as stripe_customer_id, m.stripe_payment_method_id,
    coalesce(m.saves_when_paid and not m.is_saved, false) as saves_method, p.failure_code
  from payments p
    join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
    left join payment_methods m on m.id = p.payment_method_id
    left join payment_customers c on c.user_id = i.user_id`

const findPaymentById = statement('find_payment', paymentShape, `${select} where p.id = $1`)
const findLastOfReservation = statement(
  'find_last_payment',
  paymentShape,
  `${select} where i.reservation_id = $1 order by p.status in ('FAILED', 'CANCELED'), p.created_at desc, p.id desc limit 1`,
)

export async function findPayment(pool: pg.Pool, payment_id: string): Promise<PaymentRow | undefined> {
  return (await queryPrepared(pool, findPaymentById, [payment_id]))[0]
}

/** Returns the relevant payment attempt for a reservation: the open one if there is one, otherwise the newest. */
export async function findLastPayment(
  pool: pg.Pool,
  reservation_id: string,
): Promise<PaymentRow | undefined> {
  return (await queryPrepared(pool, findLastOfReservation, [reservation_id]))[0]
}

const processingPayments = statement(
  'list_processing_payments',
  { id: 'uuid' },
  `select id from payments where status = 'PROCESSING' and created_at < $1 order by created_at limit 500`,
)

/** Returns the bank debits that were created before an instant and are still processing. */
export const listProcessing = (pool: pg.Pool, before: Date): Promise<{ id: string }[]> =>
  query(pool, processingPayments, [before.toISOString()])

/**
 * Saves the provider's id of an attempt before any money can move under it. Returns false if the attempt was canceled meanwhile,
 * such as for one on another device: then it must not be confirmed.
 */
export async function savePaymentIntent(
  db: Db,
  payment_id: string,
  stripe_payment_intent_id: string,
): Promise<boolean> {
  const saved = await db
    .updateTable('payments')
    .set({ stripe_payment_intent_id })
    .where('id', '=', payment_id)
    .where('status', '<>', 'CANCELED')
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/**
 * Cancels an attempt of which the provider may not know, unless its id was saved meanwhile. Returns whether it is canceled: no
 * money can move under it then, because `savePaymentIntent` refuses it.
 */
export async function cancelUnsent(db: Db, payment_id: string): Promise<boolean> {
  const canceled = await db
    .updateTable('payments')
    .set({ status: 'CANCELED' })
    .where('id', '=', payment_id)
    .where('stripe_payment_intent_id', 'is', null)
    .where('status', 'in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'])
    .returning('id')
    .executeTakeFirst()
  return canceled !== undefined
}

/**
 * Saves the status of a payment attempt; one that has ended stays as it is. A failure also starts the invoice's grace
 * period if the reservation continues, and shortens or releases an unpaid hold.
 */
export async function recordPaymentStatus(
  pool: pg.Pool,
  now: Date,
  payment_id: string,
  status: PaymentStatus,
  intent_id: string | null,
  failure_code: string | null = null,
): Promise<void> {
  // One statement is one transaction, so a decline is never saved without its consequences.
  await pool.query(
    `select record_payment_status($1, $2, $3, $4, $5, $6, $7)${status === 'FAILED' ? ', record_decline($1, $2, $8, $9)' : ''}`,
    [
      now.toISOString(),
      payment_id,
      status,
      intent_id,
      failure_code,
      failure_code === null ? null : declineMessage(failure_code)(english),
      RETRY_DAYS,
      ...(status === 'FAILED' ? [MAX_DECLINES, DECLINED_HOLD_MINUTES] : []),
    ],
  )
}

const returned = statement(
  'return_second_payment',
  { lot_id: 'uuid?' },
  'select return_second_payment($1, $2) as lot_id',
)

/** Records that the provider accepted the return of a second payment. Returns the lot, or null if it was recorded before. */
export async function recordSecondReturned(
  pool: pg.Pool,
  now: Date,
  payment_id: string,
): Promise<string | null> {
  return (await query(pool, returned, [now.toISOString(), payment_id]))[0]?.lot_id ?? null
}

export const settledShape = { outcome: 'text', lot_id: 'uuid?', reservation_id: 'uuid?' } as const
export type Settled = RowOf<typeof settledShape>

const policyRecord = jsonRecord(
  'settle_payment.p_policy',
  { max_consented_percent: 'integer', canceled_reason: 'text', not_held_reason: 'text' },
  {},
)
const policy = JSON.stringify({
  max_consented_percent: MAX_CONSENTED_PERCENT,
  canceled_reason: refundReasons.canceled_before_payment,
  not_held_reason: refundReasons.not_held,
} satisfies RecordOf<typeof policyRecord>)

const settle = statement('settle_payment', settledShape, 'select * from settle_payment($1, $2, $3, $4, $5)')
const deduct = statement(
  'settle_deduction',
  settledShape,
  'select * from settle_deduction($1, $2, $3, $4, $5)',
)

/**
 * Saves a successful payment, marks its invoice as paid, and confirms the reservation. Safe to repeat. Returns
 * `settled`, `already`, `refunded` (the reservation no longer existed, so the payment is refunded), or `unknown_payment`. Locks the
 * reservation, the invoice, and the payment, in this order.
 */
export async function settlePayment(
  pool: pg.Pool,
  now: Date,
  payment_id: string,
  intent_id: string,
  charge_id: string | null,
): Promise<Settled> {
  const rows = await queryPrepared(pool, settle, [
    now.toISOString(),
    payment_id,
    intent_id,
    charge_id,
    policy,
  ])
  return rows[0] ?? { outcome: 'unknown_payment', lot_id: null, reservation_id: null }
}

/** Marks a bank debit as processing and confirms the reservation at once, because the money takes days to arrive. */
export async function acceptProcessing(
  pool: pg.Pool,
  now: Date,
  payment_id: string,
  intent_id: string,
): Promise<void> {
  await pool.query('select accept_processing($1, $2, $3, $4)', [
    now.toISOString(),
    payment_id,
    intent_id,
    MAX_CONSENTED_PERCENT,
  ])
}

/**
 * Pays an invoice from the payer's due earnings in the lot. Returns an outcome as `settlePayment` does, or
 * `insufficient`. Locks the earnings.
 */
export async function settleDeduction(pool: pg.Pool, now: Date, payment_id: string): Promise<Settled> {
  const rows = await query(pool, deduct, [
    now.toISOString(),
    payment_id,
    declineMessage('earnings_insufficient')(english),
    RETRY_DAYS,
    policy,
  ])
  return rows[0] ?? { outcome: 'unknown_payment', lot_id: null, reservation_id: null }
}

const madePayment = { payment_id: 'uuid?' } as const
const tryAgainFor = (label: string, invoice: string) =>
  statement(label, madePayment, `select retry_payment($1, ${invoice}, $3, $4, $5, $6) as payment_id`)
const tryInvoiceAgain = tryAgainFor('try_invoice_again', '$2')
const tryReservationAgain = tryAgainFor(
  'try_reservation_again',
  '(select i.id from invoices i where i.reservation_id = $2 order by i.created_at desc, i.number desc limit 1)',
)
const retryPlanBillOf = statement(
  'retry_plan_bill',
  madePayment,
  'select retry_plan_bill($1, $2, $3) as payment_id',
)
const retryMonthOf = statement('retry_month', madePayment, 'select retry_month($1, $2, $3) as payment_id')

/**
 * Starts another attempt to pay an unpaid invoice (for a reservation: its newest one). Returns the id of the payment to
 * make, or null if nothing is payable. `session_id` must be the payer's open session; the database refuses any other
 * with OS021.
 */
export async function retryPayment(
  pool: pg.Pool,
  ports: Pick<Ports, 'now' | 'id'>,
  order: { payment_method_id: string; user_id: string; session_id: string } & (
    | { reservation_id: string }
    | { invoice_id: string }
  ),
): Promise<string | null> {
  const rows = await query(pool, 'invoice_id' in order ? tryInvoiceAgain : tryReservationAgain, [
    ports.now().toISOString(),
    'invoice_id' in order ? order.invoice_id : order.reservation_id,
    ports.id(),
    order.payment_method_id,
    order.user_id,
    order.session_id,
  ])
  return rows[0]?.payment_id ?? null
}

/**
 * Creates another attempt to charge an unpaid month under the driver's consent. Returns the payment id, or null if no
 * consent covers it any more.
 */
export async function retryMonth(
  pool: pg.Pool,
  ports: Pick<Ports, 'now' | 'id'>,
  invoice_id: string,
): Promise<string | null> {
  const rows = await query(pool, retryMonthOf, [ports.now().toISOString(), invoice_id, ports.id()])
  return rows[0]?.payment_id ?? null
}

/**
 * Tries an unpaid bill of a lot's plan again: from earnings that cover it by now, or under an owner's consent. Returns the
 * payment to make, or null.
 */
export async function retryPlanBill(
  pool: pg.Pool,
  ports: Pick<Ports, 'now' | 'id'>,
  invoice_id: string,
): Promise<string | null> {
  const rows = await query(pool, retryPlanBillOf, [ports.now().toISOString(), invoice_id, ports.id()])
  return rows[0]?.payment_id ?? null
}
