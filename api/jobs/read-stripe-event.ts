import type Stripe from 'stripe'
import { applyDispute } from '../money/payments/disputes.ts'
import { applyIntent } from '../money/payments/pay.ts'
import { applyRefund } from '../money/payments/refunds.ts'
import { readConnectEvent } from '../money/payouts/read-connect-event.ts'
import type { PayoutTill } from '../money/payouts/send-payout.ts'
import { findUnprocessedEvent, setEventProcessed } from './read-stripe-event.sql.ts'

const uuid = /^[0-9a-f-]{36}$/

/**
 * Processes an event of the card provider. Events arrive repeatedly, late, and out of order, so their contents are not
 * trusted: the object is read again and its current state is saved.
 */
export async function readStripeEvent(till: PayoutTill, event_id: string): Promise<void> {
  const event = await findUnprocessedEvent(till.pool, event_id)
  if (!event) return
  if (event.account !== undefined) {
    await readConnectEvent(till, event, event.account)
  } else if (event.type.startsWith('payment_intent.')) {
    const { id } = event.data.object as Stripe.PaymentIntent
    const intent = await till.stripe.paymentIntents.retrieve(id)
    const payment_id = intent.metadata['payment_id'] ?? ''
    if (uuid.test(payment_id)) await applyIntent(till, payment_id, intent)
  } else if (event.type.startsWith('refund.') || event.type === 'charge.refund.updated') {
    const { id } = event.data.object as Stripe.Refund
    const refund = await till.stripe.refunds.retrieve(id)
    const refund_id = refund.metadata?.['refund_id'] ?? ''
    if (uuid.test(refund_id)) await applyRefund(till, refund_id, refund)
  } else if (event.type.startsWith('charge.dispute.')) {
    const { id } = event.data.object as Stripe.Dispute
    await applyDispute(till, await till.stripe.disputes.retrieve(id))
  }
  await setEventProcessed(till.pool, event_id, till.ports.now().toISOString())
}
