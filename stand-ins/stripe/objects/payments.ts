import type Stripe from 'stripe'
import { type ApiError, invalid } from '../protocol/errors.ts'
import { emit } from '../state/events.ts'
import { lock, type Stored, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { completeCharge, startCharge } from './charges.ts'
import { startDebit } from './debits.ts'
import { refuseSpent } from './payment-methods.ts'
import { decline, giveUp, keepMethod, succeed } from './payment-outcomes.ts'

/** The transitions of a payment intent: https://docs.stripe.com/payments/paymentintents/lifecycle */

export interface Confirmation {
  off_session: boolean
  mandate_given: boolean
  error_on_requires_action: boolean
}

/**
 * Tries to charge the payment method. A decline is returned as the error to respond with, after the intent was updated
 * with it. The caller holds the intent's lock, which prevents two confirmations from charging twice.
 */
export async function pay(
  work: Work,
  intent: Stored<'payment_intent'>,
  method: Stored<'payment_method'>,
  how: Confirmation,
): Promise<ApiError | undefined> {
  refuseForeign(intent.object, method)
  intent.object.payment_method = method.object.id
  intent.object.last_payment_error = null
  intent.object.next_action = null
  const { card } = method.hidden
  if (!card) return startDebit(work, intent, method, how.mandate_given)

  const requested =
    card.authentication === 'always' ||
    (card.authentication === 'unless_set_up' && !(how.off_session && method.hidden.set_up)) ||
    (card.authentication === 'set_up_already' && !how.off_session)
  if (requested && !intent.hidden.authenticated) {
    if (how.off_session || how.error_on_requires_action)
      return decline(work, intent, method, 'authentication_required')
    await requireAuthentication(work, intent)
    return undefined
  }
  return chargeCard(work, intent, method)
}

/** A customer's methods cannot be used for another customer, or without naming the customer. */
function refuseForeign(intent: Stripe.PaymentIntent, method: Stored<'payment_method'>): void {
  const owner = method.object.customer
  if (owner !== null && owner !== intent.customer)
    throw invalid(
      intent.customer === null
        ? `The provided PaymentMethod cannot be used without a Customer: it belongs to Customer ${String(owner)}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
        : `The provided PaymentMethod (${method.object.id}) belongs to another Customer.`,
      { param: 'payment_method' },
    )
  if (owner === null) refuseSpent(method)
  if (!intent.payment_method_types.includes(method.object.type))
    throw invalid(
      `The PaymentMethod provided (${method.object.type}) is not allowed for this PaymentIntent. Please attach a payment method of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { param: 'payment_method' },
    )
}

async function requireAuthentication(work: Work, intent: Stored<'payment_intent'>): Promise<void> {
  const { object } = intent
  object.status = 'requires_action'
  object.next_action = {
    type: 'redirect_to_url',
    redirect_to_url: {
      url: `${work.env.public_url()}/authenticate/${object.id}?client_secret=${object.client_secret ?? ''}`,
      return_url: intent.hidden.return_url,
    },
  }
  await save(work, intent)
  await emit(work, 'payment_intent.requires_action', object)
}

/** Applies the result of the hosted page. The caller holds the lock and has checked for `requires_action`. */
export async function finishAuthentication(
  work: Work,
  intent: Stored<'payment_intent'>,
  passed: boolean,
): Promise<ApiError | undefined> {
  const { object } = intent
  object.next_action = null
  const method = await lock(
    work,
    'payment_method',
    typeof object.payment_method === 'string' ? object.payment_method : '',
  )
  if (!passed)
    return giveUp(work, intent, method, undefined, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    })
  intent.hidden.authenticated = true
  if (object.confirmation_method === 'manual') {
    object.status = 'requires_confirmation'
    await save(work, intent)
    return undefined
  }
  return chargeCard(work, intent, method)
}

async function chargeCard(
  work: Work,
  intent: Stored<'payment_intent'>,
  method: Stored<'payment_method'>,
): Promise<ApiError | undefined> {
  const declines = method.hidden.card?.declines
  if (declines) return decline(work, intent, method, declines)
  const charge = await startCharge(work, intent, method)
  const hold = intent.object.capture_method === 'manual'
  await completeCharge(work, charge, !hold)
  await keepMethod(work, intent.object, method)
  if (!hold) {
    await succeed(work, intent, charge.object.amount_captured)
    return undefined
  }
  intent.object.status = 'requires_capture'
  intent.object.amount_capturable = intent.object.amount
  await save(work, intent)
  await emit(work, 'payment_intent.amount_capturable_updated', intent.object)
  return undefined
}
