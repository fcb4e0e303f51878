import Stripe from 'stripe'
import type { Till } from './pay.ts'
import { findRefund, noteRefundFailure, noteSent, settleRefund } from './refunds.sql.ts'

/**
 * Makes a refund that was promised. The provider's call carries our row's id as its key: however often this runs, the
 * money goes back once. Throws where the provider gave no answer, so that the job comes again.
 */
export async function sendRefund(till: Till, refund_id: string): Promise<void> {
  const refund = await findRefund(till.pool, refund_id)
  if (!refund || refund.status !== 'PENDING') return
  // It can still be undone.
  if (refund.send_at !== null) return
  if (refund.stripe_payment_intent_id === null) return settle(till, refund_id, null)
  try {
    const made = await till.stripe.refunds.create(
      {
        payment_intent: refund.stripe_payment_intent_id,
        amount: refund.amount_cents,
        metadata: { refund_id, invoice_id: refund.invoice_id, lot_id: refund.lot_id },
      },
      { idempotencyKey: `refund:${refund_id}` },
    )
    await applyRefund(till, refund_id, made)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      await noteRefundFailure(till.pool, refund_id, error.message)
    throw error
  }
}

/** Takes over what the provider says of a refund. One that is pending there (a bank debit's) stays promised here. */
export async function applyRefund(till: Till, refund_id: string, refund: Stripe.Refund): Promise<void> {
  if (refund.status === 'succeeded') await settle(till, refund_id, refund.id)
  else if (refund.status === 'failed') {
    await noteRefundFailure(till.pool, refund_id, refund.failure_reason ?? 'The bank did not take it.')
  } else await noteSent(till.pool, refund_id, refund.id)
}

async function settle(till: Till, refund_id: string, stripe_refund_id: string | null): Promise<void> {
  const settled = await settleRefund(till.pool, till.ports.now(), refund_id, stripe_refund_id)
  if (settled.lot_id && settled.outcome === 'settled') till.changes.announce(settled.lot_id)
}

/** Hands over what waited to be undone and was not. */
export async function sendDueRefunds(till: Till): Promise<void> {
  await till.pool.query('select send_due_refunds($1)', [till.ports.now().toISOString()])
}
