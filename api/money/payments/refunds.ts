import Stripe from 'stripe'
import { eachByItself, Tried } from '../../failures.ts'
import { sayRefundFailure } from './decline.rules.ts'
import type { Till } from './pay.ts'
import {
  findRefund,
  listDueRefunds,
  noteRefundFailure,
  noteSent,
  queueDueRefund,
  settleRefund,
} from './refunds.sql.ts'
import { isUnsettled } from './stripe.ts'

/**
 * Sends a pending refund to the provider. The call carries an idempotency key derived from our row's id, so the money
 * is returned once however often this runs. Throws if the provider did not answer, so that the job is retried.
 */
export async function sendRefund(till: Till, refund_id: string): Promise<void> {
  const refund = await findRefund(till.pool, refund_id)
  if (!refund || refund.status !== 'PENDING') return
  // Staff can still undo the refund.
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
    // Staff read this message; the log has the provider's exact answer.
    if (error instanceof Stripe.errors.StripeError)
      await noteRefundFailure(till.pool, refund_id, sayRefundFailure(isUnsettled(error) ? null : error.code))
    throw error
  }
}

/** Saves the provider's state of a refund. A refund that is pending there (of a bank debit) stays pending here. */
export async function applyRefund(till: Till, refund_id: string, refund: Stripe.Refund): Promise<void> {
  if (refund.status === 'succeeded') await settle(till, refund_id, refund.id)
  else if (refund.status === 'failed') {
    await noteRefundFailure(till.pool, refund_id, sayRefundFailure(refund.failure_reason))
  } else await noteSent(till.pool, refund_id, refund.id)
}

async function settle(till: Till, refund_id: string, stripe_refund_id: string | null): Promise<void> {
  const settled = await settleRefund(till.pool, till.ports.now(), refund_id, stripe_refund_id)
  if (settled.lot_id && settled.outcome === 'settled') till.changes.announce(settled.lot_id)
}

/** Sends the refunds whose undo period has ended. A failed refund does not stop the others. */
export async function sendDueRefunds(till: Till, tried = new Tried()): Promise<void> {
  const now = till.ports.now()
  await eachByItself(
    { log: till.log, task: 'send_due_refund', tried },
    await listDueRefunds(till.pool, now, tried.ids()),
    ({ id }) => id,
    ({ id }) => queueDueRefund(till.pool, now, id),
  )
}
