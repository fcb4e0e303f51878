import { askPayment, cancelPayment, type Till } from '../payments/pay.ts'
import { findLastPayment, findPayment } from '../payments/payments.sql.ts'
import { endReservation } from '../reservations/hold.sql.ts'

/**
 * Lets go of the spots whose time to pay has run out. A payment that is still under way is stopped at the provider
 * first; if it turns out to be paid, the stay is confirmed instead. Where the provider gives no answer the spot stays
 * held and is asked about again: nobody is charged for a spot that somebody else has been given.
 */
export async function releaseHolds(till: Till): Promise<number> {
  const now = till.ports.now()
  const { rows } = await till.pool.query<{ id: string }>(
    `select id from reservations where status in ('CHECKOUT', 'PENDING') and hold_expires_at <= $1 order by hold_expires_at limit 200`,
    [now.toISOString()],
  )
  let released = 0
  for (const { id } of rows) {
    const payment = await findLastPayment(till, id)
    if (payment && ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'].includes(payment.status))
      await cancelPayment(till, payment)
    const ended = await endReservation(till.pool, now, {
      reservation_id: id,
      to: 'EXPIRED',
      reason: null,
      refund_cents: 0,
      user_id: null,
    })
    if (ended.outcome === 'expired') {
      released++
      till.changes.announce(ended.lot_id)
    }
  }
  return released
}

/**
 * Asks after payments that were begun a while ago and whose end we have not heard of. Bank debits take days: they are
 * asked after in api/billing.
 */
export async function askAfterPayments(till: Till): Promise<void> {
  const before = new Date(till.ports.now().getTime() - 15_000)
  const { rows } = await till.pool.query<{ id: string }>(
    `select p.id from payments p
     where p.status in ('CREATED', 'REQUIRES_ACTION') and p.stripe_payment_intent_id is not null
       and p.created_at < $1 order by p.created_at limit 100`,
    [before.toISOString()],
  )
  for (const { id } of rows) {
    const payment = await findPayment(till, id)
    if (payment) await askPayment(till, payment)
  }
}
