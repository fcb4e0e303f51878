import { cancelPayment, type Till } from '../payments/pay.ts'
import { findPayment, retryMonth } from '../payments/payments.sql.ts'
import { chargeMonth } from './invoices.ts'

/** Charges unpaid months again when their next attempt is due, as far as the driver's consent still covers them. */
export async function retryInvoices(till: Till): Promise<void> {
  const now = till.ports.now().toISOString()
  const { rows } = await till.pool.query<{ id: string }>(
    `update invoices i set next_attempt_at = null from (
       select id, lot_id from invoices where next_attempt_at <= $1 and status in ('PENDING', 'FAILED')
       order by next_attempt_at limit 200 for no key update skip locked) d
     where i.id = d.id and i.lot_id = d.lot_id returning i.id`,
    [now],
  )
  for (const { id } of rows) await chargeMonth(till, { payment_id: await retryMonth(till, id) })
}

/**
 * Deals with payments of running reservations that were interrupted before the provider knew of them: a charge under a
 * consent is completed; one that its payer began is canceled, because the payer may have left believing that it failed.
 */
export async function resumePayments(till: Till): Promise<void> {
  const { rows } = await till.pool.query<{ payment_id: string; is_consented: boolean }>(
    `select p.id as payment_id, p.consent_id is not null as is_consented
     from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
     where p.status = 'CREATED' and i.kind in ('PERIOD', 'CORRECTION') and p.created_at < $1 order by p.created_at limit 100`,
    [new Date(till.ports.now().getTime() - 60_000).toISOString()],
  )
  for (const { payment_id, is_consented } of rows) {
    if (is_consented) {
      await chargeMonth(till, { payment_id })
      continue
    }
    const payment = await findPayment(till, payment_id)
    if (payment) await cancelPayment(till, payment)
  }
}

/** Ends the grace period of invoices that were not paid in time; the lot's rule decides whether the reservation ends. */
export async function endUnpaid(till: Till): Promise<number> {
  const { rows } = await till.pool.query<{ lot_id: string; outcome: string }>(
    `select i.lot_id, end_unpaid($1, i.id) as outcome from invoices i
     where i.status = 'FAILED' and i.grace_ends_at <= $1 order by i.grace_ends_at limit 200`,
    [till.ports.now().toISOString()],
  )
  const ended = rows.filter(({ outcome }) => outcome === 'ended')
  for (const { lot_id } of ended) till.changes.announce(lot_id)
  return ended.length
}
