import Stripe from 'stripe'
import { eachByItself, Tried } from '../../failures.ts'
import { isUnsettled } from '../../stripe.ts'
import { refundFailureMessage } from './decline.rules.ts'
import { applyDispute } from './disputes.ts'
import type { PaymentDeps } from './pay.ts'
import {
  failRefund,
  findRefund,
  listDueRefunds,
  queueDueRefund,
  recordRefundFailure,
  recordSentRefund,
  refuseRefund,
  settleRefund,
} from './refunds.sql.ts'

/**
 * Sends a pending refund to the provider. The call carries an idempotency key derived from our row's id, so the money is returned once
 * however often this runs; once the provider may have forgotten the key, its list of refunds decides. Throws if the provider did not answer,
 * so that the job is retried.
 */
export async function sendRefund(deps: PaymentDeps, refund_id: string): Promise<void> {
  const refund = await findRefund(deps.pool, refund_id)
  if (!refund || refund.status !== 'PENDING') return
  // Staff can still undo the refund.
  if (refund.send_at !== null) return
  if (refund.stripe_payment_intent_id === null) return settle(deps, refund_id, null)
  try {
    const { queued_at } = refund
    if (queued_at === null || deps.ports.now().getTime() - Date.parse(queued_at) > KEY_KNOWN_MS) {
      const own = await findMade(deps, refund_id, refund.stripe_payment_intent_id)
      if (own) return await applyRefund(deps, refund_id, own)
    }
    const made = await deps.stripe.refunds.create(
      {
        payment_intent: refund.stripe_payment_intent_id,
        amount: refund.amount_cents,
        metadata: { refund_id, invoice_id: refund.invoice_id, lot_id: refund.lot_id },
      },
      { idempotencyKey: `refund:${refund_id}` },
    )
    await applyRefund(deps, refund_id, made)
  } catch (error) {
    if (isDisputed(error)) return await leaveToBank(deps, refund_id, refund.stripe_payment_intent_id)
    // Staff read this message; the log has the provider's exact answer.
    if (error instanceof Stripe.errors.StripeError)
      await recordRefundFailure(
        deps.pool,
        refund_id,
        refundFailureMessage(isUnsettled(error) ? null : error.code),
      )
    throw error
  }
}

/** The provider knows the key of a call for at least 24 hours: https://docs.stripe.com/api/idempotent_requests */
const KEY_KNOWN_MS = 20 * 3_600_000

/**
 * Returns the provider's refund of ours, or undefined. An earlier try may have made it, if its answer was lost for longer than the provider
 * knows the key of the call.
 */
async function findMade(
  deps: PaymentDeps,
  refund_id: string,
  payment_intent: string,
): Promise<Stripe.Refund | undefined> {
  const { data } = await deps.stripe.refunds.list({ payment_intent, limit: 100 })
  return data.find(({ metadata }) => metadata?.['refund_id'] === refund_id)
}

/** https://docs.stripe.com/error-codes#charge-disputed */
const isDisputed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_disputed'

/** The bank returns the payment, so the provider never makes this refund. Until now the refund kept its amount from the dispute. */
async function leaveToBank(deps: PaymentDeps, refund_id: string, payment_intent: string): Promise<void> {
  const own = await findMade(deps, refund_id, payment_intent)
  if (own) return applyRefund(deps, refund_id, own)
  // All is read before anything is written: the next try would find that nothing is left to do.
  const { data: disputes } = await deps.stripe.disputes.list({ payment_intent, limit: 100 })
  const refused = await refuseRefund(deps.pool, deps.ports.now(), refund_id)
  if (refused) deps.changes.announce(refused.lot_id)
  for (const dispute of disputes) await applyDispute(deps, dispute)
}

/**
 * Saves the provider's state of a refund. A refund that is pending there (of a bank debit) stays pending here. One that the payer's bank
 * sends back fails up to 30 days after it succeeded: https://docs.stripe.com/refunds#failed-refunds
 */
export async function applyRefund(
  deps: PaymentDeps,
  refund_id: string,
  refund: Stripe.Refund,
): Promise<void> {
  if (refund.status === 'succeeded') await settle(deps, refund_id, refund.id)
  else if (refund.status === 'failed' || refund.status === 'canceled') {
    const message = refundFailureMessage(refund.failure_reason ?? 'unknown')
    const of = { stripe_refund_id: refund.id, message }
    const failed = await failRefund(deps.pool, deps.ports.now(), refund_id, of)
    if (failed?.lot_id && failed.outcome === 'failed') deps.changes.announce(failed.lot_id)
  } else await recordSentRefund(deps.pool, refund_id, refund.id)
}

async function settle(deps: PaymentDeps, refund_id: string, stripe_refund_id: string | null): Promise<void> {
  const settled = await settleRefund(deps.pool, deps.ports.now(), refund_id, stripe_refund_id)
  if (settled.lot_id && settled.outcome === 'settled') deps.changes.announce(settled.lot_id)
}

/** Sends the refunds whose undo period has ended. A failed refund does not stop the others. */
export async function sendDueRefunds(deps: PaymentDeps, tried = new Tried()): Promise<void> {
  const now = deps.ports.now()
  await eachByItself(
    { log: deps.log, task: 'send_due_refund', tried },
    await listDueRefunds(deps.pool, now, tried.ids()),
    ({ id }) => id,
    ({ id }) => queueDueRefund(deps.pool, now, id),
  )
}
