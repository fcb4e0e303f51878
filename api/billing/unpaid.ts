import type { Till } from '../payments/pay.ts'
import { tryAgain } from '../payments/payments.sql.ts'
import { takeInvoice } from './invoices.ts'

/** Tries what could not be taken once more, where its day has come. */
export async function retryInvoices(till: Till): Promise<void> {
  const now = till.ports.now().toISOString()
  const { rows } = await till.pool.query<{ id: string; user_id: string; payment_method_id: string | null }>(
    `update invoices i set next_attempt_at = null from (
       select id, lot_id from invoices where next_attempt_at <= $1 and status in ('PENDING', 'FAILED')
       order by next_attempt_at limit 200 for no key update skip locked) d
     where i.id = d.id and i.lot_id = d.lot_id
     returning i.id, i.user_id, (method_of_stay(i.lot_id, i.reservation_id, i.user_id)).id as payment_method_id`,
    [now],
  )
  for (const { id: invoice_id, user_id, payment_method_id } of rows) {
    if (payment_method_id === null) continue
    const payment_id = await tryAgain(till, { invoice_id, user_id, payment_method_id })
    await takeInvoice(till, { payment_id })
  }
}

/** Goes on with attempts that were cut off before the provider knew of them, where nobody waits who would. */
export async function resumePayments(till: Till): Promise<void> {
  const { rows } = await till.pool.query<{ payment_id: string }>(
    `select p.id as payment_id from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
     where p.status = 'CREATED' and i.kind in ('PERIOD', 'CORRECTION') and p.created_at < $1 order by p.created_at limit 100`,
    [new Date(till.ports.now().getTime() - 60_000).toISOString()],
  )
  for (const row of rows) await takeInvoice(till, row)
}

/** What was not paid within the lot's days: the lot's rule says whether the stay ends. */
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
