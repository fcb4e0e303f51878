import type Stripe from 'stripe'
import { applyDispute } from '../money/payments/disputes.ts'
import { applyIntent } from '../money/payments/pay.ts'
import { applyRefund } from '../money/payments/refunds.ts'
import { readConnectEvent } from '../money/payouts/read-connect-event.ts'
import type { PayoutDeps } from '../money/payouts/send-payout.ts'
import { findUnprocessedEvent, setEventProcessed } from './read-stripe-event.sql.ts'

const uuid = /^[0-9a-f-]{36}$/

/**
 * Processes an event of the card provider. Events arrive repeatedly, late, and out of order, so their contents are not
 * trusted: the object is read again and its current state is saved.
 */
export async function readStripeEvent(deps: PayoutDeps, event_id: string): Promise<void> {
  const event = await findUnprocessedEvent(deps.pool, event_id)
  if (!event) return
  if (event.account !== undefined) {
    await readConnectEvent(deps, event, event.account)
  } else if (event.type.startsWith('payment_intent.')) {
    const { id } = event.data.object as Stripe.PaymentIntent
    const intent = await deps.stripe.paymentIntents.retrieve(id)
    const payment_id = intent.metadata['payment_id'] ?? ''
    if (uuid.test(payment_id)) await applyIntent(deps, payment_id, intent)
  } else if (event.type.startsWith('refund.') || event.type === 'charge.refund.updated') {
    const { id } = event.data.object as Stripe.Refund
    const refund = await deps.stripe.refunds.retrieve(id)
    const refund_id = refund.metadata?.['refund_id'] ?? ''
    if (uuid.test(refund_id)) await applyRefund(deps, refund_id, refund)
  } else if (event.type.startsWith('charge.dispute.')) {
    const { id } = event.data.object as Stripe.Dispute
    await applyDispute(deps, await deps.stripe.disputes.retrieve(id))
  }
  await setEventProcessed(deps.pool, event_id, deps.ports.now())
}
