import { UNPAID_REASON } from '@openspot/core/billing/unpaid.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const takeDueRetriesStatement = statement(
  'take_due_retries',
  { id: 'uuid', kind: 'text' },
  `update invoices i set next_attempt_at = null from (
       select id, lot_id from invoices where next_attempt_at <= $1 and status in ('PENDING', 'FAILED')
       order by next_attempt_at limit 200 for no key update skip locked) d
     where i.id = d.id and i.lot_id = d.lot_id returning i.id, i.kind`,
)

/** Returns the unpaid invoices whose next attempt is due and marks it as taken. Skips locked invoices. */
export function takeDueRetries(pool: pg.Pool, now: Date): Promise<{ id: string; kind: string }[]> {
  return query(pool, takeDueRetriesStatement, [now.toISOString()])
}

/** Makes an attempt due again that was taken and could not be made. */
export async function putBackRetry(pool: pg.Pool, now: Date, invoice_id: string): Promise<void> {
  await pool.query(
    `update invoices set next_attempt_at = $2 where id = $1 and next_attempt_at is null and status in ('PENDING', 'FAILED')`,
    [invoice_id, now.toISOString()],
  )
}

const interrupted = statement(
  'list_interrupted',
  { payment_id: 'uuid', is_consented: 'boolean' },
  `select p.id as payment_id, p.consent_id is not null as is_consented
     from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
     where p.status = 'CREATED' and i.kind in ('PERIOD', 'CORRECTION', 'FINE', 'PLAN') and p.created_at < $1 order by p.created_at limit 100`,
)

/** Returns the payments of active reservations, of fines, and of plans that were created before an instant and never reached the provider. */
export function listInterrupted(
  pool: pg.Pool,
  before: Date,
): Promise<{ payment_id: string; is_consented: boolean }[]> {
  return query(pool, interrupted, [before.toISOString()])
}

const graceEnded = statement(
  'list_grace_ended',
  { id: 'uuid', lot_id: 'uuid', kind: 'text' },
  `select i.id, i.lot_id, i.kind from invoices i
     where i.status = 'FAILED' and i.grace_ends_at <= $1 order by i.grace_ends_at limit 1000`,
)

/** Returns the failed invoices whose grace period is over. */
export function listGraceEnded(
  pool: pg.Pool,
  now: Date,
): Promise<{ id: string; lot_id: string; kind: string }[]> {
  return query(pool, graceEnded, [now.toISOString()])
}

const endUnpaidInvoiceStatement = statement(
  'end_unpaid_invoice',
  { outcome: 'text' },
  'select end_unpaid($1, $2, $3) as outcome',
)

/**
 * Ends the grace period of an invoice and, if the lot's rule says so, the reservation. Returns `ended`, `kept`, or
 * `too_early`. Locks the reservation and the invoice.
 */
export async function endUnpaidInvoice(
  pool: pg.Pool,
  now: Date,
  invoice_id: string,
): Promise<string | undefined> {
  const rows = await query(pool, endUnpaidInvoiceStatement, [now.toISOString(), invoice_id, UNPAID_REASON])
  return rows[0]?.outcome
}

const stopUnpaidPlanStatement = statement(
  'stop_unpaid_plan',
  { outcome: 'text' },
  'select stop_unpaid_plan($1, $2) as outcome',
)

/**
 * Ends the time in which a bill of a lot's plan could be paid: the lot takes no new reservations. Returns `stopped` or
 * `too_early`. Locks the invoice.
 */
export async function stopUnpaidPlan(
  pool: pg.Pool,
  now: Date,
  invoice_id: string,
): Promise<string | undefined> {
  const rows = await query(pool, stopUnpaidPlanStatement, [now.toISOString(), invoice_id])
  return rows[0]?.outcome
}
