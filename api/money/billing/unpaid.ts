import { eachByItself } from '../../failures.ts'
import { cancelPayment, type Till } from '../payments/pay.ts'
import { findPayment, retryMonth } from '../payments/payments.sql.ts'
import { chargeMonth } from './invoices.ts'

/**
 * Retries unpaid months whose next attempt is due, if the driver's consent still covers them. Returns how many failed;
 * their attempts stay due.
 */
export async function retryInvoices(till: Till): Promise<number> {
  const now = till.ports.now().toISOString()
  const { rows } = await till.pool.query<{ id: string }>(
    `update invoices i set next_attempt_at = null from (
       select id, lot_id from invoices where next_attempt_at <= $1 and status in ('PENDING', 'FAILED')
       order by next_attempt_at limit 200 for no key update skip locked) d
     where i.id = d.id and i.lot_id = d.lot_id returning i.id`,
    [now],
  )
  return eachByItself(
    { log: till.log, task: 'retry_invoice' },
    rows,
    ({ id }) => id,
    async ({ id }) => {
      const payment_id = await retryMonth(till, id).catch(async (error: unknown) => {
        await till.pool.query(
          `update invoices set next_attempt_at = $2 where id = $1 and next_attempt_at is null and status in ('PENDING', 'FAILED')`,
          [id, now],
        )
        throw error
      })
      await chargeMonth(till, { payment_id })
    },
  )
}

/**
 * Handles payments of active reservations that were interrupted before they reached the provider: a charge under a
 * consent is completed; one that its payer began is canceled, because the payer may have left believing that it failed.
 * Returns how many failed.
 */
export async function resumePayments(till: Till): Promise<number> {
  const { rows } = await till.pool.query<{ payment_id: string; is_consented: boolean }>(
    `select p.id as payment_id, p.consent_id is not null as is_consented
     from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
     where p.status = 'CREATED' and i.kind in ('PERIOD', 'CORRECTION') and p.created_at < $1 order by p.created_at limit 100`,
    [new Date(till.ports.now().getTime() - 60_000).toISOString()],
  )
  return eachByItself(
    { log: till.log, task: 'resume_payment' },
    rows,
    ({ payment_id }) => payment_id,
    async ({ payment_id, is_consented }) => {
      if (is_consented) return chargeMonth(till, { payment_id })
      const payment = await findPayment(till, payment_id)
      return payment && cancelPayment(till, payment)
    },
  )
}

/**
 * Ends the grace period of invoices that were not paid in time; the lot's rule decides whether the reservation ends.
 * Returns how many failed.
 */
export async function endUnpaid(till: Till): Promise<number> {
  const now = till.ports.now().toISOString()
  const { rows } = await till.pool.query<{ id: string; lot_id: string }>(
    `select i.id, i.lot_id from invoices i
     where i.status = 'FAILED' and i.grace_ends_at <= $1 order by i.grace_ends_at limit 1000`,
    [now],
  )
  return eachByItself(
    { log: till.log, task: 'end_unpaid' },
    rows,
    ({ id }) => id,
    async ({ id, lot_id }) => {
      const ended = await till.pool.query<{ outcome: string }>('select end_unpaid($1, $2) as outcome', [
        now,
        id,
      ])
      if (ended.rows[0]?.outcome === 'ended') till.changes.announce(lot_id)
    },
  )
}
