import { applyDispute } from './disputes.ts'
import { askPayment, type Till } from './pay.ts'
import { findPayment } from './payments.sql.ts'
import { applyRefund } from './refunds.ts'

const DAY_SECONDS = 86_400

/**
 * Asks after what banks take days for: debits, refunds, disputes. The provider tells us of them, yet what it says may
 * never arrive. Often enough is once in a while: nobody waits in front of a screen.
 */
export async function askAfterBanks(till: Till): Promise<void> {
  const yesterday = new Date(till.ports.now().getTime() - DAY_SECONDS * 1000).toISOString()
  const debits = await till.pool.query<{ id: string }>(
    `select id from payments where status = 'PROCESSING' and created_at < $1 order by created_at limit 500`,
    [yesterday],
  )
  for (const { id } of debits.rows) {
    const payment = await findPayment(till, id)
    if (payment) await askPayment(till, payment)
  }
  const refunds = await till.pool.query<{ id: string; stripe_refund_id: string }>(
    `select id, stripe_refund_id from refunds
     where status = 'PENDING' and stripe_refund_id is not null and created_at < $1 order by created_at limit 500`,
    [yesterday],
  )
  for (const { id, stripe_refund_id } of refunds.rows) {
    await applyRefund(till, id, await till.stripe.refunds.retrieve(stripe_refund_id))
  }
  await askAfterDisputes(till)
}

/** Disputes of the last months: a cardholder has 120 days to open one, and a bank about as long to decide it. */
async function askAfterDisputes(till: Till): Promise<void> {
  const since = Math.floor(till.ports.now().getTime() / 1000) - 240 * DAY_SECONDS
  for await (const dispute of till.stripe.disputes.list({ created: { gte: since }, limit: 100 })) {
    await applyDispute(till, dispute)
  }
}
