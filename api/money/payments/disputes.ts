import type Stripe from 'stripe'
import { applyIntent, type Till } from './pay.ts'

const uuid = /^[0-9a-f-]{36}$/

/**
 * Saves the provider's state of a dispute: the bank has withdrawn the money, has returned it, or has only inquired. The
 * balance transactions of the dispute decide which, whatever its status is at the moment.
 */
export async function applyDispute(till: Till, dispute: Stripe.Dispute): Promise<void> {
  const charge_id = typeof dispute.charge === 'string' ? dispute.charge : dispute.charge.id
  if ((await note(till, dispute, charge_id)) !== 'unknown_payment') return
  // The dispute can arrive before we know of the payment's success.
  const intent_id =
    typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id
  if (!intent_id) return
  const intent = await till.stripe.paymentIntents.retrieve(intent_id)
  const payment_id = intent.metadata['payment_id'] ?? ''
  if (!uuid.test(payment_id)) return
  await applyIntent(till, payment_id, intent)
  await note(till, dispute, charge_id)
}

async function note(till: Till, dispute: Stripe.Dispute, charge_id: string): Promise<string> {
  const booked = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
  const due_by = dispute.evidence_details.due_by
  const { rows } = await till.pool.query<{ outcome: string; lot_id: string | null }>(
    'select outcome, lot_id from note_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      till.ports.now().toISOString(),
      charge_id,
      dispute.id,
      dispute.status,
      dispute.reason,
      dispute.amount,
      booked < 0,
      due_by === null ? null : new Date(due_by * 1000).toISOString(),
      new Date(dispute.created * 1000).toISOString(),
    ],
  )
  const [row] = rows
  if (row?.lot_id) till.changes.announce(row.lot_id)
  return row?.outcome ?? 'unknown_payment'
}
