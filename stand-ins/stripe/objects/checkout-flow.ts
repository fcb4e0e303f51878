import type Stripe from 'stripe'
import type { ApiError } from '../protocol/errors.ts'
import { emit } from '../state/events.ts'
import { insert, lock, type Stored, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { methodType } from './checkout-sessions.ts'
import { blankCustomer } from './customers.ts'
import { makeIntent } from './payment-intent-make.ts'
import { createMethod, type MethodParams } from './payment-methods.ts'
import { pay } from './payments.ts'
import { setUp } from './setups.ts'

/** The steps behind the hosted page: https://docs.stripe.com/payments/checkout/how-checkout-works */

export type Step =
  | { kind: 'done'; url: string }
  | { kind: 'authenticate'; url: string }
  | { kind: 'refused'; error: ApiError }

/** Handles the submitted page. The caller holds the session's lock and has checked that it is open. */
export async function submit(
  work: Work,
  session: Stored<'checkout.session'>,
  given: MethodParams,
): Promise<Step> {
  const { object } = session
  const method = await createMethod(work, given)
  object.customer_details = {
    address: method.object.billing_details.address,
    business_name: null,
    email: method.object.billing_details.email ?? object.customer_email,
    individual_name: null,
    name: method.object.billing_details.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
  // The page is shown again until an attempt succeeds, so all attempts use the same intent.
  if (object.mode === 'setup') {
    const intent = await lock(
      work,
      'setup_intent',
      typeof object.setup_intent === 'string' ? object.setup_intent : '',
    )
    const error = await setUp(work, intent, method, true)
    return error ? { kind: 'refused', error } : afterSetup(work, session, intent.object)
  }
  const intent = await intentOf(work, session)
  const error = await pay(work, intent, method, {
    off_session: false,
    mandate_given: true,
    error_on_requires_action: false,
  })
  if (error) {
    await save(work, session)
    return { kind: 'refused', error }
  }
  return afterPayment(work, session, intent.object)
}

/** Created when the person pays, not with the session: https://docs.stripe.com/upgrades#2022-08-01 */
async function intentOf(work: Work, session: Stored<'checkout.session'>): Promise<Stored<'payment_intent'>> {
  const { object, hidden } = session
  if (typeof object.payment_intent === 'string') return lock(work, 'payment_intent', object.payment_intent)
  if (object.customer === null && object.customer_creation === 'always') {
    const customer = blankCustomer(
      work,
      object.customer_details?.email ?? null,
      object.customer_details?.name ?? null,
    )
    await insert(work, 'customer', customer, {})
    await emit(work, 'customer.created', customer)
    object.customer = customer.id
  }
  const plan = hidden.payment
  const intent = await makeIntent(
    work,
    {
      amount: object.amount_total ?? 0,
      currency: object.currency ?? 'usd',
      allowed_payment_method_types: object.payment_method_types.map(methodType),
      capture_method: plan.capture_method,
      metadata: plan.metadata,
      ...(typeof object.customer === 'string' ? { customer: object.customer } : {}),
      ...(plan.application_fee_amount === null
        ? {}
        : { application_fee_amount: plan.application_fee_amount }),
      ...(plan.description === null ? {} : { description: plan.description }),
      ...(plan.on_behalf_of === null ? {} : { on_behalf_of: plan.on_behalf_of }),
      ...(plan.receipt_email === null ? {} : { receipt_email: plan.receipt_email }),
      ...(plan.setup_future_usage === null ? {} : { setup_future_usage: plan.setup_future_usage }),
      ...(plan.statement_descriptor_suffix === null
        ? {}
        : { statement_descriptor_suffix: plan.statement_descriptor_suffix }),
      ...(plan.transfer_group === null ? {} : { transfer_group: plan.transfer_group }),
      ...(plan.transfer_data === null
        ? {}
        : {
            transfer_data: {
              destination: plan.transfer_data.destination,
              ...(plan.transfer_data.amount === null ? {} : { amount: plan.transfer_data.amount }),
            },
          }),
    },
    object.id,
  )
  object.payment_intent = intent.object.id
  await save(work, session)
  return intent
}

/** Returns the next step after the setup intent changed. */
export async function afterSetup(
  work: Work,
  session: Stored<'checkout.session'>,
  intent: Stripe.SetupIntent,
): Promise<Step> {
  await save(work, session)
  const url = intent.next_action?.redirect_to_url?.url
  if (intent.status === 'requires_action' && url) return { kind: 'authenticate', url }
  return complete(work, session)
}

/**
 * Returns the next step after the payment intent changed. A debit completes the session unpaid and reports its result
 * later.
 */
export async function afterPayment(
  work: Work,
  session: Stored<'checkout.session'>,
  intent: Stripe.PaymentIntent,
): Promise<Step> {
  await save(work, session)
  const url = intent.next_action?.redirect_to_url?.url
  if (intent.status === 'requires_action' && url) return { kind: 'authenticate', url }
  session.object.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
  return complete(work, session)
}

async function complete(work: Work, session: Stored<'checkout.session'>): Promise<Step> {
  const { object } = session
  object.status = 'complete'
  object.url = null
  await save(work, session, { due_at: null })
  await emit(work, 'checkout.session.completed', object)
  return { kind: 'done', url: successUrl(object) }
}

/**
 * Records the result of the debit of a completed session:
 * https://docs.stripe.com/payments/checkout/fulfillment#delayed-notification
 */
export async function debitSettled(
  work: Work,
  session: Stored<'checkout.session'>,
  paid: boolean,
): Promise<void> {
  if (paid) session.object.payment_status = 'paid'
  await save(work, session)
  await emit(
    work,
    paid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
    session.object,
  )
}

export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

export function cancelUrl(session: Stripe.Checkout.Session): string | null {
  return session.cancel_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null
}
