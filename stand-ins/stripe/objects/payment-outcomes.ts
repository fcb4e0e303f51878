import type Stripe from 'stripe'
import { ApiError, docUrl } from '../protocol/errors.ts'
import { emit } from '../state/events.ts'
import { type Stored, save } from '../state/store.ts'
import { type Decline, declineError } from '../state/test-methods.ts'
import type { Work } from '../state/work.ts'
import { failCharge, startCharge } from './charges.ts'
import { attach } from './payment-methods.ts'

/** Marks a payment as succeeded; `giveUp` is the counterpart. */

export async function succeed(work: Work, intent: Stored<'payment_intent'>, received: number): Promise<void> {
  const { object } = intent
  object.status = 'succeeded'
  object.amount_received = received
  object.amount_capturable = 0
  object.next_action = null
  object.last_payment_error = null
  intent.hidden.authenticated = false
  await save(work, intent, { due_at: null })
  await emit(work, 'payment_intent.succeeded', object)
}

/** Saves the method if the intent asks for it; otherwise a method without a customer is used up. */
export async function keepMethod(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stored<'payment_method'>,
): Promise<void> {
  if (intent.setup_future_usage) {
    if (intent.setup_future_usage === 'off_session') method.hidden.set_up = true
    if (typeof intent.customer === 'string') await attach(work, method, intent.customer)
    await save(work, method)
  } else if (method.object.customer === null) {
    method.hidden.spent = true
    await save(work, method)
  }
}

export async function decline(
  work: Work,
  intent: Stored<'payment_intent'>,
  method: Stored<'payment_method'>,
  reason: Decline,
): Promise<ApiError> {
  const error = declineError(reason)
  const charge = await startCharge(work, intent, method)
  await failCharge(work, charge, {
    code: error.code,
    message: error.message,
    reason: error.decline_code ?? error.code,
  })
  return giveUp(work, intent, method, charge.object.id, { type: 'card_error', ...error })
}

/** Returns the intent to `requires_payment_method`, with the reason on it. */
export async function giveUp(
  work: Work,
  intent: Stored<'payment_intent'>,
  method: Stored<'payment_method'>,
  charge: string | undefined,
  error: {
    type: 'card_error' | 'invalid_request_error'
    code: string
    decline_code?: string
    message: string
  },
): Promise<ApiError> {
  const { object } = intent
  object.status = 'requires_payment_method'
  object.payment_method = null
  object.next_action = null
  intent.hidden.authenticated = false
  object.last_payment_error = {
    ...error,
    ...(charge ? { charge } : {}),
    doc_url: docUrl(error.code),
    payment_method: method.object,
  }
  await save(work, intent, { due_at: null })
  await emit(work, 'payment_intent.payment_failed', object)
  return new ApiError(
    402,
    {
      ...error,
      ...(charge ? { charge } : {}),
      payment_method: method.object,
      payment_intent: object,
    },
    true,
  )
}
