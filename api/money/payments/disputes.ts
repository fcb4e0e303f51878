import type Stripe from 'stripe'
import { recordDispute } from './disputes.sql.ts'
import { applyIntent, type PaymentDeps } from './pay.ts'

const uuid = /^[0-9a-f-]{36}$/

/**
 * Saves the provider's state of a dispute: the bank has withdrawn the money, has returned it, or has only inquired. The
 * balance transactions of the dispute decide which, whatever its status is at the moment.
 */
export async function applyDispute(deps: PaymentDeps, dispute: Stripe.Dispute): Promise<void> {
  const charge_id = typeof dispute.charge === 'string' ? dispute.charge : dispute.charge.id
  if ((await note(deps, dispute, charge_id)) !== 'unknown_payment') return
  // The dispute can arrive before we know of the payment's success.
  const intent_id =
    typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id
  if (!intent_id) return
  const intent = await deps.stripe.paymentIntents.retrieve(intent_id)
  const payment_id = intent.metadata['payment_id'] ?? ''
  if (!uuid.test(payment_id)) return
  await applyIntent(deps, payment_id, intent)
  await note(deps, dispute, charge_id)
}

async function note(deps: PaymentDeps, dispute: Stripe.Dispute, charge_id: string): Promise<string> {
  const booked = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
  const due_by = dispute.evidence_details.due_by
  const { outcome, lot_id } = await recordDispute(deps.pool, deps.ports.now(), {
    charge_id,
    dispute_id: dispute.id,
    status: dispute.status,
    reason: dispute.reason,
    amount_cents: dispute.amount,
    is_withdrawn: booked < 0,
    evidence_due_at: due_by === null ? null : new Date(due_by * 1000).toISOString(),
    opened_at: new Date(dispute.created * 1000).toISOString(),
  })
  if (lot_id) deps.changes.announce(lot_id)
  return outcome
}
